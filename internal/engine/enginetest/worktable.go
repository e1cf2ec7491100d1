package enginetest

import "github.com/millrace/millrace/internal/fault"

func workTableCases() cases {
	return cases{
		"a session that is given back leaves none":    workTablesAreGone,
		"they are gone however the session ended":     workTablesAreGoneAfterFailure,
		"two sessions have each their own":            workTablesArePrivate,
		"one belongs to the transaction that made it": workTableRolledBack,
		"one can be filled beside a real table":       workTableBesideTable,
	}
}

// work is the name of a work table and the statement that makes one of a query.
func (b *bench) work(query string) (name, statement string) {
	b.Helper()
	d := b.engine.Dialect()
	name = d.WorkTable(b.table("target"))
	if name == d.Beside(b.table("target"), "__LOAD") {
		b.Skip("work tables of the engine do not belong to sessions")
	}
	return name, d.CreateWorkTable(name) + " AS " + query
}

func workTablesAreGone(b *bench) {
	name, create := b.work("SELECT 1 AS n")
	for range 5 {
		s := b.open(b.engine)
		b.refused(s.look("SELECT n FROM "+name), fault.Invalid)
		s.exec(create)
		s.holds(name, 1)
		b.ok(s.Close())
	}
}

func workTablesAreGoneAfterFailure(b *bench) {
	name, create := b.work("SELECT 1 AS n")
	for _, end := range []string{"commit", "rollback", "nothing", "failure"} {
		s := b.open(b.engine)
		s.exec(create)
		s.begin()
		s.exec("INSERT INTO " + name + " VALUES (2)")
		switch end {
		case "commit":
			s.commit()
		case "rollback":
			s.rollback()
		case "failure":
			b.refused(s.try("SELECT n FROM "+b.table("missing")), fault.Invalid)
		}
		b.ok(s.Close())
		b.refused(b.open(b.engine).look("SELECT n FROM "+name), fault.Invalid)
	}
}

func workTablesArePrivate(b *bench) {
	name, one := b.work("SELECT 1 AS n")
	_, two := b.work("SELECT 2 AS n")
	first, second := b.open(b.engine), b.open(b.engine)
	first.exec(one)
	second.exec(two)
	first.holds(name, 1)
	second.holds(name, 2)
}

func workTableRolledBack(b *bench) {
	name, create := b.work("SELECT 1 AS n")
	s := b.open(b.engine)
	s.begin()
	s.exec(create)
	s.rollback()
	s.exec(create) // the name is free again
	s.holds(name, 1)
}

func workTableBesideTable(b *bench) {
	table := b.numbers(2)
	name, create := b.work("SELECT n + 10 AS n, word FROM " + table)
	s := b.open(b.engine)
	s.begin()
	s.exec(create)
	s.exec("INSERT INTO " + table + " SELECT n, word FROM " + name)
	s.exec("DROP TABLE " + name)
	s.commit()
	b.holds(table, 1, 2, 11, 12)
}
