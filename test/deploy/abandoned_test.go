package deploy_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/run"
)

// abandon executes a plan, or does not, and stores that the outcome is unknown, because the deploying process died.
func (s *fixture) abandon(p *project, isDone bool) {
	s.t.Helper()
	r := s.compare(s.compile(p))
	if isDone {
		if _, outcome := s.execute(r.Plan); outcome.Status != run.Completed {
			s.t.Fatalf("%+v", outcome)
		}
	}
	for _, becomes := range r.States {
		if stored, ok := s.stored[becomes.Node]; ok && becomes.State != nil && becomes.Step != "" {
			stored.Candidates = append(stored.Candidates, *becomes.State)
			s.stored[becomes.Node] = stored
		}
	}
}

// An abandoned deploy may have changed what the catalog does not show: the query of a view, a default. Deploying the earlier
// project again restores both.
func TestAbandonedDeploy(t *testing.T) {
	t.Parallel()
	for title, isDone := range map[string]bool{"done": true, "not done": false} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				p := newProject()
				fill("ORDERS", orders, "1, 'a', 10, NULL, 7, 'x'")(s)
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
				put := func(query, standard, renamed string) {
					p.query("ViewSQL", "V", query)
					p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR default="+standard), ref(src, "ORDERS")))
					p.add(node("Stage", "REN", columns("ID INTEGER", renamed+" VARCHAR id=CITY"), ref(src, "ORDERS")))
				}
				old := func() { put(`SELECT "ID" AS "ID" FROM {{ ref('SRC', 'ORDERS') }}`, "'old'", "CITY") }
				old()
				s.deploy(p)
				s.exec("INSERT INTO " + s.name(out, "REN") + " VALUES (1, 'Ulm')")
				put(`SELECT "ID" + 1 AS "ID" FROM {{ ref('SRC', 'ORDERS') }}`, "'new'", "TOWN")
				s.abandon(p, isDone)
				old()
				s.deploy(p)
				s.expect(out, "V", "ID", "1")
				s.exec("INSERT INTO " + s.name(out, "STG") + ` ("ID") VALUES (1)`)
				s.expect(out, "STG", "ID CITY", "1|old")
				s.expect(out, "REN", "ID CITY", "1|Ulm")
			})
		})
	}
}

// Columns that swap names have the same names before and after, so the plan is blocked.
func TestColumnsInDoubt(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("A INTEGER", "B INTEGER")...))
		put := func(definitions ...string) { p.add(node("Stage", "STG", columns(definitions...), ref(src, "ORDERS"))) }
		put("A INTEGER", "B INTEGER")
		s.deploy(p)
		put("B INTEGER id=A", "A INTEGER id=B")
		s.abandon(p, true)
		r := s.compare(s.compile(p))
		if got := codes(r.Issues.Blocking); !slices.Equal(got, []string{"in-doubt"}) {
			t.Errorf("want only the blocking issue in-doubt:\n%s", printed(r))
		}
	})
}

// The plan warns about an object that only its template knows.
func TestAdvancedInDoubt(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
		p.nodeType("Advanced", "advanced", advanced)
		put := func(definitions ...string) {
			p.add(node("Advanced", "AD", columns(definitions...), ref(src, "ORDERS")))
		}
		put("ID INTEGER")
		s.deploy(p)
		put("ID INTEGER", "CITY VARCHAR")
		s.abandon(p, true)
		r := s.deploy(p)
		if !slices.Contains(codes(r.Issues.Warnings), difference.CodeInDoubt) {
			t.Errorf("the plan has no warning in-doubt:\n%s", printed(r))
		}
	})
}
