package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// Claim claims one run that can start, or whose lease has expired. It returns nil if there is none.
//
// Workers call it all the time and mostly find nothing, so it first queries without a transaction. Then it tries each
// candidate: another worker may have claimed it meanwhile, or the run has to wait for another run. The store records
// that run, so that the next query skips the candidate.
func (s *Leases) Claim(ctx context.Context, request run.ClaimRequest) (*run.ClaimedRun, error) {
	for {
		candidates, err := s.candidates(ctx, request)
		if err != nil {
			return nil, translate(err)
		}
		claimed, progress, err := s.claimOneOf(ctx, request, candidates)
		if claimed != nil || err != nil || !progress {
			return claimed, err
		}
	}
}

// claimOneOf tries candidates in turn. A row that cannot be read must not stop the runs of other organizations, so its
// error is returned only if no candidate planned progress.
func (s *Leases) claimOneOf(
	ctx context.Context, request run.ClaimRequest, candidates []candidate,
) (claimed *run.ClaimedRun, progress bool, refused error) {
	for _, c := range candidates {
		var attempt claimAttempt
		err := s.write(ctx, func(t *tx) (err error) {
			attempt, err = t.tryClaim(ctx, request, c)
			return err
		})
		if err == nil && attempt.claimed != nil {
			claimed, err = s.unpack(ctx, attempt)
		}
		switch {
		case claimed != nil:
			return claimed, true, nil
		case fault.Is(err, fault.Internal):
			refused = errors.Join(refused, err)
		case err != nil:
			return nil, false, err
		}
		progress = progress || attempt.progress
	}
	if progress {
		refused = nil
	}
	return nil, progress, refused
}

// candidate is a run that can probably be claimed.
type candidate struct {
	key         run.Key
	environment ids.Environment
}

// claimable is the condition that a run can be claimed, as far as its row and its blocker show; $1 is the data folder
// id of the claim request. The column home stores a data folder id.
func (d dialect) claimable() string {
	return liveRuns + ` AND n.home IN ('', $1) AND CASE n.status
		WHEN 'running' THEN n.lease_until < ` + d.clock + `
		ELSE NOT EXISTS (SELECT 1 FROM runs b WHERE b.organization_id = n.organization_id AND b.id = n.blocked_by
			AND b.status IN ('waitingToRun', 'running')) END`
}

// maxCandidates is how many runs one query returns: more than one, because other workers query for the same runs.
const maxCandidates = 16

// candidates returns runs that can probably be claimed, oldest first.
func (s *Leases) candidates(ctx context.Context, request run.ClaimRequest) ([]candidate, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (c candidate, err error) {
		return c, scan(&c.key.Organization, &c.key.Run, &c.environment)
	}, s.db.dialect.candidates(), request.DataFolderID, maxCandidates+len(request.Except))
	return slices.DeleteFunc(found, func(c candidate) bool { return slices.Contains(request.Except, c.key) }), err
}

func (d dialect) candidates() string {
	return `SELECT n.organization_id, n.id, n.environment_id FROM runs n WHERE ` + d.claimable() + `
		ORDER BY n.created_at, n.organization_id, n.id LIMIT $2`
}

// claimAttempt is the result of trying to claim a run.
type claimAttempt struct {
	claimed  *run.ClaimedRun
	plan     []byte // of the claimed run
	progress bool   // something changed, so that another query may find more
}

// tryClaim claims a run in one transaction. It returns an empty attempt if another worker claimed it first or the run
// has to wait.
func (t *tx) tryClaim(ctx context.Context, request run.ClaimRequest, c candidate) (claimAttempt, error) {
	at, err := t.lockTarget(ctx, c.key.Organization, c.environment)
	if err != nil {
		return claimAttempt{}, err
	}
	row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+t.dialect.claimable()+
		` AND n.organization_id = $2 AND n.id = $3`+t.dialect.forUpdate, request.DataFolderID, c.key.Organization, c.key.Run)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) { // another worker claimed it first
		t.quiet = true
		return claimAttempt{}, nil
	}
	if err != nil {
		return claimAttempt{}, err
	}
	if r.Status == run.WaitingToRun {
		if blocked, err := t.block(ctx, r); err != nil || blocked {
			return claimAttempt{progress: blocked}, err
		}
	}
	planned, err := t.loadPlannedFor(ctx, r)
	if err != nil {
		return claimAttempt{}, err
	}
	after, reason := at.afterClaim(r, planned)
	if reason != "" {
		return claimAttempt{progress: true}, t.failRun(ctx, r, at, reason)
	}
	if err := t.updateTarget(ctx, r, at, after); err != nil {
		return claimAttempt{}, err
	}
	return t.acquireLease(ctx, request, r, planned.connection)
}

// failRun fails a run that cannot continue, whether it has started or not.
func (t *tx) failRun(ctx context.Context, r run.Run, at runTarget, reason string) error {
	outcome := run.Outcome{Status: run.Failed, Reason: reason}
	if r.Status == run.Running {
		return t.endAbandoned(ctx, &runEnd{run: r, outcome: outcome, target: at})
	}
	return t.endRun(ctx, &runEnd{run: r, outcome: outcome, target: at})
}

