package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// runTarget is the environment or workspace that a run belongs to, with the state that its runs change. For a workspace
// only status and refreshFailed count; there a refresh is a development run.
type runTarget struct {
	kind     targetKind
	project  ids.Project
	status   project.Status
	snapshot string
	commit   string
	// deployFailed stays true until a deploy completes, even while a forced refresh is running.
	deployFailed bool
	// refreshFailed is true if one of the refreshes that run at the same time has failed.
	refreshFailed bool
}

type targetKind int

const (
	noTarget targetKind = iota // deleted, or never existed
	environmentTarget
	workspaceTarget
)

// lockTarget reads the environment or workspace of a run and locks it until the transaction ends. Every transaction
// that starts, claims or ends a run of a target calls it first, so that these run one after the other. The target is
// locked before any run.
func (t *tx) lockTarget(ctx context.Context, organization ids.Organization, id ids.Environment) (runTarget, error) {
	at := runTarget{kind: environmentTarget}
	err := t.QueryRowContext(ctx, `SELECT project_id, status, snapshot, deployed_commit, deploy_failed, refresh_failed
		FROM environments WHERE organization_id = $1 AND id = $2`+t.dialect.forUpdate, organization, id).
		Scan(&at.project, &at.status, &at.snapshot, &at.commit, &at.deployFailed, &at.refreshFailed)
	if !errors.Is(err, sql.ErrNoRows) {
		return at, err
	}
	at = runTarget{kind: workspaceTarget}
	err = t.QueryRowContext(ctx, `SELECT project_id, status, run_failed FROM workspaces WHERE organization_id = $1 AND id = $2`+t.dialect.forUpdate,
		organization, id).Scan(&at.project, &at.status, &at.refreshFailed)
	if errors.Is(err, sql.ErrNoRows) {
		return runTarget{}, nil
	}
	return at, err
}

// updateTarget stores the state that a run gives its environment or workspace.
func (t *tx) updateTarget(ctx context.Context, r run.Run, before, after runTarget) error {
	if before == after {
		return nil
	}
	if after.kind == workspaceTarget {
		_, err := t.ExecContext(ctx, `UPDATE workspaces SET status = $1, run_failed = $2 WHERE organization_id = $3 AND id = $4`,
			after.status, after.refreshFailed, r.Organization, r.Environment)
		return err
	}
	_, err := t.ExecContext(ctx, `UPDATE environments SET status = $1, snapshot = $2, deployed_commit = $3, deploy_failed = $4,
		refresh_failed = $5 WHERE organization_id = $6 AND id = $7`,
		after.status, after.snapshot, after.commit, after.deployFailed, after.refreshFailed, r.Organization, r.Environment)
	return err
}

// isInFailedDeploy reports whether the last deploy failed, even while a forced refresh hides the status.
func (at runTarget) isInFailedDeploy() bool {
	return at.status == project.FailedDeploy || at.deployFailed && at.status != project.Deploying
}

// afterStart returns the target after one of its runs has started.
func (at runTarget) afterStart(kind run.Type) (runTarget, error) {
	next := project.Refreshing
	switch {
	case at.kind == workspaceTarget:
		next = project.RunningDevRun
	case kind == run.Deploy:
		next = project.Deploying
	}
	if at.kind == noTarget || at.status == next {
		return at, nil
	}
	if err := project.Move(at.status, next); err != nil {
		return at, err
	}
	at.deployFailed = at.deployFailed || at.status == project.FailedDeploy
	at.refreshFailed = false
	at.status = next
	return at, nil
}

// checkStart checks that a run of this type can start, now or after the earlier runs have ended.
func (at runTarget) checkStart(kind run.Type) error {
	if at.status == project.Refreshing || at.status == project.Deploying {
		return nil
	}
	_, err := at.afterStart(kind)
	return err
}

// applyRunEndToTarget stores the status that an environment or workspace gets by the end of one of its runs.
func (t *tx) applyRunEndToTarget(ctx context.Context, end *runEnd) error {
	if end.isCanceledBeforeStart() {
		return nil
	}
	r := end.run
	var snapshot string
	var isAlone bool // no other run of the target is running
	err := t.QueryRowContext(ctx, `SELECT r.snapshot, NOT EXISTS (SELECT 1 FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2
			AND n.status = 'running' AND n.id <> $3)
		FROM runs r WHERE r.organization_id = $1 AND r.id = $3`, r.Organization, r.Environment, r.ID).Scan(&snapshot, &isAlone)
	if err != nil {
		return err
	}
	after := end.target.afterEnd(targetEnd{run: r, outcome: end.outcome, snapshot: snapshot, isAlone: isAlone})
	return t.updateTarget(ctx, r, end.target, after)
}

// targetEnd is the end of a run as its target sees it.
type targetEnd struct {
	run      run.Run
	outcome  run.Outcome
	snapshot string // the project snapshot that the run was planned for
	isAlone  bool   // no other run of the target is running
}

// afterEnd returns the target after the end of one of its runs. The status stays if the state machine does not allow
// the next one, because another request has changed the status of the environment in the meantime.
func (at runTarget) afterEnd(e targetEnd) runTarget {
	if at.kind == noTarget {
		return at
	}
	switch {
	case e.run.Type == run.Deploy && e.outcome.Status == run.Completed:
		at.deployFailed, at.snapshot, at.commit = false, e.snapshot, e.run.Details.Commit
	case e.run.Type == run.Deploy && e.run.Epoch > 0: // a deploy that never started has changed nothing
		at.deployFailed = true
	case e.outcome.Status == run.Failed:
		at.refreshFailed = true
	}
	if !e.isAlone {
		return at
	}
	next := project.Waiting
	switch {
	case at.deployFailed:
		next = project.FailedDeploy
	case at.refreshFailed && at.kind == workspaceTarget:
		next = project.FailedDevRun
	case at.refreshFailed:
		next = project.FailedRefresh
	}
	if project.CanMove(at.status, next) {
		at.status = next
	}
	at.refreshFailed = false
	return at
}
