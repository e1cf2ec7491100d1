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
		"readers see the old rows until commit":       othersSeeOldRows,
		"a polling reader sees only committed states": pollingReader,
		"a rollback without a transaction succeeds":   rollbackOfNothing,
		"closing a session rolls back":                closeRollsBack,
		"a rollback works after a failure":            failureThenRollback,
		"a commit after a failure reports the truth":  commitAfterFailure,
		"a single statement is a transaction":         statementsAreTransactions,
		"a session has one transaction after another": manyTransactions,
	}
}

func rollbackUndoesRows(f *fixture) {
	table := f.numbers(2)
	s := f.open(f.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.exec("DELETE FROM " + table + " WHERE n = 1")
	s.contains(table, 2, 3)
	s.rollback()
	s.contains(table, 1, 2)
}

func rollbackUndoesTables(f *fixture) {
	if !f.engine.Dialect().Capabilities().TransactionalDDL {
		f.Skip("the engine makes tables outside of transactions")
	}
	table := f.numbers(1)
	s := f.open(f.engine)
	s.begin()
	s.exec("CREATE TABLE " + f.table("made") + " AS SELECT 1 AS n")
	s.exec("CREATE VIEW " + f.table("seen") + " AS SELECT 1 AS n")
	s.exec("ALTER TABLE " + table + " ADD COLUMN more INTEGER")
	s.exec("DROP TABLE " + f.table("made"))
	s.exec("CREATE TABLE " + f.table("again") + " (n INTEGER)")
	s.rollback()
	equal(f, f.listed(f.schema), "numbers")
	equal(f, columnNames(f.catalog(f.schema)[0].Columns), f.folded("n|word"))
}

func rebuildIsAtomic(f *fixture) {
	table := f.numbers(2)
	s := f.open(f.engine)
	s.begin()
	s.exec(f.engine.Dialect().DropTable(table))
	s.exec("CREATE TABLE " + table + " AS SELECT 7 AS n")
	s.rollback()
	f.contains(table, 1, 2)
	s.begin()
	s.exec(f.engine.Dialect().DropTable(table))
	s.exec("CREATE TABLE " + table + " AS SELECT 7 AS n")
	s.commit()
	f.contains(table, 7)
}

func othersSeeOldRows(f *fixture) {
	table := f.numbers(2)
	writer, reader := f.open(f.engine), f.open(f.suiteState.open(f.T))
	writer.begin()
	writer.exec(f.engine.Dialect().EmptyTable(table))
	reader.contains(table, 1, 2)
	writer.exec("INSERT INTO " + table + " VALUES (5, NULL)")
	reader.contains(table, 1, 2)
	writer.contains(table, 5)
	writer.commit()
	reader.contains(table, 5)
}

// pollingReader reads while a table is repeatedly emptied and loaded. Every committed state contains the same number twice.
func pollingReader(f *fixture) {
	table := f.table("pair")
	writer := f.open(f.engine)
	writer.exec("CREATE TABLE " + table + " AS SELECT 0 AS n UNION ALL SELECT 0")
	var isOver atomic.Bool
	var reading sync.WaitGroup
	defer reading.Wait()
	defer isOver.Store(true)
	for range 2 {
		reader := f.open(f.engine)
		reading.Go(func() {
			for !isOver.Load() {
				rows, err := reader.Query(f.ctx, "SELECT count(*) AS c, count(DISTINCT n) AS d FROM "+table, 1)
				if err != nil || fmt.Sprint(rows.Values) != "[[2 1]]" {
					f.Errorf("a reader got %v, %v", rows.Values, err)
					return
				}
			}
		})
	}
	for i := range 30 {
		writer.begin()
		writer.exec(f.engine.Dialect().EmptyTable(table))
		writer.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d), (%d)", table, i, i))
		writer.commit()
	}
}

func rollbackOfNothing(f *fixture) {
	s := f.open(f.engine)
	s.rollback()
	s.begin()
	s.rollback()
	s.rollback()
	s.query("SELECT 1", 1)
}

func closeRollsBack(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	f.ok(s.Close())
	f.contains(table, 1)
	f.open(f.engine).exec("DROP TABLE " + table) // no session locks it
}

func failureThenRollback(f *fixture) {
	table := f.numbers(1)
	for _, wrong := range []string{
		"INSERT INTO " + table + " VALUES (NULL, 'n may not be null')",
		"SELECT n FROM " + f.table("missing"),
		"SELEC",
		"SELECT CAST(word AS INTEGER) FROM " + table,
	} {
		s := f.open(f.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		f.refused(s.try(wrong), fault.Invalid)
		s.rollback()
		s.contains(table, 1)
		s.begin()
		s.exec("UPDATE " + table + " SET word = 'good'")
		s.commit()
	}
}

// commitAfterFailure allows an engine to keep what was done before a failure, or to reject the commit, but not to report a
// commit that did not happen.
func commitAfterFailure(f *fixture) {
	table := f.numbers(1)
	for _, wrong := range []string{"INSERT INTO " + table + " VALUES (NULL, NULL)", "SELECT n FROM " + f.table("missing")} {
		s := f.open(f.engine)
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		f.refused(s.try(wrong), fault.Invalid)
		if err := s.Commit(f.ctx); err != nil {
			s.rollback()
			s.contains(table, 1)
			continue
		}
		s.contains(table, 1, 2)
		s.exec("DELETE FROM " + table + " WHERE n = 2")
	}
}

func statementsAreTransactions(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	f.contains(table, 1)
	f.refused(s.try("INSERT INTO "+table+" VALUES (2, NULL), (NULL, NULL)"), fault.Invalid)
	f.contains(table, 1)
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	f.contains(table, 1, 3)
}

func manyTransactions(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
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
	f.contains(table, want...)
}
