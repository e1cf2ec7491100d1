package deploy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// movedTo copies the stored states of a fixture to another one, as if the environment got another connection.
func (s *fixture) movedTo(t *testing.T, kind string) *fixture {
	t.Helper()
	other := newFixture(t, kind)
	other.stored, other.compilations, other.runs, other.deployed = s.stored, s.compilations, s.runs, s.deployed
	other.connection = "another to " + kind
	return other
}

func codes(issues []difference.Issue) []string {
	list := make([]string, len(issues))
	for i := range issues {
		list[i] = issues[i].Code
	}
	return list
}

// An environment that gets another connection is deployed there from the start. The old objects stay, and the plan reports them.
func TestAnotherConnection(t *testing.T) {
	t.Parallel()
	for _, way := range [][2]string{{"duckdb", "postgres"}, {"postgres", "duckdb"}, {"postgres", "postgres"}, {"duckdb", "duckdb"}} {
		t.Run(strings.Join(way[:], " to "), func(t *testing.T) {
			t.Parallel()
			s, p := newFixture(t, way[0]), newProject()
			fill("ORDERS", orders, "1, 'a', 10, NULL, 7, 'x'")(s)
			p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
			p.nodeType("Advanced", "advanced", advanced)
			p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
			p.add(node("Stage", "GONE", columns("ID INTEGER"), ref(src, "ORDERS")))
			p.add(node("Advanced", "AD", columns("ID INTEGER"), ref(src, "ORDERS")))
			p.query("ViewSQL", "V", `SELECT "ID" AS "ID" FROM {{ ref('OUT', 'STG') }}`)
			s.deploy(p)
			s.exec("INSERT INTO " + s.name(out, "GONE") + " VALUES (1)")

			other := s.movedTo(t, way[1])
			fill("ORDERS", orders, "1, 'a', 10, NULL, 7, 'x'")(other)
			p.remove("nodes/OUT-GONE.yml")
			r := other.deploy(p)
			if got := codes(r.Issues.Warnings); !slices.Equal(got, []string{"deployed-elsewhere", "deployed-elsewhere", "deployed-elsewhere", "deployed-elsewhere"}) {
				t.Errorf("the remaining objects are not reported:\n%s", printed(r))
			}
			other.expectObject("STG", "table ID CITY")
			other.expectObject("AD", "table ID")
			other.expectObject("V", "view ID")
			s.expect(out, "GONE", "ID", "1")
		})
	}
}

// Tables of the same names over another connection may be unrelated: none is dropped or moved because of what was deployed
// elsewhere.
func TestUnknownObjectsOverAnotherConnection(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
		p.nodeType("Advanced", "advanced", advanced)
		for _, name := range []string{"GONE", "MOVES", "SAME"} {
			p.add(node("Stage", name, columns("ID INTEGER"), ref(src, "ORDERS")))
		}
		p.add(node("Advanced", "AD", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)

		other := s.movedTo(t, s.kind)
		for _, name := range []string{"GONE", "MOVES", "SAME", "AD"} {
			other.exec("CREATE TABLE "+other.name(out, name)+` ("ID" INTEGER)`, "INSERT INTO "+other.name(out, name)+" VALUES (7)")
		}
		p.remove("nodes/OUT-GONE.yml")
		p.remove("nodes/OUT-AD.yml")
		p.remove("nodes/OUT-MOVES.yml")
		moves := node("Stage", "MOVES", columns("ID INTEGER"), ref(src, "ORDERS"))
		moves.Name = "MOVED"
		p.add(moves)
		r := other.deploy(p)
		for _, name := range []string{"GONE", "MOVES", "SAME", "AD"} {
			other.expect(out, name, "ID", "7")
		}
		other.expect(out, "MOVED", "ID")
		for i := range r.Changes {
			if len(r.Changes[i].Losses) > 0 {
				t.Errorf("the plan has a loss:\n%s", printed(r))
			}
		}
	})
}

