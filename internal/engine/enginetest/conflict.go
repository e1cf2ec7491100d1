package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/fault"
)

func conflictCases() cases {
	return cases{
		"two that want each other's rows":    crossingWriters,
		"the loser wins when it tries again": loserTriesAgain,
	}
}

// crossingWriters has two transactions change the same two rows in opposite order. An engine refuses the second writer of
// a row at once, or lets it wait until neither can go on; either way one of them meets a conflict, and what it did is
// undone.
func crossingWriters(b *bench) {
	table := b.numbers(2)
	sessions := []conversation{b.open(b.engine), b.open(b.engine)}
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
			return sessions[i].Commit(b.ctx)
		}
		_ = sessions[i].Rollback(b.ctx)
		return err
	}) {
		if err == nil {
			continue
		}
		conflicts++
		b.refused(err, fault.Conflict)
		sessions[i].usableOrGone()
	}
	if conflicts == 0 {
		b.Error("two transactions changed each other's rows, and neither met a conflict")
	}
	b.holds(table, 1, 2)
}

// loserTriesAgain has many sessions add to one number. Each tries again after a conflict, and none of them is lost.
func loserTriesAgain(b *bench) {
	table := b.numbers(1)
	const writers, each = 4, 5
	var sessions []conversation
	for range writers {
		sessions = append(sessions, b.open(b.engine))
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
			b.Errorf("writer %d: %v", i, err)
		}
	}
	b.holds(table, 1+writers*each)
}

// addOne adds one to the number in a table, however often it takes.
func (s conversation) addOne(table string) error {
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
