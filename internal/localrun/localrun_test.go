package localrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sample"
)

// numbers returns a small project: an incremental table of numbers and a view that reads it.
func numbers() map[string]string {
	return map[string]string{
		"RAW-NUMBERS": "@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(1 AS INTEGER) AS n @businessKey, 'one' AS word",
		"CORE-WORDS":  "@nodeType(\"View\")\nSELECT word FROM {{ ref('RAW', 'NUMBERS') }}",
	}
}

func TestSampleRunsTwice(t *testing.T) {
	t.Parallel()
	f := &fixture{T: t, project: t.TempDir(), data: filepath.Join(t.TempDir(), "data")}
	if _, err := sample.Write(f.project, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	first := f.run(localrun.Request{})
	f.wantStatus(first, run.Completed)
	if !strings.Contains(first.stages("RAW.ORDERS"), "Create table") {
		t.Errorf("the first run executed: %s", first.stages("RAW.ORDERS"))
	}
	second := f.run(localrun.Request{})
	f.wantStatus(second, run.Completed)
	for _, n := range second.Nodes {
		if stages := second.stages(n.Name); strings.Contains(stages, "Create table") {
			t.Errorf("the second run created %s again: %s", n.Name, stages)
		}
		if stages := second.stages(n.Name); strings.Contains(stages, "Store the record") || strings.Contains(stages, "Compare") {
			t.Errorf("%s shows internal statements: %s", n.Name, stages)
		}
	}
	if got := f.query("SELECT SUM(revenue)::VARCHAR FROM millrace.mart.REVENUE_BY_MONTH"); got != "361.90" {
		t.Errorf("the revenue is %s", got)
	}
}

func TestRunCreatesOnlySelectedNodes(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	got := f.run(localrun.Request{Include: "{ NUMBERS }"})
	f.wantStatus(got, run.Completed)
	if len(got.Nodes) != 1 || f.query("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'RAW'") != "NUMBERS" {
		t.Errorf("nodes: %v", got.Nodes)
	}
	if views := f.query("SELECT view_name FROM duckdb_views() WHERE schema_name = 'CORE'"); views != "" {
		t.Errorf("there are views: %s", views)
	}
}

// TestChangedColumnsFailWithoutRecreate changes a node so that its table would have to be recreated.
func TestChangedColumnsFailWithoutRecreate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, difference string }{
		"added column": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(2 AS INTEGER) AS n @businessKey, 'two' AS word, 3 AS more",
			"column more is missing",
		},
		"removed column": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT 'two' AS word @businessKey",
			"column n is not in the node",
		},
		"changed type": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(2.5 AS DOUBLE) AS n @businessKey, 'two' AS word",
			"column n is INTEGER, expected DOUBLE",
		},
		"became a view": {"@nodeType(\"View\")\nSELECT CAST(2 AS INTEGER) AS n, 'two' AS word", "it is a table, expected a view"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, numbers())
			f.wantStatus(f.run(localrun.Request{}), run.Completed)
			f.node("RAW-NUMBERS", tt.text)
			refused := f.run(localrun.Request{})
			f.wantStatus(refused, run.Failed)
			problem := refused.node("RAW.NUMBERS").Problem
			if problem == nil || !strings.Contains(problem.Message, tt.difference) || !strings.Contains(problem.Hint, "--recreate") {
				t.Errorf("the problem is %+v, want %q", problem, tt.difference)
			}
			if refused.node("CORE.WORDS").State != run.NodeSkipped {
				t.Errorf("the downstream node is %s", refused.node("CORE.WORDS").State)
			}
			if got := f.query("SELECT n, word FROM millrace.RAW.NUMBERS"); got != "1 one" {
				t.Errorf("the rows are %s", got)
			}
			again := f.run(localrun.Request{Recreate: true, Include: "{ NUMBERS }"})
			f.wantStatus(again, run.Completed)
			if got := f.query("SELECT COUNT(*) FROM millrace.RAW.NUMBERS WHERE word = 'two'"); got != "1" {
				t.Errorf("the rows are %s", got)
			}
			f.wantStatus(f.run(localrun.Request{Include: "{ NUMBERS }"}), run.Completed)
		})
	}
}

