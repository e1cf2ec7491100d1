package localrun_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/run"
)

// harvest returns a project with a source, tables and a view.
//
//	RAW.GRAIN (a table of another program) ─▶ CORE.FLOUR ─▶ CORE.SIFTED (a view) ─▶ CORE.LOAF      CORE.ALONE reads nothing
func harvest(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t, map[string]string{
		"CORE-FLOUR":  "@nodeType(\"StageSQL\")\nSELECT g.n FROM {{ ref('RAW', 'GRAIN') }} AS g",
		"CORE-SIFTED": "@nodeType(\"ViewSQL\")\nSELECT f.n FROM {{ ref('CORE', 'FLOUR') }} AS f",
		"CORE-LOAF":   "@nodeType(\"StageSQL\")\nSELECT s.n FROM {{ ref('CORE', 'SIFTED') }} AS s",
		"CORE-ALONE":  "@nodeType(\"StageSQL\")\nSELECT 1 AS n",
	})
	f.write("nodes/RAW-GRAIN.yml", "fileVersion: 1\nid: id-of-grain\nname: GRAIN\ntype: Node\noperation:\n  database: \"\"\n  deployEnabled: true\n"+
		"  description: \"\"\n  locationName: RAW\n  name: GRAIN\n  schema: \"\"\n  sqlType: Source\n  type: sourceInput\n  version: 1\n  metadata:\n    columns:\n"+
		"      - {name: n, dataType: INTEGER, description: \"\", nullable: true, columnReference: {columnCounter: c1, stepCounter: id-of-grain}}\n")
	f.exec("CREATE TABLE millrace.RAW.GRAIN (n INTEGER)")
	f.exec("INSERT INTO millrace.RAW.GRAIN VALUES (1)")
	return f
}

// changed runs what changed and compares which nodes were built and why.
func (f *fixture) changed(want map[string]string) finishedRun {
	f.Helper()
	got := f.run(localrun.Request{OnlyChanged: true})
	f.wantStatus(got, run.Completed)
	built, _ := got.reasons()
	if diff := cmp.Diff(want, built); diff != "" {
		f.Error(diff)
	}
	return got
}

const definition = "its definition changed, or that of a node it depends on"

