package difference_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
)

var hashInName = regexp.MustCompile(`mr_(new|old)_[0-9a-f]+`)

// TestRebuildWithoutTransactionsKeepsTheTable: on an engine whose statements take effect one by one, the old table stays until one
// statement replaces it.
func TestRebuildWithoutTransactionsKeepsTheTable(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	for _, f := range []files{before, after} {
		f["data.yml"] = "fileVersion: 3\nplatformKind: trino\n"
	}
	before.node("T", "Stage", "A INTEGER", "B VARCHAR")
	after.node("T", "Stage", "A INTEGER", "B INTEGER")
	in, r := deployed(t, before, after)
	var got []string
	for _, stage := range r.Plan.Nodes[0].Stages {
		text := hashInName.ReplaceAllString(stage.SQL, "mr_${1}_x")
		got = append(got, strings.Join(strings.Fields(text), " "))
	}
	want := []string{
		`CREATE OR REPLACE TABLE "main"."OUT"."mr_new_x" ( "A" INTEGER, "B" INTEGER )`,
		`INSERT INTO "main"."OUT"."mr_new_x" ("A", "B") SELECT "A", CAST("B" AS INTEGER) FROM "main"."OUT"."T"`,
		`CREATE OR REPLACE TABLE "main"."OUT"."T" AS SELECT * FROM "main"."OUT"."mr_new_x"`,
		`DROP TABLE IF EXISTS "main"."OUT"."mr_new_x"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	// A rebuild of another way that stopped has left the rows under a temporary name.
	old := strings.Replace(hashInName.FindString(r.Plan.Nodes[0].Stages[0].SQL), "new", "old", 1)
	for schema, relations := range in.Observed.Objects {
		in.Observed.Objects[schema] = append(relations, engine.Relation{Name: old, Columns: []engine.Column{{Name: "A", Type: "INTEGER"}}})
	}
	if diff := cmp.Diff([]string{difference.CodeInDoubt}, stops(difference.Compare(in))); diff != "" {
		t.Error(diff)
	}
}
