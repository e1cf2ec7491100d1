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
		"what it had begun is rolled back":         canceledIsRolledBack,
		"a rollback works after the context ended": rollbackAfterContext,
		"nothing begins after the context ended":   nothingBeginsAfterContext,
		"others go on":                             cancelLeavesOthers,
		"a table is free after it":                 tableIsFreeAfterCancel,
		"sessions are stopped side by side":        manyAreStopped,
	}
}

// delays let a context end before a statement began, while it begins, and while it runs. Whichever it is, the outcome is
// the same, so nothing depends on how fast the machine is.
func delays() []time.Duration {
	return []time.Duration{0, time.Millisecond, 20 * time.Millisecond, 200 * time.Millisecond}
}

func (b *bench) after(delay time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(b.ctx, delay)
	b.Cleanup(cancel)
	return ctx
}

func slowQueryIsStopped(b *bench) {
	for _, delay := range delays() {
		s := b.open(b.engine)
		_, err := s.Query(b.after(delay), b.world.subject.Slow, 1)
		b.refused(err, fault.Canceled)
		s.rollback()
		s.usableOrGone()
	}
}

func slowStatementIsStopped(b *bench) {
	for _, delay := range delays() {
		s := b.open(b.engine)
		_, err := s.Exec(b.after(delay), "CREATE TABLE "+b.table("slow")+" AS "+b.world.subject.Slow)
		b.refused(err, fault.Canceled)
		s.rollback()
		equal(b, b.listed(b.place), "")
		s.usableOrGone()
	}
}

func canceledIsRolledBack(b *bench) {
	table := b.numbers(1)
	for _, delay := range delays() {
		s := b.open(b.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		_, err := s.Exec(b.after(delay), "CREATE TABLE "+b.table("slow")+" AS "+b.world.subject.Slow)
		b.refused(err, fault.Canceled)
		s.rollback()
		b.holds(table, 1)
		equal(b, b.listed(b.place), "numbers")
		s.usableOrGone()
	}
}

func rollbackAfterContext(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	ctx, cancel := context.WithCancel(b.ctx)
	b.ok(s.Begin(ctx))
	_, err := s.Exec(ctx, "INSERT INTO "+table+" VALUES (2, NULL)")
	b.ok(err)
	cancel()
	b.refused(s.Commit(ctx), fault.Canceled)
	s.rollback()
	b.holds(table, 1)
	s.usableOrGone()
}

func nothingBeginsAfterContext(b *bench) {
	table := b.numbers(1)
	over, cancel := context.WithCancel(b.ctx)
	cancel()
	s := b.open(b.engine)
	_, err := s.Exec(over, "DELETE FROM "+table)
	b.refused(err, fault.Canceled)
	_, err = s.Query(over, "SELECT 1", 1)
	b.refused(err, fault.Canceled)
	b.refused(s.Begin(over), fault.Canceled)
	s.rollback()
	_, err = b.engine.Session(over, engine.Label{WorkID: "suite", Epoch: 1})
	b.refused(err, fault.Canceled)
	b.refused(b.engine.Prepare(over, []engine.Schema{b.unused("late")}), fault.Canceled)
	_, err = b.engine.Describe(over, "SELECT 1")
	b.refused(err, fault.Canceled)
	_, err = b.engine.Catalog(over, b.place)
	b.refused(err, fault.Canceled)
	b.holds(table, 1)
}

func cancelLeavesOthers(b *bench) {
	table := b.numbers(1)
	other, s := b.open(b.engine), b.open(b.engine)
	other.begin()
	other.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	_, err := s.Query(b.after(20*time.Millisecond), b.world.subject.Slow, 1)
	b.refused(err, fault.Canceled)
	other.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	other.commit()
	b.holds(table, 1, 2, 3)
}

// tableIsFreeAfterCancel shows that the engine itself has ended the statement: it held the table.
func tableIsFreeAfterCancel(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	s.begin()
	s.exec("UPDATE " + table + " SET word = 'x'")
	_, err := s.Query(b.after(20*time.Millisecond), b.world.subject.Slow, 1)
	b.refused(err, fault.Canceled)
	s.rollback()
	b.open(b.engine).exec("DROP TABLE " + table)
}

func manyAreStopped(b *bench) {
	ctx := b.after(50 * time.Millisecond)
	var sessions []conversation
	for range 6 {
		sessions = append(sessions, b.open(b.engine))
	}
	for _, err := range together(len(sessions), func(i int) error {
		_, err := sessions[i].Query(ctx, b.world.subject.Slow, 1)
		return err
	}) {
		b.refused(err, fault.Canceled)
	}
	for _, s := range sessions {
		s.rollback()
		s.usableOrGone()
	}
}
