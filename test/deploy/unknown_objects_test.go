package deploy_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// replacing is a create template that replaces an existing object.
const replacing = `{{ stage('Drop') }}
DROP TABLE IF EXISTS {{ this }}
{{ stage('Create') }}
{{ dialect.create_table(this) }} ("ID" INTEGER)
`

// A plan does not replace an object that was created under a needed name after the plan was made.
func TestUnknownTableIsNotReplaced(t *testing.T) {
	t.Parallel()
	for title, add := range map[string]func(p *project){
		"a table": func(p *project) { p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS"))) },
		"a query": func(p *project) { p.query("Stage", "X", `SELECT "ID" FROM {{ ref('SRC', 'ORDERS') }}`) },
		"a view":  func(p *project) { p.add(viewOf("X", columns("ID INTEGER"), ref(src, "ORDERS"))) },
		"its own template": func(p *project) {
			p.nodeType("Mine", "default", replacing)
			p.add(node("Mine", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		},
		"a transient table": func(p *project) {
			p.nodeType("Mine", "transient", replacing)
			p.add(node("Mine", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		},
		"an advanced type": func(p *project) {
			p.nodeType("Mine", "advanced", replacing)
			p.add(node("Mine", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				fill("ORDERS", `"ID" INTEGER`)(s)
				p := newProject()
				p.add(source("ORDERS", columns("ID INTEGER")...))
				add(p)
				r := s.compare(s.compile(p))
				s.exec("CREATE TABLE "+s.name(out, "X")+` ("ID" INTEGER)`, "INSERT INTO "+s.name(out, "X")+" VALUES (7)")
				results, outcome := s.execute(r.Plan)
				if outcome.Status != run.Failed || results["X"].State != run.NodeFailed {
					t.Errorf("the deployment ended as %+v of\n%s", outcome, printed(r))
				}
				s.expect(out, "X", "ID", "7")
			})
		})
	}
}

// A table that is missing when the plan is made is created without replacing an object that appears later.
func TestUnknownTableInPlaceOfMissingOne(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)
		s.exec("DROP TABLE " + s.name(out, "X"))
		r := s.compare(s.compile(p))
		s.exec("CREATE TABLE "+s.name(out, "X")+` ("NAME" VARCHAR)`, "INSERT INTO "+s.name(out, "X")+" VALUES ('a')")
		if _, outcome := s.execute(r.Plan); outcome.Status != run.Failed {
			t.Errorf("the deployment ended as %+v of\n%s", outcome, printed(r))
		}
		s.expect(out, "X", "NAME", "a")
	})
}

// After a takeover, the new owner does not execute completed steps again, although a CREATE statement works only once.
func TestStepIsExecutedOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		fill("ORDERS", `"ID" INTEGER`)(s)
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		p.add(viewOf("V", columns("ID INTEGER"), ref(out, "X")))
		r := s.compare(s.compile(p))
		for epoch := range 3 {
			outcome, isOver := execute.Execute(s.ctx, execute.Request{ // the results of earlier owners are lost
				Plan: r.Plan, Engine: s.engine, Label: engine.Label{WorkID: t.Name(), Epoch: int64(epoch + 1)}, Parallelism: 4,
				Journal: &journal{last: map[transform.NodeID]run.NodeResult{}},
			})
			if !isOver || outcome.Status != run.Completed {
				t.Fatalf("owner %d ended as %+v (isOver %t)", epoch+1, outcome, isOver)
			}
			s.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d)", s.name(out, "X"), epoch))
		}
		s.expect(out, "V", "ID", "0", "1", "2")
	})
}

func viewOf(name string, of []transform.Column, from transform.NodeRef) *transform.Node {
	n := node("View", name, of, from)
	n.Materialization = "view"
	return n
}
