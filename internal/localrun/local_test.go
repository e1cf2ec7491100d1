package localrun_test

import (
	"context"
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

// numbers is a small project: a table of numbers that keeps what it had, and a view on it.
func numbers() map[string]string {
	return map[string]string{
		"RAW-NUMBERS": "@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(1 AS INTEGER) AS n @businessKey, 'one' AS word",
		"CORE-WORDS":  "@nodeType(\"View\")\nSELECT word FROM {{ ref('RAW', 'NUMBERS') }}",
	}
}

func TestTheSampleRunsTwice(t *testing.T) {
	t.Parallel()
	b := &workbench{t, t.TempDir(), filepath.Join(t.TempDir(), "data")}
	if _, err := sample.Write(b.project, sample.Options{}); err != nil {
		t.Fatal(err)
	}
	first := b.run(localrun.Request{})
	b.wantStatus(first, run.Completed)
	if !strings.Contains(first.stages("RAW.ORDERS"), "Create table") {
		t.Errorf("the first run did: %s", first.stages("RAW.ORDERS"))
	}
	second := b.run(localrun.Request{})
	b.wantStatus(second, run.Completed)
	for _, n := range second.Nodes {
		if stages := second.stages(n.Name); strings.Contains(stages, "Create table") {
			t.Errorf("the second run made %s again: %s", n.Name, stages)
		}
		if stages := second.stages(n.Name); strings.Contains(stages, "Remember") || strings.Contains(stages, "Compare") {
			t.Errorf("%s shows statements of our own, or does them for nothing: %s", n.Name, stages)
		}
	}
	if got := b.query("SELECT SUM(revenue)::VARCHAR FROM millrace.mart.REVENUE_BY_MONTH"); got != "361.90" {
		t.Errorf("the revenue is %s", got)
	}
}

func TestOnlyWhatIsSelectedIsMade(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	got := b.run(localrun.Request{Include: "{ NUMBERS }"})
	b.wantStatus(got, run.Completed)
	if len(got.Nodes) != 1 || b.query("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'RAW'") != "NUMBERS" {
		t.Errorf("nodes: %v", got.Nodes)
	}
	if views := b.query("SELECT view_name FROM duckdb_views() WHERE schema_name = 'CORE'"); views != "" {
		t.Errorf("there are views: %s", views)
	}
}

// TestRowsAreNotLostInSilence changes a node in ways that its table cannot follow.
func TestRowsAreNotLostInSilence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, difference string }{
		"a column more": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(2 AS INTEGER) AS n @businessKey, 'two' AS word, 3 AS more",
			"it lacks the column more",
		},
		"a column less": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT 'two' AS word @businessKey",
			"it has the column n, which its node has not",
		},
		"another type": {
			"@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(2.5 AS DOUBLE) AS n @businessKey, 'two' AS word",
			"the column n is INTEGER and should be DOUBLE",
		},
		"a view": {"@nodeType(\"View\")\nSELECT CAST(2 AS INTEGER) AS n, 'two' AS word", "it should be a view"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newWorkbench(t, numbers())
			b.wantStatus(b.run(localrun.Request{}), run.Completed)
			b.node("RAW-NUMBERS", tt.text)
			refused := b.run(localrun.Request{})
			b.wantStatus(refused, run.Failed)
			problem := refused.node("RAW.NUMBERS").Problem
			if problem == nil || !strings.Contains(problem.Message, tt.difference) || !strings.Contains(problem.Hint, "--recreate") {
				t.Errorf("the problem is %+v, want %q", problem, tt.difference)
			}
			if refused.node("CORE.WORDS").State != run.NodeSkipped {
				t.Errorf("what reads it is %s", refused.node("CORE.WORDS").State)
			}
			if got := b.query("SELECT n, word FROM millrace.RAW.NUMBERS"); got != "1 one" {
				t.Errorf("the rows are %s", got)
			}
			again := b.run(localrun.Request{Recreate: true, Include: "{ NUMBERS }"})
			b.wantStatus(again, run.Completed)
			if got := b.query("SELECT COUNT(*) FROM millrace.RAW.NUMBERS WHERE word = 'two'"); got != "1" {
				t.Errorf("the rows are %s", got)
			}
			b.wantStatus(b.run(localrun.Request{Include: "{ NUMBERS }"}), run.Completed)
		})
	}
}

