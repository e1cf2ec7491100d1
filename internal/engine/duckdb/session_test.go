package duckdb_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

// TestConnectionsAreReused: a session gets the connection of an earlier one that left nothing behind, and a new one otherwise.
func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	opened, err := duckdb.New(duckdb.Options{}).Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	if err := opened.Prepare(t.Context(), []engine.Schema{{Name: "STG"}}); err != nil {
		t.Fatal(err)
	}
	// use runs statements in a session and returns the number of its connection.
	use := func(statements ...string) any {
		t.Helper()
		s, err := opened.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := s.Query(t.Context(), "SELECT current_connection_id()::BIGINT", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range statements {
			if statement == "BEGIN" {
				err = s.Begin(t.Context())
			} else {
				_, err = s.Exec(t.Context(), statement)
			}
			if (err != nil) != (statement == "WRONG") {
				t.Fatalf("%s: %v", statement, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		return rows.Values[0][0]
	}
	for _, c := range []struct {
		name       string
		statements []string
		isReused   bool
	}{
		{"statements on tables", []string{
			"CREATE OR REPLACE TABLE millrace.STG.T AS SELECT 1 AS n", "INSERT INTO millrace.STG.T VALUES (2)", "WITH x AS (SELECT 1) SELECT * FROM x",
			"UPDATE millrace.STG.T SET n = 3", "DELETE FROM millrace.STG.T", "DROP TABLE millrace.STG.T",
		}, true},
		{"nothing", nil, true},
		{"a work table", []string{"CREATE TEMPORARY TABLE w AS SELECT 1 AS n"}, false},
		{"a work view", []string{"CREATE TEMP VIEW w AS SELECT 1 AS n"}, false},
		{"a variable", []string{"SET VARIABLE mine = 1"}, false},
		{"a seed", []string{"SELECT setseed(0.5)"}, false},
		{"a PIVOT", []string{"CREATE OR REPLACE TABLE millrace.STG.P AS PIVOT (SELECT 'a' AS k, 1 AS n) ON k USING sum(n)"}, false},
		{"an error", []string{"WRONG"}, false},
		{"an open transaction", []string{"BEGIN", "CREATE TABLE millrace.STG.OPEN (n INTEGER)"}, false},
	} {
		first := use(c.statements...)
		if second := use(); (first == second) != c.isReused {
			t.Errorf("%s: connections %v and %v, want the same: %t", c.name, first, second, c.isReused)
		}
	}
}
