package duckdb_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// The driver passes a statement to DuckDB's threads before it checks for cancellation. A statement that is canceled at
// that moment must be stopped all the same: it would run for an hour, and the rollback would wait for it.
func TestStatementsCanceledAtStartAreStopped(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.grain AS SELECT 1 AS id")
	f.exec(t, "CREATE TABLE millrace.s.slow (id INTEGER, slept VARCHAR)")
	for range 150 {
		if err := f.session.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		moment, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(1000))*time.Microsecond)
		if _, err := f.session.Exec(moment, "INSERT INTO millrace.s.slow SELECT id, CAST(pg_sleep(3600) AS VARCHAR) FROM millrace.s.grain"); !fault.Is(err, fault.Canceled) {
			t.Fatal(err)
		}
		cancel()
		if err := f.session.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// A canceled statement may end its transaction. A later commit must report that.
func TestCommitAfterCanceledStatementReportsTheLoss(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.grain (id INTEGER)")
	want := 0
	for range 200 {
		if err := f.session.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.exec(t, "INSERT INTO millrace.s.grain VALUES (1)")
		moment, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(300))*time.Microsecond)
		_, _ = f.session.Query(moment, "SELECT count(*) FROM range(1000000)", 1)
		cancel()
		if err := f.session.Commit(t.Context()); err == nil {
			want++
		} else if err := f.session.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	f.wantValues(t, "SELECT count(*) FROM millrace.s.grain", strconv.Itoa(want))
}
