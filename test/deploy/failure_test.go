package deploy_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// A failed step does not change its node or its stored state. The rest of the plan is executed.
func TestFailedDeployIsCompleted(t *testing.T) {
	t.Parallel()
	onEnginesAndLakes(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
		for _, name := range []string{"A", "B"} {
			p.add(node("Stage", name, columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
		}
		s.deploy(p)
		s.exec("INSERT INTO "+s.name(out, "A")+" VALUES (1, 'no number')", "INSERT INTO "+s.name(out, "B")+" VALUES (1, '7')")
		for _, name := range []string{"A", "B"} {
			p.add(node("Stage", name, columns("ID BIGINT", "CITY INTEGER"), ref(src, "ORDERS")))
		}
		c := s.compile(p)
		r := s.compare(c)
		results, outcome := s.execute(r.Plan)
		if outcome.Status != run.Failed || results["A"].State != run.NodeFailed || results["B"].State != run.NodeComplete {
			t.Fatalf("%+v, %+v", outcome, results)
		}
		s.storeStates(r, func(step string) bool { return step == "B" })
		s.expect(out, "A", "ID CITY", "1|no number")
		again := s.compare(c)
		if len(again.Changes) != 1 || again.Changes[0].Node != "A" || len(again.Drift) > 0 {
			t.Fatalf("want only the change of A:\n%s", printed(again))
		}
		s.exec("UPDATE " + s.name(out, "A") + ` SET "CITY" = '8'`)
		s.deploy(p)
		s.expect(out, "A", "ID CITY", "1|8")
		s.expect(out, "B", "ID CITY", "1|7")
	})
}

// After a deploy that ends between two steps, other nodes may have taken names. The next deploy does not change their objects.
func TestTakenNamesAfterPartialDeploy(t *testing.T) {
	t.Parallel()
	named := func(kind transform.NodeTypeID, id, name string) *transform.Node {
		n := node(kind, id, columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS"))
		n.Name = name
		if kind == "View" {
			n.Materialization = "view"
		}
		return n
	}
	for title, tt := range map[string]struct {
		old    transform.NodeTypeID
		before func(s *fixture)
		after  *transform.Node // the node after the change; nil if it is deleted
		done   []string
	}{
		"a missing table moves":      {"Stage", func(s *fixture) { s.exec("DROP TABLE " + s.name(out, "X")) }, named("Stage", "old", "Y"), []string{"new"}},
		"a missing table is deleted": {"Stage", func(s *fixture) { s.exec("DROP TABLE " + s.name(out, "X")) }, nil, []string{"new"}},
		"a view moves":               {"View", func(*fixture) {}, named("View", "old", "Y"), []string{"old/drop", "new"}},
		"a table moves":              {"Stage", func(*fixture) {}, named("Stage", "old", "Y"), []string{"old/aside", "new"}},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				fill("ORDERS", `"ID" INTEGER, "CITY" VARCHAR`)(s)
				p := newProject()
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
				p.add(named(tt.old, "old", "X"))
				s.deploy(p)
				tt.before(s)
				p.add(named("Stage", "new", "X"))
				if tt.after != nil {
					p.add(tt.after)
				}
				c := s.compile(p)
				r := s.compare(c)
				done := tt.done
				if s.kind == "postgres" && done[0] == "old/drop" {
					done = []string{"old", "new"} // a view is dropped and created again in one transaction
				}
				s.applyOnly(r, done...)
				s.exec("INSERT INTO " + s.name(out, "X") + " VALUES (1, 'new')")
				s.apply(c, s.compare(c))
				s.expectNoChanges(c, r)
				s.expect(out, "X", "ID CITY", "1|new")
			})
		})
	}
}

// applyOnly executes some of the steps.
func (s *fixture) applyOnly(r *difference.Result, steps ...string) {
	s.t.Helper()
	var part plan.Plan
	for _, n := range r.Plan.Nodes {
		if slices.Contains(steps, string(n.ID)) {
			n.Upstream = nil
			part.Nodes = append(part.Nodes, n)
		}
	}
	if len(part.Nodes) != len(steps) {
		s.t.Fatalf("not all of %q are steps of\n%s", steps, printed(r))
	}
	for _, n := range part.Nodes { // one after the other
		if _, outcome := s.execute(plan.Plan{Nodes: []plan.Node{n}}); outcome.Status != run.Completed {
			s.t.Fatalf("%s ended as %+v", n.ID, outcome)
		}
	}
	s.storeStates(r, func(step string) bool { return slices.Contains(steps, step) })
}

// Nodes whose tables are missing can swap names.
func TestMissingTablesSwapNames(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		put := func(id, name string) {
			n := node("Stage", id, columns("ID INTEGER"), ref(src, "ORDERS"))
			n.Name = name
			p.add(n)
		}
		put("A", "A")
		put("B", "B")
		s.deploy(p)
		s.exec("DROP TABLE "+s.name(out, "A"), "DROP TABLE "+s.name(out, "B"))
		put("A", "B")
		put("B", "A")
		s.deploy(p)
		s.expectObject("A", "table ID")
		s.expectObject("B", "table ID")
	})
}

// The stored states are true after every step, also for a node whose table was missing and whose name another node takes.
func TestDeployInManyParts(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		put := func(id, name string) {
			n := node("Stage", id, columns("ID INTEGER"), ref(src, "ORDERS"))
			n.Name = name
			p.add(n)
		}
		put("A", "X")
		s.deploy(p)
		s.exec("DROP TABLE " + s.name(out, "X"))
		p.remove("nodes/OUT-X.yml")
		put("A", "Y")
		put("B", "X")
		c := s.compile(p)
		r := s.compare(c)
		for _, n := range r.Plan.Nodes {
			s.applyOnly(r, string(n.ID))
		}
		if state := s.stored["A"]; len(r.Plan.Nodes) != 2 || state.IsDropped || state.Object != "Y" {
			t.Errorf("%+v is stored after\n%s", state, printed(r))
		}
		s.expectNoChanges(c, r)
	})
}
