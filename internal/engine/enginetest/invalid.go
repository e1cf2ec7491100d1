package enginetest

import "github.com/millrace/millrace/internal/fault"

func invalidCases() cases {
	return cases{
		"a syntax error has a position":    syntaxError,
		"a missing column":                 unknownColumn,
		"a missing table":                  unknownTable,
		"a dropped table":                  droppedTable,
		"a value that does not fit":        wrongValue,
		"a row that violates a constraint": brokenConstraint,
		"an existing table":                tableExists,
		"two statements are rejected":      twoStatements,
		"queries return the same faults":   invalidQueries,
	}
}

func syntaxError(f *fixture) {
	s := f.open(f.engine)
	f.refused(s.try("SELECT 1\nFROM oops WHERE AND"), fault.Invalid, "syntax error", "and", "line 2")
	s.query("SELECT 1", 1)
}

func unknownColumn(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	f.refused(s.try("SELECT n,\n  nonsense\nFROM "+table), fault.Invalid, "nonsense", "line 2")
	f.refused(s.try("INSERT INTO "+table+"\nSELECT nonsense, 'x'\nFROM "+table), fault.Invalid, "nonsense", "line 2")
}

func unknownTable(f *fixture) {
	s := f.open(f.engine)
	f.refused(s.try("SELECT n\nFROM "+f.table("nobody")), fault.Invalid, "nobody", "line 2")
	f.refused(s.try("SELECT n FROM "+f.in(f.unused("nowhere"), "t")), fault.Invalid)
	f.refused(s.try("CREATE TABLE "+f.in(f.unused("nowhere"), "t")+" (n INTEGER)"), fault.Invalid, "nowhere")
}

func droppedTable(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	s.contains(table, 1)
	f.open(f.engine).exec("DROP TABLE " + table)
	f.refused(s.try("INSERT INTO "+table+" VALUES (2, NULL)"), fault.Invalid, "numbers")
	f.refused(s.tryQuery("SELECT n FROM "+table), fault.Invalid, "numbers")
}

func wrongValue(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	f.refused(s.try("INSERT INTO "+table+" SELECT CAST(word AS INTEGER), word FROM "+table), fault.Invalid, "word 1")
}

func brokenConstraint(f *fixture) {
	table := f.table("keyed")
	s := f.open(f.engine)
	if !f.engine.Capabilities().EnforcesKeys {
		s.exec("CREATE TABLE " + table + " (n INTEGER NOT NULL)")
		f.refused(s.try("INSERT INTO "+table+" VALUES (NULL)"), fault.Invalid, "null")
		f.contains(table)
		return
	}
	s.exec("CREATE TABLE " + table + " (n INTEGER PRIMARY KEY, small INTEGER CHECK (small < 10))")
	s.exec("INSERT INTO " + table + " VALUES (1, 1)")
	f.refused(s.try("INSERT INTO "+table+" VALUES (1, 2)"), fault.Invalid, "key")
	f.refused(s.try("INSERT INTO "+table+" VALUES (2, 20)"), fault.Invalid, "check")
	f.refused(s.try("INSERT INTO "+table+" VALUES (NULL, 2)"), fault.Invalid, "null")
	f.contains(table, 1)
}

func tableExists(f *fixture) {
	table := f.numbers(1)
	f.refused(f.open(f.engine).try("CREATE TABLE "+table+" (n INTEGER)"), fault.Invalid, "already exists")
}

func twoStatements(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	f.refused(s.try("DELETE FROM "+table+"; DELETE FROM "+table), fault.Invalid)
	f.refused(s.tryQuery("SELECT 1; SELECT 2"), fault.Invalid)
	f.contains(table, 1)
}

func invalidQueries(f *fixture) {
	table := f.numbers(1)
	s := f.open(f.engine)
	f.refused(s.tryQuery("SELECT 1\nFROM oops WHERE AND"), fault.Invalid, "syntax error", "line 2")
	f.refused(s.tryQuery("SELECT n,\n  nonsense\nFROM "+table), fault.Invalid, "nonsense", "line 2")
	f.refused(s.tryQuery("SELECT n\nFROM "+f.table("nobody")), fault.Invalid, "nobody", "line 2")
	f.refused(s.tryQuery("SELECT CAST(word AS INTEGER) FROM "+table), fault.Invalid, "word 1")
	s.query("SELECT 1", 1)
}
