package duckdb_test

import (
	"context"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// A statement is handed to DuckDB's threads before the driver looks whether it is still wanted. One that is given up in just
// that moment must be stopped all the same: it would go on for an hour, and the rollback would wait for it.
func TestStatementsGivenUpWhileTheyBeginAreStopped(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	m.exec(t, "CREATE TABLE millrace.s.grain AS SELECT 1 AS id")
	m.exec(t, "CREATE TABLE millrace.s.slow (id INTEGER, slept VARCHAR)")
	for range 150 {
		if err := m.session.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		moment, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(1000))*time.Microsecond)
		if _, err := m.session.Exec(moment, "INSERT INTO millrace.s.slow SELECT id, CAST(pg_sleep(3600) AS VARCHAR) FROM millrace.s.grain"); !fault.Is(err, fault.Canceled) {
			t.Fatal(err)
		}
		cancel()
		if err := m.session.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// A transaction may be lost when something of it was given up. Whoever commits it nevertheless hears of that.
func TestACommitAfterSomethingWasGivenUpTellsTheTruth(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	m.exec(t, "CREATE TABLE millrace.s.grain (id INTEGER)")
	want := 0
	for range 200 {
		if err := m.session.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		m.exec(t, "INSERT INTO millrace.s.grain VALUES (1)")
		moment, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(300))*time.Microsecond)
		_, _ = m.session.Query(moment, "SELECT count(*) FROM range(1000000)", 1)
		cancel()
		if err := m.session.Commit(t.Context()); err == nil {
			want++
		} else if err := m.session.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	m.wantValues(t, "SELECT count(*) FROM millrace.s.grain", strconv.Itoa(want))
}
