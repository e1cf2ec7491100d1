package crash_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// tableLocks are locks on tables, so that a deployment waits in the step that changes one of them.
type tableLocks struct {
	tables  map[*target]string
	data    *dataReader
	release func() // releases all locks
}

// lockTables locks one table for each target whose plan changes a table, if the engine allows it while servers run.
func (s *deploySuite) lockTables(ctx context.Context) *tableLocks {
	tables := map[*target]string{}
	for _, t := range s.targets {
		if names := t.changing(); s.isReadableWhileRunning && len(names) > 0 {
			tables[t] = pick(names)
		}
	}
	return s.acquireLocks(ctx, tables)
}

// lockTable locks one table of the first target.
func (s *deploySuite) lockTable(ctx context.Context, table string) *tableLocks {
	return s.acquireLocks(ctx, map[*target]string{s.targets[0]: table})
}

func (s *deploySuite) acquireLocks(ctx context.Context, tables map[*target]string) *tableLocks {
	g := &tableLocks{tables: tables, release: func() {}}
	if len(tables) == 0 {
		return g
	}
	g.data = s.openData(s.t)
	session, err := g.data.engine.Session(ctx, engine.Label{WorkID: "locks"})
	s.must(err)
	s.must(session.Begin(ctx))
	for _, table := range tables {
		_, err := session.Exec(ctx, "LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE")
		s.must(err)
	}
	g.release = sync.OnceFunc(func() {
		_ = session.Close() // which releases the locks, as closing the engine would
		g.data.close(s.t)
	})
	return g
}

// changing returns the existing tables that the plan changes or drops.
func (t *target) changing() []string {
	var names []string
	if t.before == nil {
		return nil
	}
	for _, phase := range []map[string]api.PlanEdit{t.plan.PhasedNodeEdits.AlteredTable, t.plan.PhasedNodeEdits.DeletedTable} {
		for id := range phase {
			if state := t.before.states[transform.NodeID(id)]; state.Kind == difference.Table && len(*phase[id].Steps) > 0 {
				names = append(names, t.before.tableOf(state))
			}
		}
	}
	return names
}

// awaitLockWaits waits until the deployment of every target with a lock waits for it.
func (s *deploySuite) awaitLockWaits(ctx context.Context, g *tableLocks) {
	for begin := time.Now(); len(g.tables) > 0 && time.Since(begin) < maxWait; time.Sleep(pollInterval) {
		if waiting, err := g.waiting(ctx); err != nil || waiting == len(g.tables) {
			s.must(err)
			return
		}
	}
}

// awaitOwner waits until the owner with this epoch of the first target's run waits for its lock.
func (s *deploySuite) awaitOwner(ctx context.Context, g *tableLocks, epoch int64) {
	for ; ; time.Sleep(pollInterval) {
		waiting, err := g.waiting(ctx)
		s.must(err)
		r, err := s.targets[0].run(ctx)
		s.must(err)
		if waiting > 0 && r.Epoch == epoch {
			return
		}
	}
}

// waiting counts the locks that a statement waits for.
func (g *tableLocks) waiting(ctx context.Context) (int, error) {
	var list []string
	for _, table := range g.tables {
		list = append(list, fmt.Sprintf("CAST('%s' AS regclass)", table))
	}
	rows, err := g.data.query(ctx, "SELECT DISTINCT relation FROM pg_locks WHERE NOT granted AND relation IN ("+strings.Join(list, ", ")+")")
	return len(rows), err
}
