package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func TestRejectedStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t (n int)")
	for statement, want := range map[string]string{
		"COMMIT":                             "must not begin or end a transaction: COMMIT",
		"; COMMIT":                           "must not begin or end a transaction: COMMIT",
		"/* {{ */ COMMIT /* }} */":           "must not begin or end a transaction: COMMIT",
		"-- {%\nCOMMIT --%}":                 "must not begin or end a transaction: COMMIT",
		"/* a */ -- b\n Commit":              "must not begin or end a transaction",
		"rollback to savepoint x":            "must not begin or end a transaction",
		"BEGIN":                              "must not begin or end a transaction",
		"START TRANSACTION":                  "must not begin or end a transaction",
		"END;":                               "must not begin or end a transaction",
		"ABORT":                              "must not begin or end a transaction",
		"PREPARE TRANSACTION 'x'":            "PREPARE TRANSACTION",
		"DO 'BEGIN COMMIT; END'":             "invalid transaction termination",
		"SELECT 1\x00":                       "NUL character",
		"SELECT $1::int":                     "supplies 0 parameters",
		"COPY t FROM STDIN":                  "no input to copy from",
		"SELECT\n  'é' || 1/0 AS ß,\n é":     `column "é" does not exist (line 3, column 2)`,
		"SELECT 1 / 0":                       "division by zero",
		"CREATE TABLE pg_catalog.t (n int)":  "permission denied for schema pg_catalog (line 1, column 14) | Grant the privilege",
		"INSERT INTO t SELECT repeat('x',9)": "You will need to rewrite or cast the expression",
		"SELECT to_number('x', 'y') FROM t WHERE FALSE; SELECT 1":          "multiple commands",
		"DO $$BEGIN RAISE 'no' USING DETAIL = 'why', HINT = 'what'; END$$": "no (PL/pgSQL function inline_code_block line 1 at RAISE): why | what",
	} {
		if err := s.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := s.Exec(t.Context(), statement)
		f.refused(err, fault.Invalid, want)
		if err := s.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f.exec(s, "SELECT 1", "", " ; ", "-- nothing", "COPY t TO STDOUT", "PREPARE p AS SELECT 1")
}

func TestRejectedQueries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	for query, want := range map[string]string{
		"CREATE TABLE t (n int)":   "is not a query",
		"":                         "is not a query",
		"COMMIT":                   "must not begin or end a transaction",
		"SELECT 1; SELECT 2":       "multiple commands",
		"COPY pg_class FROM STDIN": "permission denied",
	} {
		if err := s.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := s.Query(t.Context(), query, 1)
		f.refused(err, fault.Invalid, want)
		if err := s.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Query(t.Context(), "SELECT 1", 1<<40)
	f.refused(err, fault.Invalid, "cannot have a limit")
	_, err = f.engine.Describe(t.Context(), "CREATE TABLE t (n int)")
	f.refused(err, fault.Invalid, "is not a query")
	f.eventually("SELECT to_regclass('t') IS NULL")
}

func TestTooLargeRows(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	_, err := s.Query(t.Context(), "SELECT repeat('x', 9000000) FROM generate_series(1, 8)", 100)
	f.refused(err, fault.Limit, "larger than 64 MB")
	f.exec(s, "SELECT 1")
	_, err = s.Query(t.Context(), "SELECT repeat('x', 70000000)", 1)
	f.refused(err, fault.Limit, "larger than 64 MB")
	_, err = s.Exec(t.Context(), "SELECT 1") // such a row cannot be skipped
	f.refused(err, fault.Unavailable, "has ended")
}

// A cached statement would fail with "cached plan must not change result type".
func TestTableIsCreatedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	for _, column := range []string{"1 AS a", "'x' AS b", "1.5 AS c"} {
		f.exec(s, "DROP TABLE IF EXISTS t", "CREATE TABLE t AS SELECT "+column)
		f.value(s, "TABLE t")
		if _, err := f.engine.Describe(t.Context(), "TABLE t"); err != nil {
			t.Error(err)
		}
	}
}