// TestChangedQueryWithSameColumnsRuns changes the query of a table without changing its columns.
func TestChangedQueryWithSameColumnsRuns(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.node("RAW-NUMBERS", "@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(1 + 1 AS INTEGER) AS n @businessKey, upper('two') AS word WHERE 1 = 1")
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	if got := f.query("SELECT n, word FROM millrace.RAW.NUMBERS ORDER BY n"); got != "1 one|2 TWO" {
		t.Errorf("the rows are %s", got)
	}
}

// TestChangedUpstreamTypeFails: otherwise the downstream table would convert the new values and lose their fractions.
func TestChangedUpstreamTypeFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t, map[string]string{
		"RAW-AMOUNTS": "@nodeType(\"View\")\nSELECT CAST(1 AS INTEGER) AS amount",
		"CORE-TOTALS": "@nodeType(\"Incremental\")\nSELECT amount FROM {{ ref('RAW', 'AMOUNTS') }}",
	})
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.node("RAW-AMOUNTS", "@nodeType(\"View\")\nSELECT CAST(1.5 AS DOUBLE) AS amount")
	refused := f.run(localrun.Request{})
	f.wantStatus(refused, run.Failed)
	totals := refused.node("CORE.TOTALS")
	if totals.Problem == nil || !strings.Contains(totals.Problem.Message, "the table does not match its node: column amount is INTEGER, expected DOUBLE") {
		t.Errorf("the problem is %+v", totals.Problem)
	}
	if refused.node("RAW.AMOUNTS").State != run.NodeComplete {
		t.Errorf("the view is %s", refused.node("RAW.AMOUNTS").State)
	}
	f.wantStatus(f.run(localrun.Request{Recreate: true}), run.Completed)
	if got := f.query("SELECT amount::VARCHAR FROM millrace.CORE.TOTALS"); got != "1.5" {
		t.Errorf("the rows are %s", got)
	}
}

// TestProjectNodeTypeIsCompared has a node type that creates its table with CREATE TABLE … AS, unlike the library.
func TestProjectNodeTypeIsCompared(t *testing.T) {
	t.Parallel()
	f := newFixture(t, map[string]string{"RAW-NUMBERS": "@nodeType(\"9\")\nSELECT 1 AS n"})
	f.write("nodeTypes/Copy-9/definition.yml", "fileVersion: 2\nid: \"9\"\nisDisabled: false\nname: Copy\ntype: NodeType\n"+
		"metadata:\n  defaultStorageLocation: null\n  nodeMetadataSpec: |-\n    capitalized: Copy\n    short: CPY\n    plural: Copies\n    tagColor: blue\n")
	query := "SELECT {% for c in sources[0].columns %}{{ c.transform }} AS {{ c.name }}{% endfor %}\n"
	f.write("nodeTypes/Copy-9/create.sql.j2", "{{ stage('Make') }}\nCREATE TABLE {{ this }} AS\n"+query+"WITH NO DATA; \n")
	f.write("nodeTypes/Copy-9/run.sql.j2", "{{ stage('Load') }}\nINSERT INTO {{ this }}\n"+query)
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.node("RAW-NUMBERS", "@nodeType(\"9\")\nSELECT 1 + 1 AS n")
	same := f.run(localrun.Request{})
	f.wantStatus(same, run.Completed)
	if got := same.stages("RAW.NUMBERS"); got != "Compare the table with its query, Load" {
		t.Errorf("the stages are %s", got)
	}
	f.node("RAW-NUMBERS", "@nodeType(\"9\")\nSELECT 1.5 AS n")
	f.wantStatus(f.run(localrun.Request{}), run.Failed)
	f.wantStatus(f.run(localrun.Request{Recreate: true}), run.Completed)
	if got := f.query("SELECT n::VARCHAR FROM millrace.RAW.NUMBERS"); got != "1.5" {
		t.Errorf("the rows are %s", got)
	}
}

func TestObjectOfDeletedNodeStaysAndIsListedOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.remove("CORE-WORDS")
	f.node("RAW-OTHER", "@nodeType(\"View\")\nSELECT 1 AS n")
	if got := f.run(localrun.Request{Include: "{ OTHER }"}); !slices.Equal(got.gone, []string{"CORE.WORDS"}) {
		t.Errorf("listed objects: %v", got.gone)
	}
	if got := f.run(localrun.Request{}); len(got.gone) != 0 {
		t.Errorf("listed again: %v", got.gone)
	}
	if got := f.query("SELECT word FROM millrace.CORE.WORDS"); got != "one" {
		t.Errorf("the view gives %s", got)
	}
	f.node("CORE-WORDS", numbers()["CORE-WORDS"])
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
}

