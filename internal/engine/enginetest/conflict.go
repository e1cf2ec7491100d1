package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/fault"
)

func conflictCases() cases {
	return cases{
		"two that want each other's rows":   crossingWriters,
		"a retry after a conflict succeeds": loserTriesAgain,
	}
}

// crossingWriters lets two transactions change the same two rows in opposite order. An engine rejects the second writer of a
// row at once, or detects the deadlock; either way one of them gets a conflict and is rolled back.
func crossingWriters(f *fixture) {
	table := f.numbers(2)
	sessions := []testSession{f.open(f.engine), f.open(f.engine)}
	update := func(i, n int) string {
		return fmt.Sprintf("UPDATE %s SET word = 'by %d' WHERE n = %d", table, i, n)
	}
	for i, s := range sessions {
		s.begin()
		s.exec(update(i, i+1))
	}
	conflicts := 0
	for i, err := range together(2, func(i int) error {
		err := sessions[i].try(update(i, 2-i))
		if err == nil {
			return sessions[i].Commit(f.ctx)
		}
		_ = sessions[i].Rollback(f.ctx)
		return err
	}) {
		if err == nil {
			continue
		}
		conflicts++
		f.refused(err, fault.Conflict)
		sessions[i].usableOrGone()
	}
	if conflicts == 0 {
		f.Error("two transactions changed each other's rows, and neither met a conflict")
	}
	f.contains(table, 1, 2)
}

// loserTriesAgain lets many sessions increment one number. Each retries after a conflict, and no increment is lost.
func loserTriesAgain(f *fixture) {
	f.needsTransactions()
	table := f.numbers(1)
	const writers, each = 4, 5
	var sessions []testSession
	for range writers {
		sessions = append(sessions, f.open(f.engine))
	}
	for i, err := range together(writers, func(i int) error {
		for range each {
			if err := sessions[i].addOne(table); err != nil {
				return err
			}
		}
		return nil
	}) {
		if err != nil {
			f.Errorf("writer %d: %v", i, err)
		}
	}
	f.contains(table, 1+writers*each)
}

// addOne increments the number in a table, with as many retries as needed.
func (s testSession) addOne(table string) error {
	for {
		err := s.Begin(s.b.ctx)
		if err == nil {
			err = s.try("UPDATE " + table + " SET n = n + 1")
		}
		if err == nil {
			err = s.Commit(s.b.ctx)
		}
		if !fault.Is(err, fault.Conflict) {
			return err
		}
		if err := s.Rollback(s.b.ctx); err != nil {
			return err
		}
	}
}
