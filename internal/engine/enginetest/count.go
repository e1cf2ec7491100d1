package enginetest

import (
	"fmt"

	"github.com/millrace/millrace/internal/engine"
)

func countCases() cases {
	return cases{
		"an insert counts its rows":                insertCounts,
		"an update counts its rows":                updateCounts,
		"a delete counts its rows":                 deleteCounts,
		"a merge counts what it did":               mergeCounts,
		"a table from a query counts as inserted":  createTableAsCounts,
		"a query in front changes no count":        withCounts,
		"what changes no rows counts none":         otherStatementsCountNothing,
		"comments in front do not change a count":  commentsDoNotMatter,
		"counts are those of the last one":         countsDoNotAddUp,
		"a large statement counts every row":       largeStatementCounts,
		"a statement in a transaction counts, too": countsInTransaction,
	}
}

func insertCounts(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	equal(b, s.exec("INSERT INTO "+table+" VALUES (1, 'a'), (2, 'b'), (3, NULL)"), engine.Counts{Inserted: 3})
	equal(b, s.exec("INSERT INTO "+table+" SELECT n + 10, word FROM "+table), engine.Counts{Inserted: 3})
	equal(b, s.exec("INSERT INTO "+table+" SELECT n, word FROM "+table+" WHERE n > 100"), engine.Counts{})
}

func updateCounts(b *bench) {
	table := b.numbers(5)
	s := b.open(b.engine)
	equal(b, s.exec("UPDATE "+table+" SET word = 'x' WHERE n > 3"), engine.Counts{Updated: 2})
	equal(b, s.exec("UPDATE "+table+" SET word = 'x' WHERE n > 30"), engine.Counts{})
}

func deleteCounts(b *bench) {
	table := b.numbers(5)
	s := b.open(b.engine)
	equal(b, s.exec("DELETE FROM "+table+" WHERE n > 3"), engine.Counts{Deleted: 2})
	equal(b, s.exec("DELETE FROM "+table), engine.Counts{Deleted: 3})
	equal(b, s.exec("DELETE FROM "+table), engine.Counts{})
}

func mergeCounts(b *bench) {
	if !b.engine.Dialect().Capabilities().Merges {
		b.Skip("the engine has no MERGE")
	}
	table := b.numbers(3)
	s := b.open(b.engine)
	counts := s.exec("MERGE INTO " + table + " AS target USING (SELECT 3 AS n UNION ALL SELECT 4 UNION ALL SELECT 5) AS loaded" +
		" ON target.n = loaded.n WHEN MATCHED THEN UPDATE SET word = 'merged'" +
		" WHEN NOT MATCHED THEN INSERT (n, word) VALUES (loaded.n, 'new')")
	equal(b, counts.Inserted+counts.Updated+counts.Deleted, 3)
	b.holds(table, 1, 2, 3, 4, 5)
}

func createTableAsCounts(b *bench) {
	table := b.numbers(4)
	s := b.open(b.engine)
	made := b.engine.Dialect()
	equal(b, s.exec("CREATE TABLE "+b.table("copy")+" AS SELECT n FROM "+table+" WHERE n > 1"), engine.Counts{Inserted: 3})
	equal(b, s.exec("CREATE TABLE "+b.table("none")+" AS SELECT n FROM "+table+" WHERE n > 100"), engine.Counts{})
	work := made.WorkTable(table)
	equal(b, s.exec(made.CreateWorkTable(work)+" AS SELECT n FROM "+table), engine.Counts{Inserted: 4})
}

func withCounts(b *bench) {
	table := b.numbers(3)
	s := b.open(b.engine)
	equal(b, s.exec("INSERT INTO "+table+" WITH more AS (SELECT n + 10 AS n FROM "+table+") SELECT n, 'x' FROM more"),
		engine.Counts{Inserted: 3})
	equal(b, s.exec("WITH more AS (SELECT n + 20 AS n FROM "+table+" WHERE n < 3) INSERT INTO "+table+" SELECT n, 'x' FROM more"),
		engine.Counts{Inserted: 2})
	equal(b, s.exec("WITH picked AS (SELECT 1 AS n) UPDATE "+table+" SET word = 'y' WHERE n IN (SELECT n FROM picked)"),
		engine.Counts{Updated: 1})
	equal(b, s.exec("WITH picked AS (SELECT 1 AS n) DELETE FROM "+table+" WHERE n IN (SELECT n FROM picked)"),
		engine.Counts{Deleted: 1})
}

func otherStatementsCountNothing(b *bench) {
	table := b.numbers(3)
	s := b.open(b.engine)
	for _, statement := range []string{
		"SELECT n FROM " + table,
		"CREATE VIEW " + b.table("seen") + " AS SELECT n FROM " + table,
		"CREATE TABLE " + b.table("empty") + " (n INTEGER)",
		"ALTER TABLE " + b.table("empty") + " ADD COLUMN m INTEGER",
		"DROP TABLE " + b.table("empty"),
	} {
		if counts := s.exec(statement); counts != (engine.Counts{}) {
			b.Errorf("%s: counted %+v, want nothing", statement, counts)
		}
	}
}

func commentsDoNotMatter(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	equal(b, s.exec("-- DELETE\n/* UPDATE */ INSERT INTO "+table+" VALUES (1, 'a') -- that is all\n;\n"), engine.Counts{Inserted: 1})
}

func countsDoNotAddUp(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	for i := range 3 {
		equal(b, s.exec(fmt.Sprintf("INSERT INTO %s VALUES (%d, NULL)", table, i)), engine.Counts{Inserted: 1})
	}
	equal(b, s.exec("DROP TABLE "+table), engine.Counts{})
}

func largeStatementCounts(b *bench) {
	table := b.numbers(10)
	s := b.open(b.engine)
	equal(b, s.exec("INSERT INTO "+table+" SELECT 0, 'x' FROM "+table+" a, "+table+" b, "+table+" c, "+table+" d"),
		engine.Counts{Inserted: 10_000})
	equal(b, s.exec("DELETE FROM "+table+" WHERE n = 0"), engine.Counts{Deleted: 10_000})
}

func countsInTransaction(b *bench) {
	table := b.numbers(0)
	s := b.open(b.engine)
	s.begin()
	equal(b, s.exec("INSERT INTO "+table+" VALUES (1, 'a'), (2, 'b')"), engine.Counts{Inserted: 2})
	equal(b, s.exec("UPDATE "+table+" SET word = 'c'"), engine.Counts{Updated: 2})
	s.commit()
}
