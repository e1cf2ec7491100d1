package enginetest

import (
	"github.com/millrace/millrace/internal/engine"
)

func closeCases() cases {
	return cases{
		"open sessions are ended":         closeEndsSessions,
		"a running statement is ended":    closeEndsRunning,
		"what was committed stays":        closeKeepsData,
		"a closed engine does nothing":    closedEngine,
		"an engine can be closed twice":   closeEngineTwice,
		"another engine is not concerned": closeLeavesOthers,
		"many close it at once":           closeAtOnce,
	}
}

func closeEndsSessions(b *bench) {
	table := b.numbers(1)
	e := b.world.open(b.T)
	idle, busy := b.open(e), b.open(e)
	busy.begin()
	busy.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	b.ok(e.Close())
	b.unavailable(idle.look("SELECT 1"))
	b.unavailable(busy.Commit(b.ctx))
	_ = busy.Close()
	b.holds(table, 1)
	b.open(b.engine).exec("DROP TABLE " + table)
}

func closeEndsRunning(b *bench) {
	e := b.world.open(b.T)
	s := b.open(e)
	ended := make(chan error, 1)
	go func() { ended <- s.look(b.world.subject.Slow) }()
	b.ok(e.Close())
	b.unavailable(<-ended)
}

func closeKeepsData(b *bench) {
	e := b.world.open(b.T)
	table := b.table("kept")
	b.open(e).exec("CREATE TABLE " + table + " AS SELECT 1 AS n")
	b.ok(e.Close())
	b.open(b.world.open(b.T)).holds(table, 1)
}

func closedEngine(b *bench) {
	e := b.world.open(b.T)
	b.ok(e.Close())
	_, err := e.Session(b.ctx, engine.Label{WorkID: owner(), Epoch: 1})
	b.unavailable(err)
	b.unavailable(e.Prepare(b.ctx, []engine.Schema{b.unused("late")}))
	_, err = e.Describe(b.ctx, "SELECT 1")
	b.unavailable(err)
	_, err = e.Catalog(b.ctx, b.place)
	b.unavailable(err)
	b.unavailable(e.Fence(b.ctx, engine.Label{WorkID: owner(), Epoch: 2}))
}

func closeEngineTwice(b *bench) {
	e := b.world.open(b.T)
	b.ok(e.Close())
	b.ok(e.Close())
}

func closeLeavesOthers(b *bench) {
	table := b.numbers(1)
	closed, other := b.world.open(b.T), b.world.open(b.T)
	s := b.open(other)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	b.ok(closed.Close())
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.commit()
	b.holds(table, 1, 2, 3)
}

func closeAtOnce(b *bench) {
	e := b.world.open(b.T)
	for range 4 {
		b.open(e).query("SELECT 1", 1)
	}
	for _, err := range together(4, func(int) error { return e.Close() }) {
		b.ok(err)
	}
}
