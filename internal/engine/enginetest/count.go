package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/engine"
)

func countCases() cases {
	return cases{
		"an insert counts its rows":                    insertCounts,
		"an update counts its rows":                    updateCounts,
		"a delete counts its rows":                     deleteCounts,
		"a merge counts its rows":                      mergeCounts,
		"a table from a query counts as inserted":      createTableAsCounts,
		"a WITH clause does not change the count":      withCounts,
		"other statements count no rows":               otherStatementsCountNothing,
		"leading comments do not change a count":       commentsDoNotMatter,
		"counts are those of the last statement":       countsDoNotAddUp,
		"a large statement counts every row":           largeStatementCounts,
		"a statement in a transaction counts its rows": countsInTransaction,
	}
}

func insertCounts(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
	equal(f, s.exec("INSERT INTO "+table+" VALUES (1, 'a'), (2, 'b'), (3, NULL)"), engine.Counts{Inserted: 3})
	equal(f, s.exec("INSERT INTO "+table+" SELECT n + 10, word FROM "+table), engine.Counts{Inserted: 3})
	equal(f, s.exec("INSERT INTO "+table+" SELECT n, word FROM "+table+" WHERE n > 100"), engine.Counts{})
}

func updateCounts(f *fixture) {
	table := f.numbers(5)
	s := f.open(f.engine)
	equal(f, s.exec("UPDATE "+table+" SET word = 'x' WHERE n > 3"), engine.Counts{Updated: 2})
	equal(f, s.exec("UPDATE "+table+" SET word = 'x' WHERE n > 30"), engine.Counts{})
}

func deleteCounts(f *fixture) {
	table := f.numbers(5)
	s := f.open(f.engine)
	equal(f, s.exec("DELETE FROM "+table+" WHERE n > 3"), engine.Counts{Deleted: 2})
	equal(f, s.exec("DELETE FROM "+table), engine.Counts{Deleted: 3})
	equal(f, s.exec("DELETE FROM "+table), engine.Counts{})
}

func mergeCounts(f *fixture) {
	if !f.engine.Dialect().Capabilities().Merges {
		f.Skip("the engine has no MERGE")
	}
	table := f.numbers(3)
	s := f.open(f.engine)
	counts := s.exec("MERGE INTO " + table + " AS target USING (SELECT 3 AS n UNION ALL SELECT 4 UNION ALL SELECT 5) AS loaded" +
		" ON target.n = loaded.n WHEN MATCHED THEN UPDATE SET word = 'merged'" +
		" WHEN NOT MATCHED THEN INSERT (n, word) VALUES (loaded.n, 'new')")
	equal(f, counts.Inserted+counts.Updated+counts.Deleted, 3)
	f.contains(table, 1, 2, 3, 4, 5)
}

func createTableAsCounts(f *fixture) {
	table := f.numbers(4)
	s := f.open(f.engine)
	made := f.engine.Dialect()
	equal(f, s.exec("CREATE TABLE "+f.table("copy")+" AS SELECT n FROM "+table+" WHERE n > 1"), engine.Counts{Inserted: 3})
	equal(f, s.exec("CREATE TABLE "+f.table("none")+" AS SELECT n FROM "+table+" WHERE n > 100"), engine.Counts{})
	work := made.WorkTable(table)
	equal(f, s.exec(made.CreateWorkTable(work)+" AS SELECT n FROM "+table), engine.Counts{Inserted: 4})
}

func withCounts(f *fixture) {
	table := f.numbers(3)
	s := f.open(f.engine)
	equal(f, s.exec("INSERT INTO "+table+" WITH more AS (SELECT n + 10 AS n FROM "+table+") SELECT n, 'x' FROM more"),
		engine.Counts{Inserted: 3})
	equal(f, s.exec("WITH more AS (SELECT n + 20 AS n FROM "+table+" WHERE n < 3) INSERT INTO "+table+" SELECT n, 'x' FROM more"),
		engine.Counts{Inserted: 2})
	equal(f, s.exec("WITH picked AS (SELECT 1 AS n) UPDATE "+table+" SET word = 'y' WHERE n IN (SELECT n FROM picked)"),
		engine.Counts{Updated: 1})
	equal(f, s.exec("WITH picked AS (SELECT 1 AS n) DELETE FROM "+table+" WHERE n IN (SELECT n FROM picked)"),
		engine.Counts{Deleted: 1})
}

func otherStatementsCountNothing(f *fixture) {
	table := f.numbers(3)
	s := f.open(f.engine)
	for _, statement := range []string{
		"SELECT n FROM " + table,
		"CREATE VIEW " + f.table("seen") + " AS SELECT n FROM " + table,
		"CREATE TABLE " + f.table("empty") + " (n INTEGER)",
		"ALTER TABLE " + f.table("empty") + " ADD COLUMN m INTEGER",
		"DROP TABLE " + f.table("empty"),
	} {
		if counts := s.exec(statement); counts != (engine.Counts{}) {
			f.Errorf("%s: counted %+v, want nothing", statement, counts)
		}
	}
}

func commentsDoNotMatter(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
	equal(f, s.exec("-- DELETE\n/* UPDATE */ INSERT INTO "+table+" VALUES (1, 'a') -- that is all\n;\n"), engine.Counts{Inserted: 1})
}

func countsDoNotAddUp(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
	for i := range 3 {
		equal(f, s.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d, NULL)", table, i)), engine.Counts{Inserted: 1})
	}
	equal(f, s.exec("DROP TABLE "+table), engine.Counts{})
}

func largeStatementCounts(f *fixture) {
	table := f.numbers(10)
	s := f.open(f.engine)
	equal(f, s.exec("INSERT INTO "+table+" SELECT 0, 'x' FROM "+table+" a, "+table+" b, "+table+" c, "+table+" d"),
		engine.Counts{Inserted: 10_000})
	equal(f, s.exec("DELETE FROM "+table+" WHERE n = 0"), engine.Counts{Deleted: 10_000})
}

func countsInTransaction(f *fixture) {
	table := f.numbers(0)
	s := f.open(f.engine)
	s.begin()
	equal(f, s.exec("INSERT INTO "+table+" VALUES (1, 'a'), (2, 'b')"), engine.Counts{Inserted: 2})
	equal(f, s.exec("UPDATE "+table+" SET word = 'c'"), engine.Counts{Updated: 2})
	s.commit()
}
