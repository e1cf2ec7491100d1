package deploy_test

import (
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// A table goes to another database with its rows. A transaction writes to one database only, so the old table is dropped in
// a step of its own; when that step was not reached, a later plan does it.
func TestDatabases(t *testing.T) {
	t.Parallel()
	s := newSite(t, "duckdb")
	p := newProject()
	fill("CUSTOMERS", `"ID" INTEGER, "CITY" VARCHAR`, "1, 'Köln'", "2, 'Łódź'")(s)
	p.add(source("CUSTOMERS", columns("ID INTEGER", "CITY VARCHAR")...))
	p.add(node("Dimension", "DIM", columns("ID INTEGER key", "CITY VARCHAR"), ref(src, "CUSTOMERS")))
	s.deploy(p)
	s.fillAll()
	p.mappings = map[string]transform.Mapping{src: {Schema: src}, mart: {Schema: mart}, out: {Database: "second", Schema: out}}
	c := s.compile(p)
	r := s.compare(c)
	if len(r.Plan.Nodes) != 2 || len(r.Changes[0].Destroys) > 0 {
		t.Fatalf("not two steps, or something is lost:\n%s", printed(r))
	}
	cut := *r
	cut.Plan.Nodes = r.Plan.Nodes[:1]
	s.past["snapshot 3"] = c
	s.execute(cut.Plan)
	s.remember(r, func(step string) bool { return step == "DIM" })
	s.expectObject("DIM", "table DIM_KEY ID CITY SYSTEM_VERSION SYSTEM_CURRENT_FLAG SYSTEM_START_DATE SYSTEM_END_DATE SYSTEM_CREATE_DATE SYSTEM_UPDATE_DATE")
	rest := s.compare(c)
	if len(rest.Plan.Nodes) != 1 || rest.Plan.Nodes[0].ID != "DIM/left" {
		t.Fatalf("what is left is not to be dropped:\n%s", printed(rest))
	}
	s.carryOut(c, rest)
	s.expectNothing(c, rest)
	s.expectObject("DIM", "")
	s.exec(`INSERT INTO "millrace"."SRC"."CUSTOMERS" VALUES (3, 'Ulm')`)
	s.fillAll()
	if got := s.read(`SELECT "DIM_KEY", "ID" FROM "second"."OUT"."DIM"`); len(got) != 3 || got[2] != "3|3" {
		t.Errorf("the table holds %q", got)
	}
}
