package enginetest

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func cancelCases() cases {
	return cases{
		"a slow query is stopped":                  slowQueryIsStopped,
		"a slow statement is stopped":              slowStatementIsStopped,
		"its transaction is rolled back":           canceledIsRolledBack,
		"a rollback works after the context ended": rollbackAfterContext,
		"nothing starts after the context ended":   nothingBeginsAfterContext,
		"other sessions continue":                  cancelLeavesOthers,
		"its table is unlocked":                    tableIsFreeAfterCancel,
		"several sessions are stopped at once":     manyAreStopped,
	}
}

// delays let a context end before a statement starts, while it starts, and while it runs. The expected result is the same, so
// nothing depends on the speed of the machine.
func delays() []time.Duration {
	return []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 200 * time.Millisecond}
}

func (f *fixture) after(delay time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(f.ctx, delay)
	f.Cleanup(cancel)
	return ctx
}

func slowQueryIsStopped(f *fixture) {
	for _, delay := range delays() {
		s := f.open(f.engine)
		_, err := s.Query(f.after(delay), f.suiteState.subject.Slow, 1)
		f.refused(err, fault.Canceled)
		s.rollback()
		s.usableOrGone()
	}
}

func slowStatementIsStopped(f *fixture) {
	for _, delay := range delays() {
		s := f.open(f.engine)
		_, err := s.Exec(f.after(delay), "CREATE TABLE "+f.table("slow")+" AS "+f.suiteState.subject.Slow)
		f.refused(err, fault.Canceled)
		s.rollback()
		equal(f, f.listed(f.schema), "")
		s.usableOrGone()
	}
}

func canceledIsRolledBack(f *fixture) {
	table := f.numbers(1)
	for _, delay := range delays() {
		s := f.open(f.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		_, err := s.Exec(f.after(delay), "CREATE TABLE "+f.table("slow")+" AS "+f.suiteState.subject.Slow)
		f.refused(err, fault.Canceled)
		s.rollback()
		f.contains(table, 1)
		equal(f, f.listed(f.schema), "numbers")
		s.usableOrGone()
	}
}

func rollbackAfterContext(f *fixture) {
	f.needsTransactions()
	table := f.numbers(1)
	s := f.open(f.engine)
	ctx, cancel := context.WithCancel(f.ctx)
	f.ok(s.Begin(ctx))
	_, err := s.Exec(ctx, "INSERT INTO "+table+" VALUES (2, NULL)")
	f.ok(err)
	cancel()
	f.refused(s.Commit(ctx), fault.Canceled)
	s.rollback()
	f.contains(table, 1)
	s.usableOrGone()
}

func nothingBeginsAfterContext(f *fixture) {
	table := f.numbers(1)
	over, cancel := context.WithCancel(f.ctx)
	cancel()
	s := f.open(f.engine)
	_, err := s.Exec(over, "DELETE FROM "+table)
	f.refused(err, fault.Canceled)
	_, err = s.Query(over, "SELECT 1", 1)
	f.refused(err, fault.Canceled)
	f.refused(s.Begin(over), fault.Canceled)
	s.rollback()
	_, err = f.engine.Session(over, engine.Label{WorkID: "suite", Epoch: 1})
	f.refused(err, fault.Canceled)
	f.refused(f.engine.Prepare(over, []engine.Schema{f.unused("late")}), fault.Canceled)
	_, err = f.engine.Describe(over, "SELECT 1")
	f.refused(err, fault.Canceled)
	_, err = f.engine.Catalog(over, f.schema)
	f.refused(err, fault.Canceled)
	f.contains(table, 1)
}

func cancelLeavesOthers(f *fixture) {
	table := f.numbers(1)
	other, s := f.open(f.engine), f.open(f.engine)
	other.begin()
	other.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	_, err := s.Query(f.after(20*time.Millisecond), f.suiteState.subject.Slow, 1)
	f.refused(err, fault.Canceled)
	other.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	other.commit()
	f.contains(table, 1, 2, 3)
}

// tableIsFreeAfterCancel checks that the engine itself has ended the statement, which had locked the table.
func tableIsFreeAfterCancel(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	s.begin()
	s.exec("UPDATE " + table + " SET word = 'x'")
	_, err := s.Query(f.after(20*time.Millisecond), f.suiteState.subject.Slow, 1)
	f.refused(err, fault.Canceled)
	s.rollback()
	f.open(f.engine).exec("DROP TABLE " + table)
}

func manyAreStopped(f *fixture) {
	ctx := f.after(50 * time.Millisecond)
	var sessions []testSession
	for range 6 {
		sessions = append(sessions, f.open(f.engine))
	}
	for _, err := range together(len(sessions), func(i int) error {
		_, err := sessions[i].Query(ctx, f.suiteState.subject.Slow, 1)
		return err
	}) {
		f.refused(err, fault.Canceled)
	}
	for _, s := range sessions {
		s.rollback()
		s.usableOrGone()
	}
}
