package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// runEnd is the end of a run as its consequences see it. The run and its target are locked.
type runEnd struct {
	run     run.Run // as it was before its end
	outcome run.Outcome
	target  runTarget // as it was before the end of the run
	last    []nodeRow // results that are stored with the end
	all     []nodeRow // the results of all nodes as they are stored; nil if only the database knows them
	// isAbandoned is true when the owner of the run vanished. Then inDoubt contains the nodes that were running: their
	// outcome is unknown.
	isAbandoned bool
	inDoubt     map[transform.NodeID]bool
	// firing is the end of the firing that started the run; zero if there is none. The firings set it, the webhooks read it.
	firing firingEnd
}

// hasAllResults reports whether the last results are those of all nodes, and final: a run of a few milliseconds has stored no others.
func (e *runEnd) hasAllResults() bool {
	isUnfinished := func(row nodeRow) bool { return !row.State.IsOver() }
	return e.run.Type == run.Refresh && len(e.last) > 0 && len(e.last) == e.run.Nodes && !slices.ContainsFunc(e.last, isUnfinished)
}

// isCanceledBeforeStart reports whether the run was canceled while it waited. Such a run changed nothing in its target.
func (e *runEnd) isCanceledBeforeStart() bool {
	return e.outcome.Status == run.Canceled && e.run.Epoch == 0
}

// hasDeployed reports whether the run worked on a deploy plan.
func (e *runEnd) hasDeployed() bool {
	return e.run.Type == run.Deploy && e.run.Details.Plan != "" && !e.isCanceledBeforeStart()
}

// consequence is something that follows from the end of a run.
type consequence struct {
	name  string
	apply func(*tx, context.Context, *runEnd) error
}

// runEndConsequences lists everything that follows from the end of a run, in the order in which it is applied. To react to
// the end of a run, add a row: a method of tx in the file of its noun. It runs in the transaction that ends the run, so its
// error rolls the end back; what may fail by itself, such as a request to another server, belongs into an outbox table.
func runEndConsequences() []consequence {
	return []consequence{
		{"deployed states", (*tx).applyDeployedStates},
		{"deployed states in doubt", (*tx).markDeploymentInDoubt}, // adds to the states that the row above stores
		{"build records", (*tx).recordBuilds},
		{"summary", (*tx).storeRunSummary},
		{"firings", (*tx).applyRunEndToSchedules},
		{"webhooks", (*tx).enqueueWebhooks}, // also notifies of the firing that the row above ends
		{"target status", (*tx).applyRunEndToTarget},
		{"blocked runs", (*tx).unblockRuns},
	}
}

// applyRunEnd applies every consequence of the end of a run, in the transaction that ends it.
func (t *tx) applyRunEnd(ctx context.Context, end *runEnd) error {
	for _, c := range runEndConsequences() {
		if err := c.apply(t, ctx, end); err != nil {
			return fmt.Errorf("%s of run %d: %w", c.name, end.run.ID, err)
		}
	}
	return nil
}
