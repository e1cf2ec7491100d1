package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Finish ends a run, and moves its environment to what follows from it.
func (s *Leases) Finish(ctx context.Context, lease run.Lease, outcome run.Outcome) error {
	if !outcome.Status.IsOver() || !run.Running.CanMove(outcome.Status) {
		return fault.New(fault.Internal, "a run cannot end as %q", outcome.Status)
	}
	return s.write(ctx, func(t *tx) error {
		// A run stays in its environment, so this look needs no lock; the environment is locked before the run.
		var environment ids.Environment
		err := t.QueryRowContext(ctx, `SELECT n.environment_id FROM runs n WHERE `+held, leaseArgs(lease)...).Scan(&environment)
		if errors.Is(err, sql.ErrNoRows) {
			return run.LeaseLost(lease.Key)
		}
		if err != nil {
			return err
		}
		at, err := t.lockTarget(ctx, lease.Key.Organization, environment)
		if err != nil {
			return err
		}
		row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+held+t.dialect.forUpdate, leaseArgs(lease)...)
		r, err := scanRun(row.Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return run.LeaseLost(lease.Key)
		}
		if err != nil {
			return err
		}
		return t.endRun(ctx, r, at, outcome)
	})
}

// endRun ends a run that is locked, as its target is. Its own mark is the last: who follows changes hears of the nodes
// first.
func (t *tx) endRun(ctx context.Context, r run.Run, at runTarget, outcome run.Outcome) error {
	if !r.Status.CanMove(outcome.Status) {
		return fault.New(fault.Internal, "run %d cannot go from %s to %s", r.ID, r.Status, outcome.Status)
	}
	left, err := t.leftNodes(ctx, r, outcome)
	if err != nil {
		return err
	}
	mark, err := t.nextSequence(ctx, r.Organization, len(left)+1)
	if err != nil {
		return err
	}
	if err := t.upsertNodes(ctx, r, left, mark); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET status = $1, failure_reason = $2, ended_at = $3, owner = '', lease_until = 0,
		blocked_by = 0, changed = $4 WHERE organization_id = $5 AND id = $6`,
		outcome.Status, storedReason(outcome), moment(t.now), mark+int64(len(left)), r.Organization, r.ID)
	if err != nil {
		return err
	}
	if err := t.applyDeployedStates(ctx, r, outcome); err != nil {
		return err
	}
	if err := t.recordBuilds(ctx, r, at); err != nil {
		return err
	}
	fired, err := t.applyRunEndToSchedules(ctx, r, outcome)
	if err != nil {
		return err
	}
	if err := t.enqueueWebhooks(ctx, r, outcome, fired); err != nil {
		return err
	}
	end := ending{run: r, outcome: outcome}
	if end.snapshot, end.alone, err = t.around(ctx, r); err != nil {
		return err
	}
	return t.updateTarget(ctx, r, at, at.ended(end))
}

// storedReason is why a run failed. It may be made of what an engine said, and nothing in it may keep the run from ending.
func storedReason(outcome run.Outcome) string {
	if outcome.Status != run.Failed {
		return ""
	}
	return strings.ReplaceAll(strings.ToValidUTF8(outcome.Reason, "\uFFFD"), "\x00", "")
}

// around gives the snapshot that a run was made for, and whether it was the only one of its target that was running.
func (t *tx) around(ctx context.Context, r run.Run) (snapshot string, alone bool, err error) {
	err = t.QueryRowContext(ctx, `SELECT snapshot FROM runs WHERE organization_id = $1 AND id = $2`, r.Organization, r.ID).Scan(&snapshot)
	if err != nil {
		return "", false, err
	}
	var others int
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns+`
		AND n.status = 'running' AND n.id <> $3`, r.Organization, r.Environment, r.ID).Scan(&others)
	return snapshot, others == 0, err
}

// leftNodes gives the nodes of a run that are not over as they will be when the run is.
func (t *tx) leftNodes(ctx context.Context, r run.Run, outcome run.Outcome) ([]nodeRow, error) {
	left, err := queryAll(ctx, t, scanNode, `SELECT `+nodeColumns+` FROM run_nodes d
		WHERE d.organization_id = $1 AND d.run_id = $2 AND d.state IN ('waiting', 'running')`, r.Organization, r.ID)
	if err != nil {
		return nil, err
	}
	for i := range left {
		left[i] = giveUp(left[i], outcome.Status, t.now)
	}
	return packNodes(left)
}

// failRun is a node that was not over when its run ended.
func giveUp(node run.NodeResult, status run.Status, now time.Time) run.NodeResult {
	node.State, node.EndedAt = leftState(status), now
	for i := range node.Queries {
		if node.Queries[i].State == run.NodeRunning {
			node.Queries[i].State, node.Queries[i].EndedAt = run.NodeCanceled, now
		}
	}
	return node
}

// leftState is the state of nodes that a run did not finish.
func leftState(status run.Status) run.NodeState {
	if status == run.Canceled {
		return run.NodeCanceled
	}
	return run.NodeSkipped
}
