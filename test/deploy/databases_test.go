package deploy_test

import (
	"maps"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// A table moves to another database with its rows. A transaction writes to one database only, so the old table is dropped in
// a step of its own; if that step was not reached, a later plan does it.
func TestMoveToAnotherDatabase(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "duckdb")
	p := newProject()
	fill("CUSTOMERS", `"ID" INTEGER, "CITY" VARCHAR`, "1, 'Köln'", "2, 'Łódź'")(s)
	p.add(source("CUSTOMERS", columns("ID INTEGER", "CITY VARCHAR")...))
	p.add(node("Dimension", "DIM", columns("ID INTEGER key", "CITY VARCHAR"), ref(src, "CUSTOMERS")))
	s.deploy(p)
	s.refreshAll()
	p.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Database: "second", Schema: out}}
	c := s.compile(p)
	r := s.compare(c)
	if len(r.Plan.Nodes) != 2 || len(r.Changes[0].Losses) > 0 {
		t.Fatalf("want two steps and no loss:\n%s", printed(r))
	}
	cut := *r
	cut.Plan.Nodes = r.Plan.Nodes[:1]
	s.compilations["snapshot 3"] = c
	s.execute(cut.Plan)
	s.storeStates(r, func(step string) bool { return step == "DIM" })
	s.expectObject("DIM", "table DIM_KEY ID CITY SYSTEM_VERSION SYSTEM_CURRENT_FLAG SYSTEM_START_DATE SYSTEM_END_DATE SYSTEM_CREATE_DATE SYSTEM_UPDATE_DATE")
	rest := s.compare(c)
	if len(rest.Plan.Nodes) != 1 || rest.Plan.Nodes[0].ID != "DIM/left" {
		t.Fatalf("want one step that drops the leftover:\n%s", printed(rest))
	}
	s.apply(c, rest)
	s.expectNoChanges(c, rest)
	s.expectObject("DIM", "")
	s.exec(`INSERT INTO "millrace"."SRC"."CUSTOMERS" VALUES (3, 'Ulm')`)
	s.refreshAll()
	if got := s.read(`SELECT "DIM_KEY", "ID" FROM "second"."OUT"."DIM"`); len(got) != 3 || got[2] != "3|3" {
		t.Errorf("the table has the rows %q", got)
	}
}

// Objects that are recreated move to another database too: a view, a table whose rows are not kept, and a table that keeps no
// column.
func TestRecreateInAnotherDatabase(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "duckdb")
	p := newProject()
	fill("ORDERS", orders, "1, 'a', 10, NULL, 7, 'x'")(s)
	p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
	p.nodeType("Transient", "transient", indexed)
	put := func(definitions ...string) {
		p.add(node("Transient", "TR", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
		p.add(node("Stage", "STG", columns(definitions...), ref(src, "ORDERS")))
		view := node("View", "V", columns("ID INTEGER"), ref(out, "TR"))
		view.Materialization = "view"
		p.add(view)
	}
	put("ID INTEGER")
	s.deploy(p)
	s.exec("INSERT INTO "+s.name(out, "TR")+" VALUES (1, 'a')", "INSERT INTO "+s.name(out, "STG")+" VALUES (1)")
	p.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Database: "second", Schema: out}}
	put("CITY VARCHAR")
	r := s.deploy(p)
	for _, name := range []string{"TR", "STG", "V"} {
		s.expectObject(name, "")
	}
	if got := s.read(`SELECT COUNT(*) FROM "second"."OUT"."V"`); got[0] != "0" {
		t.Errorf("the view has %s rows, want 0", got)
	}
	lost := map[string]bool{}
	for i := range r.Changes {
		for _, d := range r.Changes[i].Losses {
			lost[d.What+" "+d.Object] = d.Rows != nil && *d.Rows == 1
		}
	}
	if !lost[`table "millrace"."OUT"."TR"`] || !lost[`table "millrace"."OUT"."STG"`] {
		t.Errorf("the losses are not reported:\n%s", printed(r))
	}
}

// A node that gets the name of a leftover does not adopt it, and a leftover does not block a node that moves back.
func TestNamesOfLeftovers(t *testing.T) {
	t.Parallel()
	second := map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Database: "second", Schema: out}}
	first := map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Schema: out}}
	moved := func(t *testing.T) (*fixture, *project) {
		t.Helper()
		s, p := newFixture(t, "duckdb"), newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		p.add(node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS")))
		s.deploy(p)
		s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1)")
		p.mappings = maps.Clone(second)
		s.applyOnly(s.compare(s.compile(p)), "STG")
		return s, p
	}
	t.Run("another node", func(t *testing.T) {
		t.Parallel()
		s, p := moved(t)
		n := node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS"))
		n.ID, n.Location = "other", mart
		p.add(n)
		p.mappings[mart] = transform.Mapping{Schema: out}
		s.deploy(p)
		s.expect(out, "STG", "ID")
		if got := s.read(`SELECT "ID" FROM "second"."OUT"."STG"`); len(got) != 1 {
			t.Errorf("the moved table has the rows %q, want one row", got)
		}
	})
	t.Run("the node moves back", func(t *testing.T) {
		t.Parallel()
		s, p := moved(t)
		p.mappings = first
		s.deploy(p)
		s.expect(out, "STG", "ID", "1")
	})
}

// A leftover whose name another node has taken is not dropped again after the deploy ended between the steps.
func TestLeftoverIsDroppedOnce(t *testing.T) {
	t.Parallel()
	s, p := newFixture(t, "duckdb"), newProject()
	p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
	p.add(node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS")))
	s.deploy(p)
	p.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: out}, out: {Database: "second", Schema: out}}
	s.applyOnly(s.compare(s.compile(p)), "STG")
	n := node("Stage", "STG", columns("ID INTEGER"), ref(src, "ORDERS"))
	n.ID, n.Location = "other", mart
	p.add(n)
	p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
	s.applyOnly(s.compare(s.compile(p)), "STG/left", "other")
	s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1)")
	s.deploy(p)
	s.expect(out, "STG", "ID", "1")
}
