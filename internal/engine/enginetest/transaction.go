package enginetest

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/millrace/millrace/internal/fault"
)

func transactionCases() cases {
	return cases{
		"a rollback undoes rows":                      rollbackUndoesRows,
		"a rollback undoes tables and views":          rollbackUndoesTables,
		"a rebuilt table is the old one until commit": rebuildIsAtomic,
		"others see the old rows until commit":        othersSeeOldRows,
		"a polling reader sees whole states only":     pollingReader,
		"a rollback without transaction is fine":      rollbackOfNothing,
		"closing a session rolls back":                closeRollsBack,
		"after a failure a rollback helps":            failureThenRollback,
		"a commit after a failure is not a lie":       commitAfterFailure,
		"without a transaction a statement is one":    statementsAreTransactions,
		"a session has one transaction after another": manyTransactions,
	}
}

func rollbackUndoesRows(b *bench) {
	table := b.numbers(2)
	s := b.open(b.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.exec("DELETE FROM " + table + " WHERE n = 1")
	s.holds(table, 2, 3)
	s.rollback()
	s.holds(table, 1, 2)
}

func rollbackUndoesTables(b *bench) {
	if !b.engine.Dialect().Capabilities().TransactionalDDL {
		b.Skip("the engine makes tables outside of transactions")
	}
	table := b.numbers(1)
	s := b.open(b.engine)
	s.begin()
	s.exec("CREATE TABLE " + b.table("made") + " AS SELECT 1 AS n")
	s.exec("CREATE VIEW " + b.table("seen") + " AS SELECT 1 AS n")
	s.exec("ALTER TABLE " + table + " ADD COLUMN more INTEGER")
	s.exec("DROP TABLE " + b.table("made"))
	s.exec("CREATE TABLE " + b.table("again") + " (n INTEGER)")
	s.rollback()
	equal(b, b.listed(b.place), "numbers")
	equal(b, columnNames(b.catalog(b.place)[0].Columns), "n|word")
}

func rebuildIsAtomic(b *bench) {
	table := b.numbers(2)
	s := b.open(b.engine)
	s.begin()
	s.exec(b.engine.Dialect().DropTable(table))
	s.exec("CREATE TABLE " + table + " AS SELECT 7 AS n")
	s.rollback()
	b.holds(table, 1, 2)
	s.begin()
	s.exec(b.engine.Dialect().DropTable(table))
	s.exec("CREATE TABLE " + table + " AS SELECT 7 AS n")
	s.commit()
	b.holds(table, 7)
}

func othersSeeOldRows(b *bench) {
	table := b.numbers(2)
	writer, reader := b.open(b.engine), b.open(b.world.open(b.T))
	writer.begin()
	writer.exec(b.engine.Dialect().EmptyTable(table))
	reader.holds(table, 1, 2)
	writer.exec("INSERT INTO " + table + " VALUES (5, NULL)")
	reader.holds(table, 1, 2)
	writer.holds(table, 5)
	writer.commit()
	reader.holds(table, 5)
}

// pollingReader reads while a table is emptied and filled again, over and over. Every state that was committed holds the
// same number twice.
func pollingReader(b *bench) {
	table := b.table("pair")
	writer := b.open(b.engine)
	writer.exec("CREATE TABLE " + table + " AS SELECT 0 AS n UNION ALL SELECT 0")
	var isOver atomic.Bool
	var reading sync.WaitGroup
	defer reading.Wait()
	defer isOver.Store(true)
	for range 2 {
		reader := b.open(b.engine)
		reading.Go(func() {
			for !isOver.Load() {
				rows, err := reader.Query(b.ctx, "SELECT count(*) AS c, count(DISTINCT n) AS d FROM "+table, 1)
				if err != nil || fmt.Sprint(rows.Values) != "[[2 1]]" {
					b.Errorf("a reader got %v, %v", rows.Values, err)
					return
				}
			}
		})
	}
	for i := range 30 {
		writer.begin()
		writer.exec(b.engine.Dialect().EmptyTable(table))
		writer.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d), (%d)", table, i, i))
		writer.commit()
	}
}

func rollbackOfNothing(b *bench) {
	s := b.open(b.engine)
	s.rollback()
	s.begin()
	s.rollback()
	s.rollback()
	s.query("SELECT 1", 1)
}

func closeRollsBack(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	b.ok(s.Close())
	b.holds(table, 1)
	b.open(b.engine).exec("DROP TABLE " + table) // nobody holds it any more
}

func failureThenRollback(b *bench) {
	table := b.numbers(1)
	for _, wrong := range []string{
		"INSERT INTO " + table + " VALUES (NULL, 'n may not be null')",
		"SELECT n FROM " + b.table("missing"),
		"SELEC",
		"SELECT CAST(word AS INTEGER) FROM " + table,
	} {
		s := b.open(b.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		b.refused(s.try(wrong), fault.Invalid)
		s.rollback()
		s.holds(table, 1)
		s.begin()
		s.exec("UPDATE " + table + " SET word = 'good'")
		s.commit()
	}
}

// commitAfterFailure allows an engine to keep what was done before a failure, and to refuse the commit, but not to say
// that something was committed that was not.
func commitAfterFailure(b *bench) {
	table := b.numbers(1)
	for _, wrong := range []string{"INSERT INTO " + table + " VALUES (NULL, NULL)", "SELECT n FROM " + b.table("missing")} {
		s := b.open(b.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		b.refused(s.try(wrong), fault.Invalid)
		if err := s.Commit(b.ctx); err != nil {
			s.rollback()
			s.holds(table, 1)
			continue
		}
		s.holds(table, 1, 2)
		s.exec("DELETE FROM " + table + " WHERE n = 2")
	}
}

func statementsAreTransactions(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	b.holds(table, 1)
	b.refused(s.try("INSERT INTO "+table+" VALUES (2, NULL), (NULL, NULL)"), fault.Invalid)
	b.holds(table, 1)
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	b.holds(table, 1, 3)
}

func manyTransactions(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	var want []int64
	for i := range int64(20) {
		s.begin()
		s.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d, NULL)", table, i))
		if i%2 == 0 {
			s.rollback()
			continue
		}
		s.commit()
		want = append(want, i)
	}
	b.holds(table, want...)
}
