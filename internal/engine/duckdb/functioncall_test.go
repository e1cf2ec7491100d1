package duckdb_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// TestNamesOfFunctionsInOtherPlaces executes statements that contain the name of a forbidden function without calling it.
func TestNamesOfFunctionsInOtherPlaces(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, statement := range []string{
		`CREATE TABLE "millrace"."s"."QUERY" ("ID" INTEGER, "FORCE_CHECKPOINT" VARCHAR)`,
		`INSERT INTO "millrace"."s"."QUERY" ("ID", "FORCE_CHECKPOINT") SELECT 1, 'force_checkpoint() and query(''x'')'`,
		`CREATE OR REPLACE VIEW millrace.s.force_checkpoint ("ID") AS SELECT "ID" FROM millrace.s.query -- query('x')`,
		`CREATE TABLE IF NOT EXISTS millrace.s.query (a INTEGER)`,
		"INSERT INTO millrace.s.query\n(\"ID\")\nSELECT /* arrow_scan(1) */ 2",
		`SELECT $$force_checkpoint()$$, $a$ query('x') $a$, 'it''s query(1)', "FORCE_CHECKPOINT" FROM millrace.s.query WHERE ("ID" = 1)`,
		`MERGE INTO millrace.s.query AS t USING (SELECT 3 AS n) AS s ON t."ID" = s.n WHEN NOT MATCHED THEN INSERT ("ID") VALUES (s.n)`,
	} {
		f.exec(t, statement)
	}
	f.wantValues(t, `SELECT count(*), max("FORCE_CHECKPOINT") FROM millrace.s."QUERY"`, "3 force_checkpoint() and query('x')")
	for _, statement := range []string{
		"INSERT INTO millrace.s.query SELECT * FROM query('SELECT 1')",
		"INSERT INTO millrace.s.query FROM query('SELECT 1')",
		"SELECT 'a' FROM /* x */ force_checkpoint /* y */ ()",
		"SELECT E'\\'' || 'FROM force_checkpoint() '",
		"SELECT 1 /* /* */ FROM force_checkpoint() -- */",
		"SELECT 'x' FROM \"force_checkpoint\"()",
		"CREATE TABLE millrace.s.t AS FROM query('SELECT 1')",
		"CREATE VIEW millrace.s.v AS TABLE query('SELECT 1')",
		"SELECT $x$ ' $x$ FROM force_checkpoint() -- '",
		"PRAGMA force_checkpoint",
		"CALL force_checkpoint()",
	} {
		f.refuses(t, statement, fault.Invalid)
	}
}

// TestHiddenCallsOfForbiddenFunctions refuses calls that a lexer unlike that of DuckDB takes for a part of a text. DuckDB runs
// all of these statements without the check.
func TestHiddenCallsOfForbiddenFunctions(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, statement := range []string{
		"CREATE OR REPLACE TABLE millrace.s.b AS SELECT E'a'\n'\\'' AS a, * FROM force_checkpoint() AS t --'",
		"CREATE OR REPLACE TABLE millrace.s.b AS SELECT E'a'\n'\\'' AS a, * FROM query('SELECT 42 AS n') AS t --'",
		"SELECT E'a' -- x\n'\\'' AS a, * FROM query('SELECT 42 AS n') AS t --'",
		"SELECT E'a'\f\r'\\'' AS a, * FROM force_checkpoint() AS t --'",
		"SELECT e'a'\u00a0\n'b'\n'\\'' AS a, * FROM force_checkpoint() AS t --'",
		"SELECT 1 /* /*/ ' */ */ FROM force_checkpoint() -- '",
		"SELECT $\u0105$ ' $\u0105$ FROM force_checkpoint() -- '",
		"SELECT $a\u0105$ ' $a\u0105$ FROM force_checkpoint() -- '",
		"SELECT $\u00a0$ ' $\u00a0$ FROM force_checkpoint() -- '",
		"SELECT $a$ $b$a$ FROM force_checkpoint() -- $a$",
		"SELECT 1 +-- ' \n 1 FROM force_checkpoint() -- '",
		"SELECT 1 -- \u2028 ' \n FROM force_checkpoint() -- '",
		"SELECT '\\' FROM force_checkpoint() -- '",
		"SELECT N'\\' FROM force_checkpoint() -- '",
		"SELECT 1 FROM system.main.\"force_checkpoint\"()",
		"SELECT 1 FROM\u3000force_checkpoint\u00a0()",
		"CREATE OR REPLACE MACRO millrace.s.m() AS TABLE FROM force_checkpoint()",
		"\ufeffPRAGMA force_checkpoint",
		"/* /*/ */ */ PRAGMA force_checkpoint",
	} {
		f.refuses(t, statement, fault.Invalid, "cannot be used here")
		if err := duckdb.RunUnchecked(f.Engine, statement); err != nil {
			t.Errorf("%s: without the check: %v", statement, err)
		}
	}
	for _, statement := range []string{
		"SELECT 1 FROM U&\"\\0066orce_checkpoint\"()",
		"SELECT 1 FROM 'force_checkpoint'()",
		"SELECT 1 FROM $$force_checkpoint$$()",
	} {
		if err := duckdb.RunUnchecked(f.Engine, statement); err == nil {
			t.Errorf("%s: DuckDB runs it", statement)
		}
	}
}

func TestMayCall(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		"":                                        false,
		"SELECT query FROM t":                     false,
		"SELECT a.query(1)":                       true,
		"FROM QUERY\u00a0('x')":                   true,
		"FROM my_query('x')":                      false,
		"FROM query$x('x')":                       false,
		"FROM \"a\"\"query\"('x')":                false,
		"SELECT 'unclosed query(":                 true,
		"SELECT \"unclosed query(":                true,
		"SELECT $a$ unclosed query(":              true,
		"SELECT /* unclosed query(":               true,
		"SELECT e'\\' query(' -- '":               true,
		"SELECT '\\' AS a, E'b' AS b, query":      true,
		"SELECT E'a', query":                      false,
		"SELECT '\\d', 'it is query('":            false,
		"SELECT /* /*/ query */ */ 1":             true,
		"SELECT $\u00e9$ query( $\u00e9$":         true,
		"SELECT U&'\\0041' AS a, query FROM t":    true,
		"SELECT $1, query FROM t":                 false,
		"INSERT INTO a.query (b)":                 false,
		"INSERT INTO a.b (c) FROM query (d)":      true,
		"INSERT INTO \"into\" query(1)":           true,
		"SELECT \"table\" query(1)":               true,
		"CREATE TEMP TABLE query (a int)":         false,
		"SELECT 1 AS create, x.table query(1)":    true,
		"WITH into AS (SELECT 1) SELECT query(1)": true,
	} {
		if got := duckdb.MayCall(statement, "query"); got != want {
			t.Errorf("%q: %t, want %t", statement, got, want)
		}
	}
}
