package enginetest

import "github.com/millrace/millrace/internal/fault"

func invalidCases() cases {
	return cases{
		"a syntax error says where":         syntaxError,
		"a column that is not there":        unknownColumn,
		"a table that is not there":         unknownTable,
		"a table that was dropped":          droppedTable,
		"a value that does not fit":         wrongValue,
		"a row that a rule forbids":         brokenConstraint,
		"a table that is already there":     tableExists,
		"two statements are not one":        twoStatements,
		"the same faults come from queries": invalidQueries,
	}
}

func syntaxError(b *bench) {
	s := b.open(b.engine)
	b.refused(s.try("SELECT 1\nFROM oops WHERE AND"), fault.Invalid, "syntax error", "and", "line 2")
	s.query("SELECT 1", 1)
}

func unknownColumn(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	b.refused(s.try("SELECT n,\n  nonsense\nFROM "+table), fault.Invalid, "nonsense", "line 2")
	b.refused(s.try("INSERT INTO "+table+"\nSELECT nonsense, 'x'\nFROM "+table), fault.Invalid, "nonsense", "line 2")
}

func unknownTable(b *bench) {
	s := b.open(b.engine)
	b.refused(s.try("SELECT n\nFROM "+b.table("nobody")), fault.Invalid, "nobody", "line 2")
	b.refused(s.try("SELECT n FROM "+b.in(b.unused("nowhere"), "t")), fault.Invalid)
	b.refused(s.try("CREATE TABLE "+b.in(b.unused("nowhere"), "t")+" (n INTEGER)"), fault.Invalid, "nowhere")
}

func droppedTable(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	s.holds(table, 1)
	b.open(b.engine).exec("DROP TABLE " + table)
	b.refused(s.try("INSERT INTO "+table+" VALUES (2, NULL)"), fault.Invalid, "numbers")
	b.refused(s.look("SELECT n FROM "+table), fault.Invalid, "numbers")
}

func wrongValue(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	b.refused(s.try("INSERT INTO "+table+" SELECT CAST(word AS INTEGER), word FROM "+table), fault.Invalid, "word 1")
}

func brokenConstraint(b *bench) {
	table := b.table("keyed")
	s := b.open(b.engine)
	s.exec("CREATE TABLE " + table + " (n INTEGER PRIMARY KEY, small INTEGER CHECK (small < 10))")
	s.exec("INSERT INTO " + table + " VALUES (1, 1)")
	b.refused(s.try("INSERT INTO "+table+" VALUES (1, 2)"), fault.Invalid, "key")
	b.refused(s.try("INSERT INTO "+table+" VALUES (2, 20)"), fault.Invalid, "check")
	b.refused(s.try("INSERT INTO "+table+" VALUES (NULL, 2)"), fault.Invalid, "null")
	b.holds(table, 1)
}

func tableExists(b *bench) {
	table := b.numbers(1)
	b.refused(b.open(b.engine).try("CREATE TABLE "+table+" (n INTEGER)"), fault.Invalid, "already exists")
}

func twoStatements(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	b.refused(s.try("DELETE FROM "+table+"; DELETE FROM "+table), fault.Invalid)
	b.refused(s.look("SELECT 1; SELECT 2"), fault.Invalid)
	b.holds(table, 1)
}

func invalidQueries(b *bench) {
	table := b.numbers(1)
	s := b.open(b.engine)
	b.refused(s.look("SELECT 1\nFROM oops WHERE AND"), fault.Invalid, "syntax error", "line 2")
	b.refused(s.look("SELECT n,\n  nonsense\nFROM "+table), fault.Invalid, "nonsense", "line 2")
	b.refused(s.look("SELECT n\nFROM "+b.table("nobody")), fault.Invalid, "nobody", "line 2")
	b.refused(s.look("SELECT CAST(word AS INTEGER) FROM "+table), fault.Invalid, "word 1")
	s.query("SELECT 1", 1)
}
