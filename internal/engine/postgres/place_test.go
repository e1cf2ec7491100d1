package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	own := w.connection.Settings["database"].(string)
	if err := w.engine.Prepare(t.Context(), []engine.Place{{Database: own, Schema: "a"}, {Schema: "a"}, {Schema: "b"}}); err != nil {
		t.Fatal(err)
	}
	w.eventually("SELECT to_regnamespace('a') IS NOT NULL AND to_regnamespace('b') IS NOT NULL")
	for place, want := range map[engine.Place]string{
		{Database: "elsewhere", Schema: "a"}: `database "elsewhere" cannot be reached by a connection to database`,
		{Schema: strings.Repeat("é", 32)}:    "longer than 63 bytes",
		{Schema: "a\x00b"}:                   "what is no character",
		{Schema: "pg_mine"}:                  "reserved for system schemas",
		{Schema: "\xff"}:                     "what is no character",
	} {
		w.refused(w.engine.Prepare(t.Context(), []engine.Place{place}), fault.Invalid, want)
	}
	_, err := w.engine.Catalog(t.Context(), engine.Place{Database: "elsewhere", Schema: "a"})
	w.refused(err, fault.Invalid, "Leave the database out of the storage mapping")
	empty := engine.Place{Database: own, Schema: "a"}
	if objects, err := w.engine.Catalog(t.Context(), empty); err != nil || len(objects[empty]) != 0 {
		t.Errorf("%v, %v", objects, err)
	}
}

// CREATE SCHEMA IF NOT EXISTS asks for the right to make schemas even when there is nothing to make.
func TestAUserWhoMayNotMakeSchemas(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	guest := w.open(w.server.account(t))
	if err := w.engine.Prepare(t.Context(), []engine.Place{{Schema: "made"}}); err != nil {
		t.Fatal(err)
	}
	if err := guest.Prepare(t.Context(), []engine.Place{{Schema: "made"}, {Schema: "public"}}); err != nil {
		t.Error(err)
	}
	err := guest.Prepare(t.Context(), []engine.Place{{Schema: "made"}, {Schema: "more"}})
	w.refused(err, fault.Invalid, "Grant it to the user of the connection")
}

func TestCatalogOfEverySortOfRelation(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	s := w.session(w.engine, someone())
	w.exec(s, "CREATE SCHEMA a",
		"CREATE TABLE a.parts (n int NOT NULL, day date) PARTITION BY RANGE (day)",
		"CREATE TABLE a.part PARTITION OF a.parts FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
		"CREATE VIEW a.seen AS SELECT n FROM a.parts", "CREATE MATERIALIZED VIEW a.kept AS SELECT n AS m FROM a.parts",
		"CREATE TABLE a.nothing ()", "CREATE TABLE a.less (gone int, left_over text)", "ALTER TABLE a.less DROP COLUMN gone",
		"CREATE SEQUENCE a.numbers", "CREATE TYPE a.pair AS (x int, y int)", "CREATE INDEX ON a.parts (n)")
	w.server.execf(t, "CREATE FOREIGN DATA WRAPPER nobody")
	w.server.execf(t, "CREATE SERVER nowhere FOREIGN DATA WRAPPER nobody")
	w.server.execf(t, "CREATE FOREIGN TABLE a.far (n bigint) SERVER nowhere")
	place := engine.Place{Schema: "a"}
	listed, err := w.engine.Catalog(t.Context(), place)
	if err != nil {
		t.Fatal(err)
	}
	got := listed[place]
	if owner := got[0].Attached; len(owner) != 1 || owner[0].Before != "" || !strings.HasPrefix(owner[0].What, "the owner ") {
		t.Errorf("that another role owns a table, whom it cannot be given back, is told as %+v", owner)
	}
	got[0].Attached = nil
	n, day := engine.Column{Name: "n", Type: "integer"}, engine.Column{Name: "day", Type: "date", Nullable: true}
	nullable := func(name, dataType string) []engine.Column {
		return []engine.Column{{Name: name, Type: dataType, Nullable: true}}
	}
	want := []engine.Object{
		{Name: "far", Columns: nullable("n", "bigint")},
		{Name: "kept", IsView: true, Columns: nullable("m", "integer")},
		{Name: "less", Columns: nullable("left_over", "text")},
		{Name: "nothing"},
		{Name: "part", Columns: []engine.Column{n, day}},
		{Name: "parts", Columns: []engine.Column{n, day}, Holders: []engine.Holder{
			{Schema: "a", Name: "kept", Columns: []string{"n"}}, {Schema: "a", Name: "seen", Columns: []string{"n"}},
		}},
		{Name: "seen", IsView: true, Columns: nullable("n", "integer")},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
