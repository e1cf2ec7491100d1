package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Finish ends a run and applies the consequences of its end.
func (s *Leases) Finish(ctx context.Context, lease run.Lease, outcome run.Outcome) error {
	return s.SaveAndFinish(ctx, lease, nil, outcome)
}

// SaveAndFinish stores the last results of a run, ends it and applies the consequences of its end, in one transaction.
func (s *Leases) SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	if !outcome.Status.IsOver() || !run.Running.CanMove(outcome.Status) {
		return fault.New(fault.Internal, "a run cannot end as %q", outcome.Status)
	}
	rows, err := packNodes(results)
	if err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		r, at, err := t.lockFinished(ctx, lease)
		if err != nil {
			return err
		}
		return t.endRun(ctx, &runEnd{run: r, outcome: outcome, target: at, last: rows})
	})
}

// lockFinished locks a run that its owner ends, and its target.
func (t *tx) lockFinished(ctx context.Context, lease run.Lease) (r run.Run, at runTarget, err error) {
	find := func(lock string) error {
		row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+leaseCondition+lock, leaseArgs(lease)...)
		r, err = scanRun(row.Scan)
		return err
	}
	// A run never changes its environment, so this query needs no lock. The environment is locked before the run.
	if err = find(""); err == nil {
		at, err = t.lockTarget(ctx, lease.Key.Organization, r.Environment)
	}
	if err == nil && t.dialect.forUpdate != "" {
		err = find(t.dialect.forUpdate)
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = run.LeaseLost(lease.Key)
	}
	return r, at, err
}

// endRun ends a run that is locked, as its target is, and applies the consequences. The run gets the highest sequence number,
// so that clients that follow changes receive its nodes first.
func (t *tx) endRun(ctx context.Context, end *runEnd) error {
	r, outcome := end.run, end.outcome
	if !r.Status.CanMove(outcome.Status) {
		return fault.New(fault.Internal, "run %d cannot go from %s to %s", r.ID, r.Status, outcome.Status)
	}
	left, err := t.unfinishedNodes(ctx, end)
	if err != nil {
		return err
	}
	sequence, err := t.nextSequence(ctx, r.Organization, len(left)+1)
	if err != nil {
		return err
	}
	stored, err := t.upsertNodes(ctx, r, left, sequence)
	if err != nil {
		return err
	}
	if end.hasAllResults() && stored == int64(len(left)) {
		end.all = left
	}
	err = t.QueryRowContext(ctx, `UPDATE runs SET status = $1, failure_reason = $2, ended_at = $3, owner = '', lease_until = 0,
		blocked_by = 0, changed = $4, failed_tests = `+failedTestsOfRun+` WHERE organization_id = $5 AND id = $6 RETURNING failed_tests`,
		outcome.Status, storedReason(outcome), moment(t.now), sequence+int64(len(left)), r.Organization, r.ID).Scan(&end.run.FailedTests)
	if err != nil {
		return err
	}
	return t.applyRunEnd(ctx, end)
}

// failedTestsOfRun counts the failed tests of a run in an UPDATE of runs.
const failedTestsOfRun = `(SELECT coalesce(sum(d.failed_tests), 0) FROM run_nodes d WHERE d.organization_id = runs.organization_id
	AND d.run_id = runs.id)`

// storedReason returns why a run failed, as it is stored. The reason may contain an engine's message with any bytes;
// these must not prevent the run from ending.
func storedReason(outcome run.Outcome) string {
	if outcome.Status != run.Failed {
		return ""
	}
	return strings.ReplaceAll(strings.ToValidUTF8(outcome.Reason, "\uFFFD"), "\x00", "")
}

// unfinishedNodes returns the last results of a run, and its nodes that have not ended, in the state that they get by the end
// of the run.
func (t *tx) unfinishedNodes(ctx context.Context, end *runEnd) ([]nodeRow, error) {
	if end.hasAllResults() {
		return end.last, nil
	}
	left, err := queryAll(ctx, t, scanNode, `SELECT `+nodeColumns+` FROM run_nodes d
		WHERE d.organization_id = $1 AND d.run_id = $2 AND d.state IN ('waiting', 'running')`, end.run.Organization, end.run.ID)
	if err != nil {
		return nil, err
	}
	isLast := make(map[transform.NodeID]bool, len(end.last))
	for i := range end.last {
		isLast[end.last[i].Node] = true
	}
	left = slices.DeleteFunc(left, func(node run.NodeResult) bool { return isLast[node.Node] })
	var rows []nodeRow
	for i := range end.last {
		if end.last[i].State.IsOver() {
			rows = append(rows, end.last[i])
		} else {
			left = append(left, end.last[i].NodeResult)
		}
	}
	for i := range left {
		left[i] = endUnfinished(left[i], end.outcome.Status, t.now)
	}
	ended, err := packNodes(left)
	return append(rows, ended...), err
}

// endUnfinished returns the result of a node that had not ended when its run ended.
func endUnfinished(node run.NodeResult, status run.Status, now time.Time) run.NodeResult {
	node.State, node.EndedAt = unfinishedState(status), now
	for i := range node.Queries {
		if node.Queries[i].State == run.NodeRunning {
			node.Queries[i].State, node.Queries[i].EndedAt = run.NodeCanceled, now
		}
	}
	return node
}

// unfinishedState returns the state of nodes that a run did not finish.
func unfinishedState(status run.Status) run.NodeState {
	if status == run.Canceled {
		return run.NodeCanceled
	}
	return run.NodeSkipped
}