// The rest of a query locks nothing that the next statement needs.
func TestTableIsUnlockedAfterPartialResult(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t AS SELECT generate_series(1, 100) AS n")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows, err := s.Query(t.Context(), "TABLE t", 3); err != nil || !rows.More {
		t.Fatalf("%v, %v", rows, err)
	}
	f.exec(s, "ALTER TABLE t ADD COLUMN m int", "DROP TABLE t")
	if err := s.Commit(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTypesAndTheirValues(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TYPE mood AS ENUM ('so', 'la')", "CREATE DOMAIN whole AS int")
	query := `SELECT 1::smallint AS a, 2.50::numeric(10,2) AS b, '{1,NULL}'::int[] AS c, 'la'::mood AS d, 3::whole AS e, '{"x": 1}'::jsonb AS f,
		'\x00ff'::bytea AS g, interval '90 min' AS h, 'x'::char(3) AS i, 1::oid AS j, ROW(1, 'a') AS k, 'x'::varchar(5) AS l, 1.5::real AS m`
	columns := []engine.Column{
		{Name: "a", Type: "smallint"},
		{Name: "b", Type: "numeric(10,2)"},
		{Name: "c", Type: "integer[]"},
		{Name: "d", Type: "mood"},
		{Name: "e", Type: "integer"},
		{Name: "f", Type: "jsonb"},
		{Name: "g", Type: "bytea"},
		{Name: "h", Type: "interval"},
		{Name: "i", Type: "character(3)"},
		{Name: "j", Type: "oid"},
		{Name: "k", Type: "record"},
		{Name: "l", Type: "character varying(5)"},
		{Name: "m", Type: "real"},
	}
	for i := range columns {
		columns[i].Nullable = true
	}
	want := engine.Rows{Columns: columns, Values: [][]any{{
		int64(1), "2.50", "{1,NULL}", "la", int64(3), `{"x": 1}`, `\x00ff`, "01:30:00", "x  ", int64(1), "(1,a)", "x", 1.5,
	}}}
	for range 2 { // the second time most names are known
		got, err := s.Query(t.Context(), query, 1)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%v\n%s", err, diff)
		}
	}
	f.exec(s, "ALTER TYPE mood RENAME TO temper")
	got, err := f.engine.Describe(t.Context(), "SELECT 'so'::temper, NULL, 1 FROM pg_class")
	if err != nil || len(got) != 3 || got[0].Type != "temper" || got[1].Type != "text" || got[2].Name != "?column?" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestConflicts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ before, first, second string }{
		"a lock that takes too long": {"CREATE TABLE t (n int)", "LOCK TABLE t", "SELECT * FROM t"},
		"the same table at once":     {"SELECT 1", "CREATE TABLE t (n int)", "CREATE TABLE IF NOT EXISTS t (n int)"},
		"the same function at once": {
			"CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
			"CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 2'",
			"CREATE OR REPLACE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 3'",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			first, second := f.session(f.engine, someone()), f.session(f.engine, someone())
			f.exec(first, tt.before)
			for _, s := range []engine.Session{first, second} {
				if err := s.Begin(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			f.exec(first, tt.first)
			if strings.HasPrefix(tt.first, "LOCK") {
				f.exec(second, "SET LOCAL lock_timeout TO 50")
			}
			ended := make(chan error, 1)
			go func() {
				_, err := second.Exec(t.Context(), tt.second)
				ended <- err
			}()
			if !strings.HasPrefix(tt.first, "LOCK") {
				f.eventually("SELECT wait_event_type IS NOT DISTINCT FROM 'Lock' FROM pg_stat_activity WHERE pid = $1::text::int", second.ID())
				if err := first.Commit(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			f.refused(<-ended, fault.Conflict, "run this one again")
		})
	}
}

func TestSavepointsDoNotAccumulate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t (n int)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if err := s.Savepoint(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.exec(s, "INSERT INTO t VALUES (1)")
	}
	if err := s.Savepoint(t.Context()); err != nil { // it has nothing after it
		t.Fatal(err)
	}
	if err := s.RollbackTo(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, `RELEASE SAVEPOINT "millrace"`)
	_, err := s.Exec(t.Context(), `RELEASE SAVEPOINT "millrace"`)
	f.refused(err, fault.Invalid, "does not exist")
}

func TestCallsOutOfOrder(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.refused(s.Commit(t.Context()), fault.Internal, "no transaction")
	f.refused(s.Savepoint(t.Context()), fault.Internal, "no transaction")
	f.refused(s.RollbackTo(t.Context()), fault.Internal, "no savepoint")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.refused(s.Begin(t.Context()), fault.Internal, "already open")
	if err := s.Commit(t.Context()); err != nil { // nothing was done, and nothing had to be sent
		t.Error(err)
	}
}

// A stopped statement leaves the pending ones to the next one.
func TestContextEndsBeforeFirstStatement(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t (n int)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithTimeout(t.Context(), -time.Second)
	defer cancel()
	_, err := s.Exec(over, "INSERT INTO t VALUES (1)")
	f.refused(err, fault.Canceled, "canceled")
	f.exec(s, "INSERT INTO t VALUES (2)")
	if err := s.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := f.value(s, "SELECT count(*) FROM t"); got != int64(0) {
		t.Errorf("%v rows, want none", got)
	}
}
