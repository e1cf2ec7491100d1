package enginetest

import "github.com/millrace/millrace/internal/fault"

func savepointCases() cases {
	return cases{
		"a failed statement is undone":    savepointTakesBack,
		"the last savepoint wins":         lastSavepointCounts,
		"without the capability it fails": savepointUnsupported,
	}
}

func (f *fixture) needsSavepoints() {
	f.Helper()
	if !f.engine.Capabilities().Savepoints {
		f.Skip("the engine has no savepoints")
	}
}

func savepointTakesBack(f *fixture) {
	f.needsSavepoints()
	table := f.numbers(0)
	s := f.open(f.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	for range 3 {
		f.ok(s.Savepoint(f.ctx))
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		f.refused(s.try("INSERT INTO "+table+" VALUES (NULL, NULL)"), fault.Invalid)
		f.ok(s.RollbackTo(f.ctx))
	}
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.commit()
	f.contains(table, 1, 3)
}

func lastSavepointCounts(f *fixture) {
	f.needsSavepoints()
	table := f.numbers(0)
	s := f.open(f.engine)
	s.begin()
	f.ok(s.Savepoint(f.ctx))
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	f.ok(s.Savepoint(f.ctx))
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	f.ok(s.RollbackTo(f.ctx))
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	f.ok(s.RollbackTo(f.ctx)) // the same savepoint again
	s.exec("INSERT INTO " + table + " VALUES (4, NULL)")
	s.commit()
	f.contains(table, 1, 4)
}

func savepointUnsupported(f *fixture) {
	if f.engine.Capabilities().Savepoints {
		f.Skip("the engine has savepoints")
	}
	s := f.open(f.engine)
	f.refused(s.Savepoint(f.ctx), fault.Unsupported)
	f.refused(s.RollbackTo(f.ctx), fault.Unsupported)
}
