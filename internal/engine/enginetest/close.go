package enginetest

import (
	"github.com/millrace/millrace/internal/engine"
)

func closeCases() cases {
	return cases{
		"open sessions are ended":       closeEndsSessions,
		"a running statement is ended":  closeEndsRunning,
		"committed rows stay":           closeKeepsData,
		"a closed engine rejects calls": closedEngine,
		"an engine can be closed twice": closeEngineTwice,
		"another engine stays open":     closeLeavesOthers,
		"concurrent closes succeed":     closeAtOnce,
	}
}

func closeEndsSessions(f *fixture) {
	table := f.numbers(1)
	e := f.suiteState.open(f.T)
	idle, busy := f.open(e), f.open(e)
	busy.begin()
	busy.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	f.ok(e.Close())
	f.unavailable(idle.tryQuery("SELECT 1"))
	f.unavailable(busy.Commit(f.ctx))
	_ = busy.Close()
	f.contains(table, 1)
	f.open(f.engine).exec("DROP TABLE " + table)
}

func closeEndsRunning(f *fixture) {
	e := f.suiteState.open(f.T)
	s := f.open(e)
	ended := make(chan error, 1)
	go func() { ended <- s.tryQuery(f.suiteState.subject.Slow) }()
	f.ok(e.Close())
	f.unavailable(<-ended)
}

func closeKeepsData(f *fixture) {
	e := f.suiteState.open(f.T)
	table := f.table("kept")
	f.open(e).exec("CREATE TABLE " + table + " AS SELECT 1 AS n")
	f.ok(e.Close())
	f.open(f.suiteState.open(f.T)).contains(table, 1)
}

func closedEngine(f *fixture) {
	e := f.suiteState.open(f.T)
	f.ok(e.Close())
	_, err := e.Session(f.ctx, engine.Label{WorkID: owner(), Epoch: 1})
	f.unavailable(err)
	f.unavailable(e.Prepare(f.ctx, []engine.Schema{f.unused("late")}))
	_, err = e.Describe(f.ctx, "SELECT 1")
	f.unavailable(err)
	_, err = e.Catalog(f.ctx, f.schema)
	f.unavailable(err)
	f.unavailable(e.Fence(f.ctx, engine.Label{WorkID: owner(), Epoch: 2}))
}

func closeEngineTwice(f *fixture) {
	e := f.suiteState.open(f.T)
	f.ok(e.Close())
	f.ok(e.Close())
}

func closeLeavesOthers(f *fixture) {
	table := f.numbers(1)
	closed, other := f.suiteState.open(f.T), f.suiteState.open(f.T)
	s := f.open(other)
	s.begin()
	s.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	f.ok(closed.Close())
	s.exec("INSERT INTO " + table + " VALUES (3, NULL)")
	s.commit()
	f.contains(table, 1, 2, 3)
}

func closeAtOnce(f *fixture) {
	e := f.suiteState.open(f.T)
	for range 4 {
		f.open(e).query("SELECT 1", 1)
	}
	for _, err := range together(4, func(int) error { return e.Close() }) {
		f.ok(err)
	}
}
