package store

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// Results returns a run that the caller can see, its plan and the results of its nodes, all read on one database
// snapshot.
func (s *Runs) Results(ctx context.Context, sees account.Visibility, id ids.Run) (run.Results, error) {
	var results run.Results
	var stored []byte
	err := s.db.read(ctx, func(q querier) (err error) {
		if results.Run, err = findRun(ctx, q, sees, id); err != nil {
			return err
		}
		if results.Nodes, err = findNodes(ctx, q, results.Run.Key()); err != nil {
			return err
		}
		stored, err = findPlan(ctx, q, results.Run.Key())
		return err
	})
	if err != nil {
		return run.Results{}, err
	}
	if results.Plan, err = plan.Decode(stored); err != nil {
		return run.Results{}, translate(err)
	}
	if results.Run.Status.IsOver() {
		addUnreached(results)
	}
	return results, nil
}

// addUnreached adds the nodes that a run never reached, in the state that they have after its end. They have no rows,
// because a run that ends early may have thousands of them.
func addUnreached(results run.Results) {
	for i := range results.Plan.Nodes {
		node := &results.Plan.Nodes[i]
		if _, reached := results.Nodes[node.ID]; !reached {
			results.Nodes[node.ID] = run.NodeResult{Node: node.ID, Name: node.Name, State: unfinishedState(results.Run.Status)}
		}
	}
}
