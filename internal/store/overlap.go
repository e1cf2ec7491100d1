package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// blocker returns the newest run that a waiting run has to wait for; 0 if there is none. A run waits for the earlier
// runs of its target that have not ended and share a node with it. A later run never blocks: it would have had to wait
// for this run.
func (t *tx) blocker(ctx context.Context, r run.Run) (ids.Run, error) {
	type candidate struct {
		id   ids.Run
		kind run.Type
	}
	earlier, err := queryAll(ctx, t, func(scan scanner) (c candidate, err error) { return c, scan(&c.id, &c.kind) },
		`SELECT n.id, n.type FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns+` AND n.id < $3 ORDER BY n.id DESC`,
		r.Organization, r.Environment, r.ID)
	if err != nil || len(earlier) == 0 {
		return 0, err
	}
	own, err := t.nodeSet(ctx, r.Key())
	if err != nil {
		return 0, err
	}
	for _, c := range earlier {
		if r.Type == run.Deploy || c.kind == run.Deploy {
			return c.id, nil
		}
		other, err := t.nodeSet(ctx, run.Key{Organization: r.Organization, Run: c.id})
		if err != nil {
			return 0, err
		}
		if shareNode(own, other) {
			return c.id, nil
		}
	}
	return 0, nil
}

type nodeSet map[transform.NodeID]bool

// nodeSet returns the nodes of a run's plan.
func (t *tx) nodeSet(ctx context.Context, key run.Key) (nodeSet, error) {
	var stored []byte
	err := t.QueryRowContext(ctx, `SELECT node_ids FROM run_plans WHERE organization_id = $1 AND run_id = $2`, key.Organization, key.Run).Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // a run without a plan has no nodes, and a nil map is an empty one
	}
	if err != nil {
		return nil, err
	}
	var nodes []transform.NodeID
	if err := json.Unmarshal(stored, &nodes); err != nil {
		return nil, err
	}
	set := make(nodeSet, len(nodes))
	for _, id := range nodes {
		set[id] = true
	}
	return set, nil
}

func shareNode(one, other nodeSet) bool {
	if len(one) > len(other) {
		one, other = other, one
	}
	for id := range one {
		if other[id] {
			return true
		}
	}
	return false
}
