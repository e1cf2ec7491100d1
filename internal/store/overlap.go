package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// The search for a run that blocks reads earlier runs with their nodes, newest first: a few, because mostly the newest one blocks, and
// then many at once, because each statement costs as much as many rows.
const (
	earlierFirst = 8
	earlierNext  = 64
)

// blocker returns the newest run that a waiting run has to wait for; 0 if there is none. A run waits for the earlier
// runs of its target that have not ended and share a node with it. A later run never blocks: it would have had to wait
// for this run.
func (t *tx) blocker(ctx context.Context, r run.Run) (ids.Run, error) {
	s := blockerSearch{run: r, last: r.ID}
	isOver, err := s.read(ctx, t, earlierFirst)
	for !isOver && err == nil {
		isOver, err = s.read(ctx, t, earlierNext)
	}
	return s.found, err
}

// blockerSearch searches the run that a waiting run has to wait for.
type blockerSearch struct {
	run   run.Run
	own   nodeSet
	last  ids.Run // the oldest run that is not read yet, or a newer one
	found ids.Run // 0 if there is none
}

// read reads the next runs: first the waiting run itself, then those that were requested before it. It reports whether the search is
// over. It stops at the first run that blocks, so that it decodes no more nodes than it needs.
func (s *blockerSearch) read(ctx context.Context, t *tx, limit int) (isOver bool, err error) {
	rows, err := t.QueryContext(ctx, `SELECT n.id, n.type, coalesce(p.node_ids, '[]') FROM runs n
		LEFT JOIN run_plans p ON p.organization_id = n.organization_id AND p.run_id = n.id
		WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns+` AND n.id <= $3 ORDER BY n.id DESC LIMIT $4`,
		s.run.Organization, s.run.Environment, s.last, limit)
	if err != nil {
		return true, err
	}
	defer rows.Close()
	count := 0
	for ; rows.Next(); count++ {
		var e earlierRun
		if err := rows.Scan(&e.id, &e.kind, &e.nodes); err != nil {
			return true, err
		}
		if blocks, err := s.add(e); err != nil || blocks {
			return true, err
		}
	}
	return count < limit, rows.Err()
}

// earlierRun is a run that was requested before another one of the same target, or that run itself.
type earlierRun struct {
	id    ids.Run
	kind  run.Type
	nodes sql.RawBytes // a JSON list
}

// add reports whether the waiting run has to wait for a run that was read. A deploy shares every node.
func (s *blockerSearch) add(e earlierRun) (blocks bool, err error) {
	s.last = e.id - 1
	if e.id == s.run.ID {
		s.own, err = newNodeSet(e.nodes)
		return false, err
	}
	if s.run.Type == run.Deploy || e.kind == run.Deploy {
		s.found = e.id
		return true, nil
	}
	nodes, err := newNodeSet(e.nodes)
	if err == nil && shareNode(s.own, nodes) {
		s.found = e.id
	}
	return s.found != 0, err
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

// newNodeSet returns the nodes of a list in JSON.
func newNodeSet(list []byte) (nodeSet, error) {
	var nodes []transform.NodeID
	if err := json.Unmarshal(list, &nodes); err != nil {
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
