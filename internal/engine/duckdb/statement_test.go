package duckdb_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func TestCountsOfDuckDBStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, tt := range []struct {
		statement string
		want      engine.Counts
	}{
		{"CREATE OR REPLACE TABLE millrace.s.t AS SELECT range AS n FROM range(5000)", engine.Counts{Inserted: 5000}},
		{"CREATE TABLE IF NOT EXISTS millrace.s.t AS SELECT 1 AS n", engine.Counts{}},
		{"CREATE TABLE IF NOT EXISTS millrace.s.u (n INTEGER PRIMARY KEY)", engine.Counts{}},
		{"INSERT INTO millrace.s.u SELECT n FROM millrace.s.t LIMIT 3 RETURNING n", engine.Counts{Inserted: 3}},
		{"INSERT OR REPLACE INTO millrace.s.u SELECT 0", engine.Counts{Inserted: 1}},
		{"DELETE FROM millrace.s.t WHERE n >= 3 RETURNING n", engine.Counts{Deleted: 4997}},
		{"TRUNCATE millrace.s.u", engine.Counts{Deleted: 3}},
		{"CREATE SEQUENCE millrace.s.q", engine.Counts{}},
		{"CREATE MACRO millrace.s.plus(a) AS a + 1", engine.Counts{}},
		{"SET VARIABLE here = 1", engine.Counts{}},
		{"VACUUM ANALYZE millrace.s.t", engine.Counts{}},
		{"COMMENT ON TABLE millrace.s.t IS 'numbers'", engine.Counts{}},
	} {
		if got := f.exec(t, tt.statement); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.statement, got, tt.want)
		}
	}
}

// TestPivot runs a statement that DuckDB expands to several.
func TestPivot(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT range AS n FROM range(3)")
	f.exec(t, "CREATE TABLE millrace.s.alone AS PIVOT millrace.s.t ON n USING count(*)")
	f.refuses(t, "CREATE TABLE millrace.s.alone AS PIVOT millrace.s.t ON n USING count(*)", fault.Invalid, "already exists")
	if err := f.session.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(t, "CREATE TABLE millrace.s.together AS PIVOT millrace.s.t ON n USING count(*)")
	f.wantValues(t, "FROM millrace.s.together", "1 1 1")
	if err := f.session.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.refuses(t, "FROM millrace.s.together", fault.Invalid)
	f.wantValues(t, "FROM millrace.s.alone", "1 1 1")
	f.wantValues(t, "PIVOT millrace.s.t ON n IN (1, 2) USING count(*)", "1 1")
}

// TestSecondWriterFailsAtOnce tests tables; the conformance suite tests rows.
func TestSecondWriterFailsAtOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ first, second string }{
		"replace and replace": {"CREATE OR REPLACE TABLE millrace.s.t AS SELECT 1 AS n", "CREATE OR REPLACE TABLE millrace.s.t AS SELECT 2 AS n"},
		"same new table":      {"CREATE TABLE millrace.s.new AS SELECT 1 AS n", "CREATE TABLE millrace.s.new AS SELECT 2 AS n"},
		"update and update":   {"UPDATE millrace.s.t SET n = 1", "UPDATE millrace.s.t SET n = 2"},
		"alter and insert":    {"ALTER TABLE millrace.s.t ADD COLUMN m INTEGER", "INSERT INTO millrace.s.t VALUES (7)"},
		"same key":            {"INSERT INTO millrace.s.keyed VALUES (1)", "INSERT INTO millrace.s.keyed VALUES (1)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, nil)
			f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 0 AS n")
			f.exec(t, "CREATE TABLE millrace.s.keyed (n INTEGER PRIMARY KEY)")
			second := f.open(t)
			ctx := t.Context()
			for _, session := range []engine.Session{f.session, second} {
				if err := session.Begin(ctx); err != nil {
					t.Fatal(err)
				}
			}
			f.exec(t, tt.first)
			_, err := second.Exec(ctx, tt.second)
			if commitErr := f.session.Commit(ctx); commitErr != nil {
				t.Error(commitErr)
			}
			if err == nil {
				err = second.Commit(ctx)
			}
			wantFault(t, tt.second, err, fault.Conflict)
			if fault.From(err).Hint == "" {
				t.Error("there is no hint")
			}
		})
	}
}

func TestTransactionWritesOneDatabaseAndWorkTables(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.prepare(t, engine.Schema{Database: "other", Name: "s"})
	if err := f.session.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(t, "CREATE TEMP TABLE work AS SELECT 1 AS n")
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT n FROM work")
	f.exec(t, "INSERT INTO work SELECT 2")
	f.refuses(t, "CREATE TABLE other.s.t AS SELECT 1 AS n", fault.Invalid, "single attached database")
	wantFault(t, "commit", f.session.Commit(t.Context()), fault.Invalid, "a failed statement ended the transaction")
	if err := f.session.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(t, "CREATE TABLE other.s.t AS SELECT 1 AS n")
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT n + 1 AS n FROM other.s.t")
	f.wantValues(t, "SELECT n FROM millrace.s.t", "2")
}

// TestFaultShowsTheOriginalStatement tests queries, which are wrapped in a limit.
func TestFaultShowsTheOriginalStatement(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 'x' || range AS w FROM range(3)")
	for _, query := range []string{
		"SELECT CAST(w AS INTEGER) FROM millrace.s.t",
		"SELECT 1 AS a,\n  CAST(w AS INTEGER) FROM millrace.s.t",
		"SELECT CAST(w AS DATE) FROM millrace.s.t",
		"SELECT nonsense FROM millrace.s.t",
		"SELECT w FROM millrace.s.t WHERE AND",
		"SELECT '2020-13-01'::DATE",
	} {
		_, asStatement := f.session.Exec(t.Context(), query)
		_, asQuery := f.session.Query(t.Context(), query, 10)
		want, got := fault.From(asStatement).Message, fault.From(asQuery).Message
		if got != want || !strings.Contains(want, "LINE ") {
			t.Errorf("%s\nas a query:\n%s\nas a statement:\n%s", query, got, want)
		}
	}
}

func TestOutOfMemoryIsALimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t, map[string]any{"memoryLimit": "64MB", "threads": 2.0})
	f.wantValues(t, "SELECT current_setting('memory_limit'), current_setting('threads')", "61.0 MiB 2")
	_, err := f.session.Exec(t.Context(), "SELECT list(range) FROM range(5_000_000)")
	wantFault(t, "a large list", err, fault.Limit, "Out of Memory")
	if hint := fault.From(err).Hint; !strings.Contains(hint, "memoryLimit") {
		t.Errorf("hint = %q", hint)
	}
	f.wantValues(t, "SELECT 1", "1")
}

// The words of a user are not taken for a message about DuckDB's files.
func TestMessagesOfUsersAreNotBelieved(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, words := range []string{"No space left on device", "Corrupt database file", `database "millrace" has been invalidated`} {
		f.refuses(t, "SELECT error('"+words+"')", fault.Invalid, words)
		f.refuses(t, "SELECT CAST('"+words+"' AS INTEGER)", fault.Invalid, words)
	}
}