// TestWhatChangesOnlyTheRowsNeedsNothing changes the query of a table without changing its columns.
func TestWhatChangesOnlyTheRowsNeedsNothing(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	b.node("RAW-NUMBERS", "@nodeType(\"Incremental\")\n@strategy(\"merge\")\nSELECT CAST(1 + 1 AS INTEGER) AS n @businessKey, upper('two') AS word WHERE 1 = 1")
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	if got := b.query("SELECT n, word FROM millrace.RAW.NUMBERS ORDER BY n"); got != "1 one|2 TWO" {
		t.Errorf("the rows are %s", got)
	}
}

// TestATypeThatChangesUpstreamIsNoticed: the table below would otherwise make the new values fit, and lose their fractions.
func TestATypeThatChangesUpstreamIsNoticed(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, map[string]string{
		"RAW-AMOUNTS": "@nodeType(\"View\")\nSELECT CAST(1 AS INTEGER) AS amount",
		"CORE-TOTALS": "@nodeType(\"Incremental\")\nSELECT amount FROM {{ ref('RAW', 'AMOUNTS') }}",
	})
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	b.node("RAW-AMOUNTS", "@nodeType(\"View\")\nSELECT CAST(1.5 AS DOUBLE) AS amount")
	refused := b.run(localrun.Request{})
	b.wantStatus(refused, run.Failed)
	totals := refused.node("CORE.TOTALS")
	if totals.Problem == nil || !strings.Contains(totals.Problem.Message, "the column amount is INTEGER and should be DOUBLE") {
		t.Errorf("the problem is %+v", totals.Problem)
	}
	if refused.node("RAW.AMOUNTS").State != run.NodeComplete {
		t.Errorf("the view is %s", refused.node("RAW.AMOUNTS").State)
	}
	b.wantStatus(b.run(localrun.Request{Recreate: true}), run.Completed)
	if got := b.query("SELECT amount::VARCHAR FROM millrace.CORE.TOTALS"); got != "1.5" {
		t.Errorf("the rows are %s", got)
	}
}

// TestTypesOfTheProject has a type whose table is made from its query in a way that ours are not.
func TestTypesOfTheProject(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, map[string]string{"RAW-NUMBERS": "@nodeType(\"9\")\nSELECT 1 AS n"})
	b.write("nodeTypes/Copy-9/definition.yml", "fileVersion: 2\nid: \"9\"\nisDisabled: false\nname: Copy\ntype: NodeType\n"+
		"metadata:\n  defaultStorageLocation: null\n  nodeMetadataSpec: |-\n    capitalized: Copy\n    short: CPY\n    plural: Copies\n    tagColor: blue\n")
	query := "SELECT {% for c in sources[0].columns %}{{ c.transform }} AS {{ c.name }}{% endfor %}\n"
	b.write("nodeTypes/Copy-9/create.sql.j2", "{{ stage('Make') }}\nCREATE TABLE {{ this }} AS\n"+query+"WITH NO DATA; \n")
	b.write("nodeTypes/Copy-9/run.sql.j2", "{{ stage('Load') }}\nINSERT INTO {{ this }}\n"+query)
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	b.node("RAW-NUMBERS", "@nodeType(\"9\")\nSELECT 1 + 1 AS n")
	same := b.run(localrun.Request{})
	b.wantStatus(same, run.Completed)
	if got := same.stages("RAW.NUMBERS"); got != "Compare the table with its query, Load" {
		t.Errorf("the stages are %s", got)
	}
	b.node("RAW-NUMBERS", "@nodeType(\"9\")\nSELECT 1.5 AS n")
	b.wantStatus(b.run(localrun.Request{}), run.Failed)
	b.wantStatus(b.run(localrun.Request{Recreate: true}), run.Completed)
	if got := b.query("SELECT n::VARCHAR FROM millrace.RAW.NUMBERS"); got != "1.5" {
		t.Errorf("the rows are %s", got)
	}
}

func TestWhatIsGoneIsLeftAloneAndSaidOnce(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	b.remove("CORE-WORDS")
	b.node("RAW-OTHER", "@nodeType(\"View\")\nSELECT 1 AS n")
	if got := b.run(localrun.Request{Include: "{ OTHER }"}); !slices.Equal(got.gone, []string{"CORE.WORDS"}) {
		t.Errorf("gone are %v", got.gone)
	}
	if got := b.run(localrun.Request{}); len(got.gone) != 0 {
		t.Errorf("it is said again: %v", got.gone)
	}
	if got := b.query("SELECT word FROM millrace.CORE.WORDS"); got != "one" {
		t.Errorf("the view gives %s", got)
	}
	b.node("CORE-WORDS", numbers()["CORE-WORDS"])
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
}

