package deploy_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// replacing is the create template of a type that people write: it takes away what is there.
const replacing = `{{ stage('Drop') }}
DROP TABLE IF EXISTS {{ this }}
{{ stage('Create') }}
{{ dialect.create_table(this) }} ("ID" INTEGER)
`

// What somebody makes under a name that a plan needs, after the plan was made, is not taken away by it.
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
			onEngines(t, func(t *testing.T, s *site) {
				t.Helper()
				fill("ORDERS", `"ID" INTEGER`)(s)
				p := newProject()
				p.add(source("ORDERS", columns("ID INTEGER")...))
				add(p)
				r := s.compare(s.compile(p))
				s.exec("CREATE TABLE "+s.name(out, "X")+` ("ID" INTEGER)`, "INSERT INTO "+s.name(out, "X")+" VALUES (7)")
				heard, outcome := s.execute(r.Plan)
				if outcome.Status != run.Failed || heard["X"].State != run.NodeFailed {
					t.Errorf("the deploy ended as %+v of\n%s", outcome, printed(r))
				}
				s.expect(out, "X", "ID", "7")
			})
		})
	}
}

// A table that is gone by the time of the plan is made anew just so.
func TestUnknownTableInPlaceOfMissingOne(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *site) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)
		s.exec("DROP TABLE " + s.name(out, "X"))
		r := s.compare(s.compile(p))
		s.exec("CREATE TABLE "+s.name(out, "X")+` ("NAME" VARCHAR)`, "INSERT INTO "+s.name(out, "X")+" VALUES ('a')")
		if _, outcome := s.execute(r.Plan); outcome.Status != run.Failed {
			t.Errorf("the deploy ended as %+v of\n%s", outcome, printed(r))
		}
		s.expect(out, "X", "NAME", "a")
	})
}

// Whoever takes a deploy over does not make again what was made, although a statement that makes a table works only once.
func TestStepIsExecutedOnce(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *site) {
		t.Helper()
		fill("ORDERS", `"ID" INTEGER`)(s)
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
		p.add(viewOf("V", columns("ID INTEGER"), ref(out, "X")))
		r := s.compare(s.compile(p))
		for epoch := range 3 {
			outcome, isOver := execute.Execute(s.ctx, execute.Request{ // the results of those before were lost
				Plan: r.Plan, Engine: s.engine, Label: engine.Label{WorkID: t.Name(), Epoch: int64(epoch + 1)}, Parallelism: 4,
				Journal: &journal{last: map[transform.NodeID]run.NodeResult{}},
			})
			if !isOver || outcome.Status != run.Completed {
				t.Fatalf("owner %d ended as %+v, %t", epoch+1, outcome, isOver)
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
