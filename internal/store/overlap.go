package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// earlierAtOnce is how many earlier runs one query returns. Mostly the newest one blocks.
const earlierAtOnce = 8

// blocker returns the newest run that a waiting run has to wait for; 0 if there is none. A run waits for the earlier
// runs of its target that have not ended and share a node with it. A later run never blocks: it would have had to wait
// for this run.
func (t *tx) blocker(ctx context.Context, r run.Run) (ids.Run, error) {
	var own nodeSet
	for before := r.ID; ; {
		earlier, err := queryAll(ctx, t, func(scan scanner) (e earlierRun, err error) { return e, scan(&e.id, &e.kind) },
			`SELECT n.id, n.type FROM runs n WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns+` AND n.id < $3
			ORDER BY n.id DESC LIMIT $4`, r.Organization, r.Environment, before, earlierAtOnce)
		if err != nil || len(earlier) == 0 {
			return 0, err
		}
		if own == nil {
			if own, err = t.nodeSet(ctx, r.Key()); err != nil {
				return 0, err
			}
		}
		for _, e := range earlier {
			blocks, err := t.blocks(ctx, r, own, e)
			if err != nil || blocks {
				return e.id, err
			}
		}
		if len(earlier) < earlierAtOnce {
			return 0, nil
		}
		before = earlier[len(earlier)-1].id
	}
}

// earlierRun is a run that was requested before another one of the same target.
type earlierRun struct {
	id   ids.Run
	kind run.Type
}

// blocks reports whether a waiting run, which has its own nodes, has to wait for an earlier one. A deploy shares every node.
func (t *tx) blocks(ctx context.Context, r run.Run, own nodeSet, e earlierRun) (bool, error) {
	if r.Type == run.Deploy || e.kind == run.Deploy {
		return true, nil
	}
	other, err := t.nodeSet(ctx, run.Key{Organization: r.Organization, Run: e.id})
	return err == nil && shareNode(own, other), err
}

// unblockRuns lets the runs start that waited for the run that ends, unless they have to wait for another one.
func (t *tx) unblockRuns(ctx context.Context, end *runEnd) error {
	_, err := t.ExecContext(ctx, `UPDATE runs SET blocked_by = 0 WHERE status = 'waitingToRun' AND blocked_by > 0 AND blocked_by = $1
		AND organization_id = $2`, end.run.ID, end.run.Organization)
	return err
}

// unblockInterval is the time between searches for runs that wait for one that has ended.
const unblockInterval = 10 * time.Second

// unblockStale lets the runs start that wait for a run that has ended. There are none, unless a server of an earlier version
// ended it.
func (s *Leases) unblockStale(ctx context.Context) error {
	const stale = `n.status = 'waitingToRun' AND n.blocked_by > 0 AND NOT EXISTS (SELECT 1 FROM runs b
		WHERE b.organization_id = n.organization_id AND b.id = n.blocked_by AND b.status IN ('waitingToRun', 'running'))`
	var isSome bool
	err := s.db.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM runs n WHERE `+stale+`)`).Scan(&isSome)
	if err != nil || !isSome {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		t.quiet = true // they wait as before
		_, err := t.ExecContext(ctx, `UPDATE runs AS n SET blocked_by = 0 WHERE `+stale)
		return err
	})
}

// interval limits how often something is done.
type interval struct {
	length time.Duration

	mu   sync.Mutex
	last time.Time
}

// isDue reports whether it is time again.
func (i *interval) isDue(now time.Time) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if since := now.Sub(i.last); since >= 0 && since < i.length {
		return false
	}
	i.last = now
	return true
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
