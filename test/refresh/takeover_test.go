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

// appending returns a project with a node that adds its rows in every run, a node that reads it, and a node that
// generates its own key.
func appending() project {
	p := newProject()
	p.add(source("PEOPLE", rowColumns()...))
	p.add(source("MORE", rowColumns()...))
	p.add(node("Fact", "FCT", rowColumns(), "PEOPLE"))
	p.query("Incremental", "INC", `@strategy("append") SELECT f."ID", f."NAME" FROM {{ ref('OUT', 'FCT') }} AS f`)
	p.add(node("persistentStage", "PSTG", rowColumns(), "PEOPLE"))
	return p
}

// by sets the owner and the epoch of a request.
func by(owner string, epoch int64) func(*execute.Request) {
	return func(w *execute.Request) { w.Label = engine.Label{WorkID: owner, Epoch: epoch} }
}

// The next owner does not repeat a publication that was committed but not recorded because the process died in between.
func TestPublicationHappensOnceDespiteCrashes(t *testing.T) {
	t.Parallel()
	onEnginesAndLakes(t, func(s *fixture) {
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
				if inserted(first[table]) < int64(len(good)) || inserted(again[table]) != inserted(first[table]) {
					s.t.Errorf("%s: first %+v, again %+v", table, first[table].Queries, again[table].Queries)
				}
			}
		}
		// A different run publishes again.
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

// A recorded result is kept; only the other nodes run.
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

// An owner that has lost its lease publishes nothing, and the next owner publishes once.
func TestReplacedOwnerPublishesNothing(t *testing.T) {
	t.Parallel()
	onAllEngines(t, func(s *fixture) {
		s.makeTable("PEOPLE")
		s.makeTable("MORE")
		s.fill("PEOPLE", good...)
		c := s.compile(appending(), nil)
		s.install(c)
		p := s.plan(c)
		leaseLost := errors.New("the lease has expired")
		request := execute.Request{
			Plan: p, Engine: s.engine, Label: engine.Label{WorkID: "dead", Epoch: 1}, Parallelism: 4, Journal: newJournal(p),
			CheckLease: func() error { return leaseLost },
		}
		if outcome, isOver := execute.Execute(s.t.Context(), request); isOver {
			s.t.Errorf("the run ended as %+v, want no end", outcome)
		}
		s.expectIDs("FCT", nil)
		s.mustComplete(s.execute(p, by("dead", 2)))
		s.expectIDs("FCT", good)
		s.expectIDs("INC", good)
	})
}

// A canceled run ends as canceled and keeps what was already published.
func TestCanceledRun(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := s.begin(appending())
		ctx, cancel := context.WithCancelCause(s.t.Context())
		cancel(execute.ErrCancelRequested)
		journal := newJournal(p)
		outcome, isOver := execute.Execute(ctx, execute.Request{Plan: p, Engine: s.engine, Label: s.nextLabel(), Parallelism: 4, Journal: journal})
		if !isOver || outcome.Status != run.Canceled {
			s.t.Errorf("the run ended as %+v (isOver %v)", outcome, isOver)
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