// TestATableThatWasDroppedIsMadeAgain takes a table away behind our back.
func TestATableThatWasDroppedIsMadeAgain(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	b.exec("DROP TABLE millrace.RAW.NUMBERS")
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	if got := b.query("SELECT n FROM millrace.RAW.NUMBERS"); got != "1" {
		t.Errorf("the rows are %s", got)
	}
}

// TestATableOfOthersIsTakenOver finds a table that somebody else made: with the right columns it is filled, with others it
// is not touched.
func TestATableOfOthersIsTakenOver(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.exec("CREATE TABLE millrace.RAW.NUMBERS AS SELECT CAST(7 AS INTEGER) AS n, 'seven' AS word")
	b.wantStatus(b.run(localrun.Request{}), run.Completed)
	if got := b.query("SELECT n FROM millrace.RAW.NUMBERS ORDER BY n"); got != "1|7" {
		t.Errorf("the rows are %s", got)
	}
	other := newWorkbench(t, numbers())
	other.exec("CREATE TABLE millrace.RAW.NUMBERS AS SELECT 'x' AS other")
	other.wantStatus(other.run(localrun.Request{}), run.Failed)
	if got := other.query("SELECT other FROM millrace.RAW.NUMBERS"); got != "x" {
		t.Errorf("the rows are %s", got)
	}
}

// TestDatabasesAreFiles maps locations to two databases; what is remembered is in the one of each node.
func TestDatabasesAreFiles(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.write("workspace.yml", "locations:\n  RAW: {database: landing, schema: numbers}\n  CORE: {database: marts, schema: words}\nparameters: {}\nprofile: local\n")
	for range 2 {
		b.wantStatus(b.run(localrun.Request{}), run.Completed)
	}
	for _, file := range []string{"landing.duckdb", "marts.duckdb"} {
		if _, err := os.Stat(filepath.Join(b.data, file)); err != nil {
			t.Error(err)
		}
	}
	if got := b.query("SELECT word FROM marts.words.WORDS"); got != "one" {
		t.Errorf("the view gives %s", got)
	}
	if got := b.query("SELECT name FROM landing._millrace.created UNION ALL SELECT name FROM marts._millrace.created"); got != "RAW.NUMBERS|CORE.WORDS" {
		t.Errorf("remembered are %s", got)
	}
}

func TestAnInterruptCancels(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, map[string]string{
		"RAW-SLOW":  "@nodeType(\"Incremental\")\nSELECT COUNT(*) AS n FROM range(100000000000) AS a(x) WHERE hash(x) = 1",
		"CORE-NEXT": "@nodeType(\"View\")\nSELECT n FROM {{ ref('RAW', 'SLOW') }}",
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	got := b.runUntil(ctx, localrun.Request{}, func(result run.NodeResult) {
		if len(result.Queries) > 1 { // the table is made, and being filled
			cancel()
		}
	})
	b.wantStatus(got, run.Canceled)
	for _, n := range got.Nodes {
		if n.State != run.NodeCanceled {
			t.Errorf("%s is %s", n.Name, n.State)
		}
	}
	if tables := b.query("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'RAW'"); tables != "" {
		t.Errorf("half a node is there: %s", tables)
	}
}

func TestTheDataFolderIsNotForVersionControl(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	b.run(localrun.Request{})
	if text, err := os.ReadFile(filepath.Join(b.data, ".gitignore")); err != nil || string(text) != "*\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAFolderHasOneOwner(t *testing.T) {
	t.Parallel()
	b := newWorkbench(t, numbers())
	first, err := localrun.Open(t.Context(), b.data)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = first.Close() }()
	_, err = localrun.Open(t.Context(), b.data)
	if err == nil || !strings.Contains(err.Error(), "in use by process") || !strings.Contains(fault.From(err).Hint, "--data") {
		t.Errorf("the second gets %v", err)
	}
}

func TestAFolderThatCannotBeMade(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := localrun.Open(t.Context(), filepath.Join(file, "data")); err == nil || !strings.Contains(err.Error(), "cannot be made") {
		t.Errorf("the error is %v", err)
	}
}
