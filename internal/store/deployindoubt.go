package store

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// markDeploymentInDoubt records what may be true after a deploy whose owner vanished: running steps may have been
// committed without a record. The stored states of their nodes get these steps' states as candidates, and the next plan
// reads from the engine which of them is true. The plan cannot be resumed, because a step could run twice.
func (t *tx) markDeploymentInDoubt(ctx context.Context, end *runEnd) error {
	if !end.isAbandoned || !end.hasDeployed() {
		return nil
	}
	r := end.run
	type pair struct {
		node, step        transform.NodeID
		stored, candidate []byte
	}
	pairs, err := queryAll(ctx, t, func(scan scanner) (p pair, err error) { return p, scan(&p.node, &p.step, &p.stored, &p.candidate) },
		`SELECT e.node_id, s.step, e.state, s.state FROM environment_nodes e
		JOIN plan_states s ON s.organization_id = e.organization_id AND s.node_id = e.node_id
		JOIN run_nodes d ON d.organization_id = s.organization_id AND d.node_id = s.step AND d.run_id = $3
		WHERE e.organization_id = $1 AND e.environment_id = $2 AND s.plan_id = $4 AND s.state <> '' AND d.state = 'failed'
		ORDER BY e.node_id, s.position`, r.Organization, r.Environment, r.ID, r.Details.Plan)
	if err != nil {
		return err
	}
	states := map[transform.NodeID]*difference.State{}
	for _, p := range pairs {
		if !end.inDoubt[p.step] {
			continue
		}
		var candidate difference.State
		if err := json.Unmarshal(p.candidate, &candidate); err != nil {
			return err
		}
		if states[p.node] == nil {
			states[p.node] = new(difference.State)
			if err := json.Unmarshal(p.stored, states[p.node]); err != nil {
				return err
			}
		}
		states[p.node].Candidates = append(states[p.node].Candidates, candidate)
	}
	if err := t.storeStatesInDoubt(ctx, r, states); err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE environments SET version = version + 1 WHERE organization_id = $1 AND id = $2`, r.Organization, r.Environment)
	return err
}

func (t *tx) storeStatesInDoubt(ctx context.Context, r run.Run, states map[transform.NodeID]*difference.State) error {
	for id, state := range states {
		raw, err := json.Marshal(state)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE environment_nodes SET state = $1 WHERE organization_id = $2 AND environment_id = $3 AND node_id = $4`,
			string(raw), r.Organization, r.Environment, id)
		if err != nil {
			return err
		}
	}
	return nil
}
