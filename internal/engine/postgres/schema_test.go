package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func TestPrepareSchemas(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	own := f.connection.Settings["database"].(string)
	if err := f.engine.Prepare(t.Context(), []engine.Schema{{Database: own, Name: "a"}, {Name: "a"}, {Name: "b"}}); err != nil {
		t.Fatal(err)
	}
	f.eventually("SELECT to_regnamespace('a') IS NOT NULL AND to_regnamespace('b') IS NOT NULL")
	for schema, want := range map[engine.Schema]string{
		{Database: "elsewhere", Name: "a"}: `cannot reach database "elsewhere"`,
		{Name: strings.Repeat("é", 32)}:    "longer than 63 bytes",
		{Name: "a\x00b"}:                   "contains invalid characters",
		{Name: "pg_mine"}:                  "reserved for system schemas",
		{Name: "\xff"}:                     "contains invalid characters",
	} {
		f.refused(f.engine.Prepare(t.Context(), []engine.Schema{schema}), fault.Invalid, want)
	}
	_, err := f.engine.Catalog(t.Context(), engine.Schema{Database: "elsewhere", Name: "a"})
	f.refused(err, fault.Invalid, "Leave the database out of the storage mapping")
	empty := engine.Schema{Database: own, Name: "a"}
	if objects, err := f.engine.Catalog(t.Context(), empty); err != nil || len(objects[empty]) != 0 {
		t.Errorf("%v, %v", objects, err)
	}
}

// CREATE SCHEMA IF NOT EXISTS needs the privilege to create schemas even if the schema exists.
func TestUserWithoutCreatePrivilege(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	guest := f.open(f.server.account(t))
	if err := f.engine.Prepare(t.Context(), []engine.Schema{{Name: "made"}}); err != nil {
		t.Fatal(err)
	}
	if err := guest.Prepare(t.Context(), []engine.Schema{{Name: "made"}, {Name: "public"}}); err != nil {
		t.Error(err)
	}
	err := guest.Prepare(t.Context(), []engine.Schema{{Name: "made"}, {Name: "more"}})
	f.refused(err, fault.Invalid, "Grant the privilege to the user of the connection")
}

func TestCatalogOfEveryKindOfRelation(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE SCHEMA a",
		"CREATE TABLE a.parts (n int NOT NULL, day date) PARTITION BY RANGE (day)",
		"CREATE TABLE a.part PARTITION OF a.parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
		"CREATE VIEW a.seen AS SELECT n FROM a.parts", "CREATE MATERIALIZED VIEW a.kept AS SELECT n AS m FROM a.parts",
		"CREATE TABLE a.nothing ()", "CREATE TABLE a.less (gone int, left_over text)", "ALTER TABLE a.less DROP COLUMN gone",
		"CREATE SEQUENCE a.numbers", "CREATE TYPE a.pair AS (x int, y int)", "CREATE INDEX ON a.parts (n)")
	f.server.execf(t, "CREATE FOREIGN DATA WRAPPER nobody")
	f.server.execf(t, "CREATE SERVER nowhere FOREIGN DATA WRAPPER nobody")
	f.server.execf(t, "CREATE FOREIGN TABLE a.far (n bigint) SERVER nowhere")
	schema := engine.Schema{Name: "a"}
	listed, err := f.engine.Catalog(t.Context(), schema)
	if err != nil {
		t.Fatal(err)
	}
	got := listed[schema]
	if owner := got[0].Properties; len(owner) != 1 || owner[0].Before != "" || !strings.HasPrefix(owner[0].What, "the owner ") {
		t.Errorf("the owner that cannot be restored is listed as %+v", owner)
	}
	got[0].Properties = nil
	n, day := engine.Column{Name: "n", Type: "integer"}, engine.Column{Name: "day", Type: "date", Nullable: true}
	nullable := func(name, dataType string) []engine.Column {
		return []engine.Column{{Name: name, Type: dataType, Nullable: true}}
	}
	want := []engine.Relation{
		{Name: "far", Columns: nullable("n", "bigint")},
		{Name: "kept", IsView: true, Columns: nullable("m", "integer")},
		{Name: "less", Columns: nullable("left_over", "text")},
		{Name: "nothing"},
		{Name: "part", Columns: []engine.Column{n, day}},
		{Name: "parts", Columns: []engine.Column{n, day}, Dependents: []engine.DependentView{
			{Schema: "a", Name: "kept", Columns: []string{"n"}}, {Schema: "a", Name: "seen", Columns: []string{"n"}},
		}},
		{Name: "seen", IsView: true, Columns: nullable("n", "integer")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
