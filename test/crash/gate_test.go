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

// gates are tables that the test keeps for itself, so that a deploy stands still in the step that changes one of them.
type gates struct {
	tables map[*target]string
	window *window
	open   func() // lets everybody pass
}

// closeGates closes one gate for each target that has something to be changed, where an engine lets the test do that.
func (s *deploySuite) closeGates(ctx context.Context) *gates {
	tables := map[*target]string{}
	for _, t := range s.targets {
		if names := t.changing(); s.isAlwaysOpen && len(names) > 0 {
			tables[t] = pick(names)
		}
	}
	return s.lock(ctx, tables)
}

// closeGate closes one gate for the first target.
func (s *deploySuite) closeGate(ctx context.Context, table string) *gates {
	return s.lock(ctx, map[*target]string{s.targets[0]: table})
}

func (s *deploySuite) lock(ctx context.Context, tables map[*target]string) *gates {
	g := &gates{tables: tables, open: func() {}}
	if len(tables) == 0 {
		return g
	}
	g.window = s.look(s.t)
	session, err := g.window.opened.Session(ctx, engine.Label{WorkID: "gates"})
	s.must(err)
	s.must(session.Begin(ctx))
	for _, table := range tables {
		_, err := session.Exec(ctx, "LOCK TABLE "+table+" IN ACCESS EXCLUSIVE MODE")
		s.must(err)
	}
	g.open = sync.OnceFunc(func() {
		_ = session.Close() // which gives the locks back, as closing the window would
		g.window.close(s.t)
	})
	return g
}

// changing are the tables that are there and that the plan changes or drops.
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

// reachGates waits until the deploy of every target that has a gate stands at it.
func (s *deploySuite) reachGates(ctx context.Context, g *gates) {
	for begin := time.Now(); len(g.tables) > 0 && time.Since(begin) < maxWait; time.Sleep(glance) {
		if waiting, err := g.waiting(ctx); err != nil || waiting == len(g.tables) {
			s.must(err)
			return
		}
	}
}

// awaitOwner waits until the owner of the first target's run who has this epoch stands at its gate.
func (s *deploySuite) awaitOwner(ctx context.Context, g *gates, epoch int64) {
	for ; ; time.Sleep(glance) {
		waiting, err := g.waiting(ctx)
		s.must(err)
		r, err := s.targets[0].run(ctx)
		s.must(err)
		if waiting > 0 && r.Epoch == epoch {
			return
		}
	}
}

// waiting counts the gates that a statement waits at.
func (g *gates) waiting(ctx context.Context) (int, error) {
	var list []string
	for _, table := range g.tables {
		list = append(list, fmt.Sprintf("CAST('%s' AS regclass)", table))
	}
	rows, err := g.window.ask(ctx, "SELECT DISTINCT relation FROM pg_locks WHERE NOT granted AND relation IN ("+strings.Join(list, ", ")+")")
	return len(rows), err
}
