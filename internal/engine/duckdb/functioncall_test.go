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
