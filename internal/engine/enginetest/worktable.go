package enginetest

import "github.com/millrace/millrace/internal/fault"

func workTableCases() cases {
	return cases{
		"a closed session leaves no work table":        workTablesAreGone,
		"a failed session leaves no work table":        workTablesAreGoneAfterFailure,
		"two sessions have separate work tables":       workTablesArePrivate,
		"a rollback drops a new work table":            workTableRolledBack,
		"a transaction fills a work table and a table": workTableBesideTable,
	}
}

// work returns the name of a work table and the statement that creates it from a query.
func (f *fixture) work(query string) (name, statement string) {
	f.Helper()
	d := f.engine.Dialect()
	name = d.WorkTable(f.table("target"))
	if name == d.Beside(f.table("target"), "__LOAD") {
		f.Skip("work tables of the engine do not belong to sessions")
	}
	return name, d.CreateWorkTable(name) + " AS " + query
}

func workTablesAreGone(f *fixture) {
	name, create := f.work("SELECT 1 AS n")
	for range 5 {
		s := f.open(f.engine)
		f.refused(s.tryQuery("SELECT n FROM "+name), fault.Invalid)
		s.exec(create)
		s.contains(name, 1)
		f.ok(s.Close())
	}
}

func workTablesAreGoneAfterFailure(f *fixture) {
	name, create := f.work("SELECT 1 AS n")
	for _, end := range []string{"commit", "rollback", "nothing", "failure"} {
		s := f.open(f.engine)
		s.exec(create)
		s.begin()
		s.exec("INSERT INTO " + name + " VALUES (2)")
		switch end {
		case "commit":
			s.commit()
		case "rollback":
			s.rollback()
		case "failure":
			f.refused(s.try("SELECT n FROM "+f.table("missing")), fault.Invalid)
		}
		f.ok(s.Close())
		f.refused(f.open(f.engine).tryQuery("SELECT n FROM "+name), fault.Invalid)
	}
}

func workTablesArePrivate(f *fixture) {
	name, one := f.work("SELECT 1 AS n")
	_, two := f.work("SELECT 2 AS n")
	first, second := f.open(f.engine), f.open(f.engine)
	first.exec(one)
	second.exec(two)
	first.contains(name, 1)
	second.contains(name, 2)
}

func workTableRolledBack(f *fixture) {
	name, create := f.work("SELECT 1 AS n")
	s := f.open(f.engine)
	s.begin()
	s.exec(create)
	s.rollback()
	s.exec(create) // the name is unused again
	s.contains(name, 1)
}

func workTableBesideTable(f *fixture) {
	table := f.numbers(2)
	name, create := f.work("SELECT n + 10 AS n, word FROM " + table)
	s := f.open(f.engine)
	s.begin()
	s.exec(create)
	s.exec("INSERT INTO " + table + " SELECT n, word FROM " + name)
	s.exec("DROP TABLE " + name)
	s.commit()
	f.contains(table, 1, 2, 11, 12)
}
