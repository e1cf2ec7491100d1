package deploy_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// Views over views over a table keep their definitions while the table changes.
func TestViews(t *testing.T) {
	t.Parallel()
	stage := func(definitions ...string) func(*project) {
		return func(p *project) { p.add(node("Stage", "STG", columns(definitions...), ref(src, "ORDERS"))) }
	}
	view := func(name, from string, definitions ...string) func(*project) {
		return func(p *project) {
			n := node("View", name, columns(definitions...), ref(out, from))
			n.Materialization = "view"
			p.add(n)
		}
	}
	rows := func(s *fixture) { s.expect(out, "V2", "ID", "1", "2") }
	runScenario(t, "views",
		scenarioStep{
			title: "first", before: fill("ORDERS", orders),
			edit: func(p *project) {
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER", "SIZE INTEGER")...))
				stage("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")(p)
				view("V1", "STG", "ID INTEGER", "CITY VARCHAR")(p)
				view("V2", "V1", "ID INTEGER")(p)
				p.query("ViewSQL", "W", `SELECT COUNT(*) AS "N" FROM {{ ref('OUT', 'V1') }}`)
			},
			check: func(s *fixture) { s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'a', 1), (2, 'b', 2)") },
		},
		scenarioStep{
			title: "one more column affects no view", edit: stage("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER", "SIZE INTEGER"), check: rows,
		},
		scenarioStep{title: "a column changes its type", edit: stage("ID BIGINT", "CITY VARCHAR", "AMOUNT INTEGER"), check: rows},
		scenarioStep{
			title: "the view in the middle reads one column less", edit: view("V1", "STG", "ID INTEGER"), check: rows,
		},
		scenarioStep{
			title: "the view in the middle becomes a table",
			edit: func(p *project) {
				p.add(node("Stage", "V1", columns("ID INTEGER"), ref(out, "STG")))
			},
			check: func(s *fixture) {
				s.expectObject("V1", "table ID")
				s.exec("INSERT INTO " + s.name(out, "V1") + " VALUES (1), (2)")
				rows(s)
			},
		},
		scenarioStep{title: "the table in the middle becomes a view again", edit: view("V1", "STG", "ID INTEGER"), check: rows},
		scenarioStep{
			title: "the view in the middle is deleted",
			edit: func(p *project) {
				p.remove("nodes/OUT-V1.yml")
				p.remove("nodes/OUT-W.sql")
				view("V2", "STG", "ID INTEGER")(p)
			},
			check: func(s *fixture) {
				s.expectObject("V1", "")
				rows(s)
			},
		},
		scenarioStep{
			title: "deployment of the table is disabled, and the view reads the source",
			edit: func(p *project) {
				n := node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS"))
				n.DeployEnabled = false
				p.add(n)
				v := node("View", "V2", columns("ID INTEGER"), ref(src, "ORDERS"))
				v.Materialization = "view"
				p.add(v)
			},
			check: func(s *fixture) {
				s.expectObject("STG", "")
				s.expectObject("V2", "view ID")
			},
		},
	)
}

// A table is deleted and another node takes its name, while the text of a view over it stays the same.
func TestViewReadsAnotherNode(t *testing.T) {
	t.Parallel()
	stage := func(id string) func(*project) {
		return func(p *project) {
			n := node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS"))
			n.ID = transform.NodeID(id)
			p.add(n)
		}
	}
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		fill("ORDERS", orders)(s)
		p.add(source("ORDERS", columns("ID INTEGER")...))
		stage("first")(p)
		p.query("ViewSQL", "V", `SELECT "ID" AS "ID" FROM {{ ref('OUT', 'STG') }}`)
		p.query("ViewSQL", "W", `SELECT "ID" AS "ID" FROM {{ ref('OUT', 'V') }}`)
		s.deploy(p)
		stage("second")(p)
		s.deploy(p)
		s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (7)")
		s.expect(out, "W", "ID", "7")
		if up := s.stored["V"].Upstream; len(up) != 1 || up[0] != "second" {
			t.Errorf("the stored upstream nodes of the view are %v, want second", up)
		}
	})
}