// TestDroppedTableIsCreatedAgain drops a table outside of a run.
func TestDroppedTableIsCreatedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	f.exec("DROP TABLE millrace.RAW.NUMBERS")
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	if got := f.query("SELECT n FROM millrace.RAW.NUMBERS"); got != "1" {
		t.Errorf("the rows are %s", got)
	}
}

// TestForeignTableIsAdoptedIfColumnsMatch finds a table that no run created: with the same columns the run loads it, with
// different columns it does not change it.
func TestForeignTableIsAdoptedIfColumnsMatch(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.exec("CREATE TABLE millrace.RAW.NUMBERS AS SELECT CAST(7 AS INTEGER) AS n, 'seven' AS word")
	f.wantStatus(f.run(localrun.Request{}), run.Completed)
	if got := f.query("SELECT n FROM millrace.RAW.NUMBERS ORDER BY n"); got != "1|7" {
		t.Errorf("the rows are %s", got)
	}
	other := newFixture(t, numbers())
	other.exec("CREATE TABLE millrace.RAW.NUMBERS AS SELECT 'x' AS other")
	other.wantStatus(other.run(localrun.Request{}), run.Failed)
	if got := other.query("SELECT other FROM millrace.RAW.NUMBERS"); got != "x" {
		t.Errorf("the rows are %s", got)
	}
}

// TestEachDatabaseIsAFile maps locations to two databases; each database contains the records of its own nodes.
func TestEachDatabaseIsAFile(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.write("workspace.yml", "locations:\n  RAW: {database: landing, schema: numbers}\n  CORE: {database: marts, schema: words}\nparameters: {}\nprofile: local\n")
	for range 2 {
		f.wantStatus(f.run(localrun.Request{}), run.Completed)
	}
	for _, file := range []string{"landing.duckdb", "marts.duckdb"} {
		if _, err := os.Stat(filepath.Join(f.data, file)); err != nil {
			t.Error(err)
		}
	}
	if got := f.query("SELECT word FROM marts.words.WORDS"); got != "one" {
		t.Errorf("the view gives %s", got)
	}
	const names = "SELECT entry->>'name' AS name FROM %s._millrace.builds"
	if got := f.query(fmt.Sprintf(names+" UNION ALL "+names, "landing", "marts")); got != "RAW.NUMBERS|CORE.WORDS" {
		t.Errorf("the records are %s", got)
	}
}

func TestInterruptCancelsRun(t *testing.T) {
	t.Parallel()
	f := newFixture(t, map[string]string{
		"RAW-SLOW":  "@nodeType(\"Incremental\")\nSELECT COUNT(*) AS n FROM range(100000000000) AS a(x) WHERE hash(x) = 1",
		"CORE-NEXT": "@nodeType(\"View\")\nSELECT n FROM {{ ref('RAW', 'SLOW') }}",
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got := f.runUntil(ctx, localrun.Request{}, func(result run.NodeResult) {
		if len(result.Queries) > 1 { // the table is created and the load runs
			cancel()
		}
	})
	f.wantStatus(got, run.Canceled)
	for _, n := range got.Nodes {
		if n.State != run.NodeCanceled {
			t.Errorf("%s is %s", n.Name, n.State)
		}
	}
	if tables := f.query("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'RAW'"); tables != "" {
		t.Errorf("a canceled node left tables: %s", tables)
	}
}

func TestGitIgnoresDataFolder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	f.run(localrun.Request{})
	if text, err := os.ReadFile(filepath.Join(f.data, ".gitignore")); err != nil || string(text) != "*\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestSecondProcessCannotOpenFolder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, numbers())
	first, err := localrun.Open(t.Context(), f.data)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Close() }()
	_, err = localrun.Open(t.Context(), f.data)
	if err == nil || !strings.Contains(err.Error(), "in use by process") || !strings.Contains(fault.From(err).Hint, "--data") {
		t.Errorf("the second open returns %v", err)
	}
}

func TestOpenFailsIfFolderCannotBeCreated(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := localrun.Open(t.Context(), filepath.Join(file, "data")); err == nil || !strings.Contains(err.Error(), "cannot create") {
		t.Errorf("the error is %v", err)
	}
}
