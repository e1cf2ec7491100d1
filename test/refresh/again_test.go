package refresh_test

import (
	"context"
	"errors"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// appending has a node that adds its rows with every run, a node behind it, and one with a key of its own making.
func appending() project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.add(node("Fact", "FCT", rowColumns(), "PEOPLE"))
	p.query("Incremental", "INC", `@strategy("append") SELECT f."ID", f."NAME" FROM {{ ref('OUT', 'FCT') }} AS f`)
	p.add(node("persistentStage", "PSTG", rowColumns(), "PEOPLE"))
	return p
}

// by is a work of an owner in its nth epoch.
func by(owner string, epoch int64) func(*execute.Request) {
	return func(w *execute.Request) { w.Label = engine.Label{WorkID: owner, Epoch: epoch} }
}

// What was published and not recorded, because the process died in between, is not done again by the next owner.
func TestPublicationHappensOnceDespiteCrashes(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		s.makeTable("PEOPLE")
		s.makeTable("MORE")
		s.fill("PEOPLE", good...)
		c := s.compile(appending(), nil)
		s.install(c)
		p := s.plan(c)
		first := s.mustComplete(s.execute(p, by("crashed", 1)))
		second := s.mustComplete(s.execute(p, by("crashed", 2)))
		third := s.mustComplete(s.execute(p, by("crashed", 3)))
		for _, table := range []string{"FCT", "INC", "PSTG"} {
			s.expectIDs(table, good)
			for _, again := range []results{second, third} {
				if inserted(first[table]) != int64(len(good)) || inserted(again[table]) != inserted(first[table]) {
					s.t.Errorf("%s: first %+v, again %+v", table, first[table].Queries, again[table].Queries)
				}
			}
		}
		// Another run is another run.
		s.mustComplete(s.execute(p, by("another", 1)))
		s.expectIDs("FCT", append(good[:3:3], good...))
	})
}

func inserted(result run.NodeResult) int64 {
	var count int64
	for _, query := range result.Queries {
		count += query.Counts.Inserted
	}
	return count
}

// Results that were recorded are believed, and the rest is done.
func TestRecordedResultsAreKept(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(appending())
		one := p.Nodes[position(s, p, "FCT")]
		done := map[transform.NodeID]run.NodeResult{one.ID: {Node: one.ID, State: run.NodeComplete}}
		s.mustComplete(s.execute(p, by("resumed", 2), func(w *execute.Request) { w.Done = done }))
		s.expectIDs("FCT", good)
		s.expectIDs("INC", append(good[:3:3], good...))
	})
}

// An owner that is no longer alive publishes nothing, and the next one does it once.
func TestReplacedOwnerPublishesNothing(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		s.makeTable("PEOPLE")
		s.makeTable("MORE")
		s.fill("PEOPLE", good...)
		c := s.compile(appending(), nil)
		s.install(c)
		p := s.plan(c)
		gone := errors.New("the lease has passed")
		work := execute.Request{
			Plan: p, Engine: s.engine, Label: engine.Label{WorkID: "dead", Epoch: 1}, Parallelism: 4, Journal: newJournal(p),
			CheckLease: func() error { return gone },
		}
		if outcome, isOver := execute.Execute(s.t.Context(), work); isOver {
			s.t.Errorf("the work is over: %+v", outcome)
		}
		s.expectIDs("FCT", nil)
		s.mustComplete(s.execute(p, by("dead", 2)))
		s.expectIDs("FCT", good)
		s.expectIDs("INC", good)
	})
}

// A run that is canceled ends canceled, with what was finished in place.
func TestCanceledRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(appending())
		ctx, cancel := context.WithCancelCause(s.t.Context())
		cancel(execute.ErrCancelRequested)
		heard := newJournal(p)
		outcome, isOver := execute.Execute(ctx, execute.Request{Plan: p, Engine: s.engine, Label: s.nextLabel(), Parallelism: 4, Journal: heard})
		if !isOver || outcome.Status != run.Canceled {
			s.t.Errorf("the run ended as %+v, %v", outcome, isOver)
		}
		s.expectIDs("FCT", good)
	})
}

func position(s *fixture, p plan.Plan, name string) int {
	s.t.Helper()
	for i := range p.Nodes {
		if p.Nodes[i].Name == name {
			return i
		}
	}
	s.t.Fatalf("the plan has no node %s", name)
	return 0
}