// block records which run a waiting run has to wait for. It returns false if there is none.
func (t *tx) block(ctx context.Context, r run.Run) (bool, error) {
	blocker, err := t.blocker(ctx, r)
	if err != nil || blocker == 0 {
		return false, err
	}
	t.quiet = true // it waits as before, so cached responses stay valid
	_, err = t.ExecContext(ctx, `UPDATE runs SET blocked_by = $1 WHERE organization_id = $2 AND id = $3`, blocker, r.Organization, r.ID)
	return err == nil, err
}

// plannedFor is what a run was planned for, compared with its environment now.
type plannedFor struct {
	snapshot   string
	connection ids.Connection
	isStale    bool   // the environment has changed since the deploy plan was made
	changed    string // the settings of the environment that have changed since a refresh was planned; empty if none
}

func (t *tx) loadPlannedFor(ctx context.Context, r run.Run) (planned plannedFor, err error) {
	var before project.SettingsFingerprint
	err = t.QueryRowContext(ctx, `SELECT n.snapshot, n.connection_id, n.footing_place, n.footing_parameters, EXISTS (SELECT 1 FROM plans p
			JOIN environments e ON e.organization_id = p.organization_id AND e.id = p.environment_id
			WHERE p.organization_id = n.organization_id AND p.id = n.plan_id AND p.version <> e.version)
		FROM runs n WHERE n.organization_id = $1 AND n.id = $2`, r.Organization, r.ID).
		Scan(&planned.snapshot, &planned.connection, &before.Target, &before.Parameters, &planned.isStale)
	if err != nil || r.Status != run.WaitingToRun || before == (project.SettingsFingerprint{}) {
		return planned, err
	}
	now, err := t.settingsFingerprint(ctx, r.Organization, r.Environment)
	planned.changed = before.Changed(now)
	return planned, err
}

// maxClaims ends a run that keeps crashing its workers.
const maxClaims = 100

// afterClaim returns the target of a run after the claim, or the reason why the run cannot continue.
func (at runTarget) afterClaim(r run.Run, planned plannedFor) (after runTarget, reason string) {
	switch {
	case r.Epoch >= maxClaims:
		return at, fmt.Sprintf("%d workers claimed the run, and each vanished before it ended", maxClaims)
	case at.kind == noTarget:
		return at, "environment " + ids.FormatNumber(r.Environment) + " was deleted"
	case at.status == project.Deleting:
		return at, "environment " + ids.FormatNumber(r.Environment) + " is being deleted"
	case r.Status == run.Running:
		return at, ""
	}
	if reason := at.staleReason(r, planned); reason != "" {
		return at, reason
	}
	after, err := at.afterStart(r.Type)
	if err != nil {
		return at, err.Error()
	}
	return after, ""
}

// staleReason returns why a waiting run can no longer start: the environment is not the one that it was planned for. It
// returns "" if the run can start.
func (at runTarget) staleReason(r run.Run, planned plannedFor) string {
	switch {
	case at.kind != environmentTarget:
		return ""
	case r.Type == run.Deploy && planned.isStale:
		return "the environment was changed after this plan was made; make a new plan"
	case r.Type == run.Deploy:
		return ""
	case at.isInFailedDeploy() && !r.Details.Force:
		return "a deployment failed after this run was planned; deploy again, or force the run"
	case at.snapshot != planned.snapshot:
		return "the environment was deployed again after this run was planned; start a new run"
	case planned.changed != "":
		return planned.changed + " of the environment were changed after this run was planned; start a new run"
	default:
		return ""
	}
}

// acquireLease makes the requester the owner of a run that is locked.
func (t *tx) acquireLease(ctx context.Context, request run.ClaimRequest, r run.Run, connection ids.Connection) (claimAttempt, error) {
	r.Status = run.Running
	r.Epoch++
	if r.StartedAt.IsZero() {
		r.StartedAt = fromMoment(moment(t.now))
	}
	sequence, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return claimAttempt{}, err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET status = $1, epoch = $2, started_at = $3, owner = $4, blocked_by = 0, changed = $5,
		lease_until = `+t.dialect.clock+` + $6 WHERE organization_id = $7 AND id = $8`,
		r.Status, r.Epoch, moment(r.StartedAt), request.Owner, sequence, request.Length.Milliseconds(), r.Organization, r.ID)
	if err != nil {
		return claimAttempt{}, err
	}
	claimed := &run.ClaimedRun{Lease: run.Lease{Key: r.Key(), Owner: request.Owner, Epoch: r.Epoch}, Run: r, Connection: connection}
	if claimed.Results, err = findNodes(ctx, t, r.Key()); err != nil {
		return claimAttempt{}, err
	}
	stored, err := findPlan(ctx, t, r.Key())
	return claimAttempt{claimed: claimed, plan: stored, progress: true}, err
}

// unpack decodes the plan of a claimed run. If the plan cannot be decoded, it fails the run and returns nil, because
// workers would claim such a run forever.
func (s *Leases) unpack(ctx context.Context, attempt claimAttempt) (*run.ClaimedRun, error) {
	claimed := attempt.claimed
	var err error
	if claimed.Plan, err = plan.Decode(attempt.plan); err == nil {
		return claimed, nil
	}
	return nil, s.Finish(ctx, claimed.Lease, run.Outcome{Status: run.Failed, Reason: err.Error()})
}

// findPlan returns the stored plan of a run; empty if there is none.
func findPlan(ctx context.Context, q querier, key run.Key) ([]byte, error) {
	var stored []byte
	err := q.QueryRowContext(ctx, `SELECT plan FROM run_plans WHERE organization_id = $1 AND run_id = $2`, key.Organization, key.Run).Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return stored, err
}