// The same tables over another connection keep their rows, also when they change at the same time.
func TestSameDatabaseOverAnotherConnection(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
		p.nodeType("Advanced", "advanced", advanced)
		p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
		p.add(node("Advanced", "AD", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)
		s.exec("INSERT INTO "+s.name(out, "STG")+" VALUES (1, 'Ulm')", "INSERT INTO "+s.name(out, "AD")+" VALUES (1)")
		s.connection = "another way to the same"
		p.add(node("Stage", "STG", columns("ID INTEGER", "TOWN VARCHAR id=CITY"), ref(src, "ORDERS")))
		s.deploy(p)
		s.expect(out, "STG", "ID TOWN", "1|Ulm")
		s.expect(out, "AD", "ID", "1")
	})
}

// The engine must accept every schema that the project needs.
func TestNeededSchemaIsRefused(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	refused := engine.Schema{Database: "nowhere", Name: "OUT"}
	if _, err := deploy.Observe(s.ctx, s.engine, difference.Needed{Schemas: []engine.Schema{refused}}); !fault.Is(err, fault.Invalid) {
		t.Errorf("%v, want the engine's error", err)
	}
	seen, err := deploy.Observe(s.ctx, s.engine, difference.Needed{EarlierSchemas: []engine.Schema{refused}})
	if err != nil || !strings.Contains(seen.Refused[refused], "nowhere") {
		t.Errorf("%v, %v", seen.Refused, err)
	}
}

// A node of an advanced type is dropped in its old schema, also if its location is mapped to another one by then.
func TestAdvancedNodesAndMappings(t *testing.T) {
	t.Parallel()
	deployed := func(t *testing.T, s *fixture) *project {
		t.Helper()
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.nodeType("Advanced", "advanced", advanced)
		p.add(node("Advanced", "AD", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)
		s.exec("INSERT INTO " + s.name(out, "AD") + " VALUES (1)")
		if err := s.engine.Prepare(s.ctx, []engine.Schema{s.schemaOf("NEW")}); err != nil {
			t.Fatal(err)
		}
		p.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Schema: "NEW"}}
		return p
	}
	t.Run("deleted", func(t *testing.T) {
		t.Parallel()
		onEngines(t, func(t *testing.T, s *fixture) {
			t.Helper()
			p := deployed(t, s)
			s.exec("CREATE TABLE " + s.name("NEW", "AD") + ` ("ID" INTEGER)`) // an unrelated table
			p.remove("nodes/OUT-AD.yml")
			s.deploy(p)
			s.expectObject("AD", "")
			if s.object("NEW", "AD") == "" {
				t.Error("the unrelated table was dropped")
			}
		})
	})
	t.Run("deleted, of an earlier version", func(t *testing.T) {
		t.Parallel()
		onEngines(t, func(t *testing.T, s *fixture) {
			t.Helper()
			p := deployed(t, s)
			state := s.stored["AD"]
			state.Drop = nil
			s.stored["AD"] = state
			s.compilations[state.Snapshot] = s.compile(p)
			p.remove("nodes/OUT-AD.yml")
			r := s.compare(s.compile(p))
			if len(r.Issues.Blocking) != 1 || !strings.Contains(r.Issues.Blocking[0].Hint, "OUT") {
				t.Errorf("the plan is not blocked:\n%s", printed(r))
			}
		})
	})
	t.Run("kept", func(t *testing.T) {
		t.Parallel()
		onEngines(t, func(t *testing.T, s *fixture) {
			t.Helper()
			r := s.deploy(deployed(t, s))
			if got := codes(r.Issues.Warnings); !slices.Equal(got, []string{"left-behind"}) {
				t.Errorf("the remaining objects are not reported:\n%s", printed(r))
			}
			s.expect("NEW", "AD", "ID")
			s.expect(out, "AD", "ID", "1")
		})
	})
}
