package store

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// runSummary is the part of a description that no longer changes when the run has ended. It is stored with the run, so
// that a list does not read thousands of nodes.
type runSummary struct {
	NodeCounts map[run.NodeState]int `json:"nodeCounts"`
	FirstError *run.NodeError        `json:"firstError,omitempty"`
}

// storeRunSummary stores the summary of a run that ends.
func (t *tx) storeRunSummary(ctx context.Context, end *runEnd) error {
	ended := end.run
	ended.Status = end.outcome.Status
	described := map[ids.Run]run.Description{}
	d := newDescription(ended.Organization, []run.Run{ended}, described)
	if end.all != nil {
		d.change(ended.ID, func(found *run.Description) { found.NodeCounts = countStates(end.all, ended.Status) })
	} else if err := d.nodeCounts(ctx, t); err != nil {
		return err
	}
	if err := d.firstErrors(ctx, t); err != nil {
		return err
	}
	found := described[ended.ID]
	summary, err := json.Marshal(runSummary{NodeCounts: found.NodeCounts, FirstError: found.FirstError})
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET summary = $1 WHERE organization_id = $2 AND id = $3`, string(summary), ended.Organization, ended.ID)
	return err
}

// countStates counts the results of all nodes as nodeCounts does, which counts the nodes that were not reached in any case.
func countStates(rows []nodeRow, status run.Status) map[run.NodeState]int {
	counts := map[run.NodeState]int{unfinishedState(status): 0}
	for i := range rows {
		counts[rows[i].State]++
	}
	return counts
}

// summaries adds the stored summaries. Runs that have not ended, and those of earlier versions, have none.
func (d *description) summaries(ctx context.Context, q querier) error {
	condition, args, _ := d.wanted("n.id", nil)
	type row struct {
		id      ids.Run
		summary []byte
	}
	rows, err := queryAll(ctx, q, func(scan scanner) (r row, err error) { return r, scan(&r.id, &r.summary) },
		`SELECT n.id, n.summary FROM runs n WHERE n.organization_id = $1 AND n.summary <> '' AND `+condition, args...)
	if err != nil {
		return err
	}
	for _, r := range rows {
		var stored runSummary
		if err := json.Unmarshal(r.summary, &stored); err != nil {
			return err
		}
		d.summarized[r.id] = true
		d.change(r.id, func(found *run.Description) {
			found.NodeCounts, found.FirstError = stored.NodeCounts, stored.FirstError
		})
	}
	return nil
}

// needsSummary reports whether the nodes of a run must be read.
func (d *description) needsSummary(r *run.Run) bool { return !d.summarized[r.ID] }
