package enginetest

import "github.com/millrace/millrace/internal/fault"

func savepointCases() cases {
	return cases{
		"a failure is taken back":         savepointTakesBack,
		"the last one counts":             lastSavepointCounts,
		"without the capability it fails": savepointUnsupported,
	}
}

func (b *bench) needsSavepoints() {
	b.Helper()
	if !b.engine.Capabilities().Savepoints {
		b.Skip("the engine has no savepoints")
	}
}

func savepointTakesBack(b *bench) {
	b.needsSavepoints()
	table := b.numbers(0)
	s := b.open(b.engine)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	for range 3 {
		b.ok(s.Savepoint(b.ctx))
		s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
		b.refused(s.try("INSERT INTO "+table+" VALUES (NULL, NULL)"), fault.Invalid)
		b.ok(s.RollbackTo(b.ctx))
	}
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.commit()
	b.holds(table, 1, 3)
}

func lastSavepointCounts(b *bench) {
	b.needsSavepoints()
	table := b.numbers(0)
	s := b.open(b.engine)
	s.begin()
	b.ok(s.Savepoint(b.ctx))
	s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	b.ok(s.Savepoint(b.ctx))
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	b.ok(s.RollbackTo(b.ctx))
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	b.ok(s.RollbackTo(b.ctx)) // the same one again
	s.exec("INSERT INTO " + table + " VALUES (4, NULL)")
	s.commit()
	b.holds(table, 1, 4)
}

func savepointUnsupported(b *bench) {
	if b.engine.Capabilities().Savepoints {
		b.Skip("the engine has savepoints")
	}
	s := b.open(b.engine)
	s.begin()
	b.refused(s.Savepoint(b.ctx), fault.Unsupported)
	b.refused(s.RollbackTo(b.ctx), fault.Unsupported)
	s.commit()
}