// TestOnlyChangedNodesAreBuilt starts with a run that computes no digests: what does not depend on sources is skipped from the
// second run on, the rest from the third.
func TestOnlyChangedNodesAreBuilt(t *testing.T) {
	t.Parallel()
	f := harvest(t)
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	second := f.changed(map[string]string{
		"RAW.GRAIN":  "no digest of RAW.GRAIN: run 1 did not use --only-changed",
		"CORE.FLOUR": "no digest of RAW.GRAIN: run 1 did not use --only-changed",
		"CORE.LOAF":  "CORE.FLOUR is built in this run",
	})
	for name, want := range map[string]string{
		"CORE.ALONE": "not built: nothing changed since run 1", "CORE.SIFTED": "not built: nothing changed since run 1",
	} {
		if got := second.node(name).Reason; got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	third := f.changed(map[string]string{})
	if got := third.node("CORE.LOAF").Reason; got != "not built: nothing changed since run 2" {
		t.Error(got)
	}
	f.exec("INSERT INTO millrace.RAW.GRAIN VALUES (2)")
	f.changed(map[string]string{
		"RAW.GRAIN": "RAW.GRAIN has changed data", "CORE.FLOUR": "RAW.GRAIN has changed data", "CORE.LOAF": "CORE.FLOUR is built in this run",
	})
	if got := f.query("SELECT n FROM millrace.CORE.LOAF ORDER BY n"); got != "1|2" {
		t.Errorf("the rows are %s", got)
	}
	f.node("CORE-SIFTED", "@nodeType(\"ViewSQL\")\nSELECT f.n FROM {{ ref('CORE', 'FLOUR') }} AS f WHERE f.n > 1")
	f.changed(map[string]string{"CORE.SIFTED": definition, "CORE.LOAF": definition})
	f.changed(map[string]string{})
	if got := f.query("SELECT n FROM millrace.CORE.LOAF"); got != "2" {
		t.Errorf("the rows are %s", got)
	}
}

// TestOnlyChangedSeesOtherRuns changes things between the runs: another selection, a failure, dropped objects.
func TestOnlyChangedSeesOtherRuns(t *testing.T) {
	t.Parallel()
	f := harvest(t)
	f.wantStatus(f.run(localrun.Request{OnlyChanged: true}), run.Completed)
	f.changed(map[string]string{})                                             // builds nothing, so it has no number
	f.wantStatus(f.run(localrun.Request{Include: "{ FLOUR }"}), run.Completed) // run 2
	f.wantStatus(f.run(localrun.Request{Include: "{ ALONE }"}), run.Completed)
	f.changed(map[string]string{
		"CORE.FLOUR": "no digest of RAW.GRAIN: run 2 did not use --only-changed", "CORE.LOAF": "CORE.FLOUR is built in this run",
	})
	f.wantStatus(f.run(localrun.Request{Include: "{ FLOUR }"}), run.Completed) // run 5
	if got := f.run(localrun.Request{OnlyChanged: true, Include: "{ LOAF }"}).node("CORE.LOAF").Reason; got != "CORE.FLOUR was built by run 5" {
		t.Error(got)
	}
	f.changed(map[string]string{
		"CORE.FLOUR": "no digest of RAW.GRAIN: run 5 did not use --only-changed", "CORE.LOAF": "CORE.FLOUR is built in this run",
	})
	f.exec("DROP TABLE millrace.CORE.LOAF")
	f.changed(map[string]string{"CORE.LOAF": "its table does not exist"})
	f.exec("DROP VIEW millrace.CORE.SIFTED")
	f.changed(map[string]string{"CORE.SIFTED": "it does not exist", "CORE.LOAF": "CORE.SIFTED does not exist"})
	f.changed(map[string]string{})
}

func TestOnlyChangedBuildsFailedNodesAgain(t *testing.T) {
	t.Parallel()
	f := harvest(t)
	f.node("CORE-ALONE", "@nodeType(\"StageSQL\")\n@testSQL(\"none\", \"SELECT 1 FROM {{ ref_no_link('RAW', 'GRAIN') }} WHERE n = 7\")\n"+
		"@haltOnTestFailure(true)\nSELECT 1 AS n")
	f.wantStatus(f.run(localrun.Request{OnlyChanged: true}), run.Completed)
	f.exec("INSERT INTO millrace.RAW.GRAIN VALUES (7)")
	f.wantStatus(f.run(localrun.Request{Include: "{ ALONE }"}), run.Failed) // run 2
	if got := f.query("SELECT n FROM millrace.CORE.ALONE"); got != "1" {
		t.Errorf("the rows are %s", got)
	}
	f.exec("DELETE FROM millrace.RAW.GRAIN WHERE n = 7")
	got := f.changed(map[string]string{"CORE.ALONE": "it failed in run 2"})
	if stages := got.stages("CORE.ALONE"); stages != "Empty table, Insert rows, none" {
		t.Errorf("the stages are %s", stages)
	}
	f.changed(map[string]string{})
}

// TestRecordsOfEarlierVersionsAreKept has a folder in which an earlier version created the tables.
func TestRecordsOfEarlierVersionsAreKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.exec(`CREATE TABLE millrace._millrace.created AS SELECT node, entry->>'name' AS name, entry->>'schema' AS schema_name,
		entry->>'object' AS object_name, entry->>'structure' AS fingerprint FROM millrace._millrace.builds`)
	f.exec("DROP TABLE millrace._millrace.builds")
	f.remove("CORE-WORDS")
	got := f.run(localrun.Request{OnlyChanged: true})
	f.wantStatus(got, run.Completed)
	if len(got.gone) != 1 || got.gone[0] != "CORE.WORDS" || got.node("RAW.NUMBERS").Reason != "no build record" {
		t.Errorf("objects without nodes: %v; %s", got.gone, got.node("RAW.NUMBERS").Reason)
	}
	if stages := got.stages("RAW.NUMBERS"); stages == "" || f.query("SELECT table_name FROM duckdb_tables() WHERE schema_name = '_millrace'") != "builds" {
		t.Errorf("the stages are %s", stages)
	}
	f.changed(map[string]string{})
}

// TestUnchangedRunAsksLittle counts what runs ask of the engine: each schema once, whatever the number of tables, and no session
// for a node that is not built.
func TestUnchangedRunAsksLittle(t *testing.T) {
	t.Parallel()
	const tables = 40
	nodes := map[string]string{}
	for i := range tables {
		location := []string{"RAW", "CORE"}[i%2]
		nodes[fmt.Sprintf("%s-T%02d", location, i)] = fmt.Sprintf("@nodeType(\"StageSQL\")\nSELECT %d AS n", i)
	}
	f := newFixture(t, nodes)
	schemas := map[engine.Schema]bool{
		{Database: "millrace", Name: "RAW"}: true, {Database: "millrace", Name: "CORE"}: true, {Database: "millrace", Name: "_millrace"}: true,
	}
	for _, request := range []localrun.Request{{}, {}, {Include: "{ T00 }"}, {OnlyChanged: true}} {
		got := f.run(request)
		f.wantStatus(got, run.Completed)
		asked := map[engine.Schema]bool{}
		for _, schema := range f.counted.schemas {
			asked[schema] = true
		}
		if !maps.Equal(asked, schemas) && request.Include == "" || len(f.counted.schemas) != len(asked) {
			t.Errorf("%+v: the engine was asked for the schemas %v", request, f.counted.schemas)
		}
		if !request.OnlyChanged {
			continue
		}
		if _, skipped := got.reasons(); skipped != tables {
			t.Errorf("%d nodes were skipped", skipped)
		}
		if f.counted.catalogs != 1 || f.counted.sessions.Load() != 1 {
			t.Errorf("%d queries of the catalog and %d sessions", f.counted.catalogs, f.counted.sessions.Load())
		}
	}
	if rows := f.query("SELECT COUNT(*) FROM millrace._millrace.builds"); rows != fmt.Sprint(tables) {
		t.Errorf("%s records of %d tables", rows, tables)
	}
}
