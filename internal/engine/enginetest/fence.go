package enginetest

import (
	"crypto/rand"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func fenceCases() cases {
	return cases{
		"an older session is ended":              fenceEndsOlder,
		"a running statement is ended":           fenceEndsRunning,
		"newer epochs and other owners go on":    fenceSparesOthers,
		"a fence around nothing is fine":         fenceOfNothing,
		"tables are free after it":               tablesAreFreeAfterFence,
		"every process's sessions are ended":     fenceReachesEveryEngine,
		"the engine that lost sessions goes on":  fencedEngineGoesOn,
		"labels are taken letter by letter":      fenceTakesLabelsLetterByLetter,
		"a fence is over when its context ended": fenceCanceled,
	}
}

// owner is one that nobody else uses. It is as long as those that are used for runs.
func owner() string { return "installation-" + rand.Text() + "/run-1234567890" }

// unavailable checks the fault of a session that is gone.
func (b *bench) unavailable(err error) {
	b.Helper()
	b.refused(err, fault.Unavailable)
}

func fenceEndsOlder(b *bench) {
	table := b.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 3}
	old := b.openAs(b.world.open(b.T), label)
	old.begin()
	old.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	label.Epoch++
	b.ok(b.engine.Fence(b.ctx, label))
	b.holds(table, 1)
	b.unavailable(old.Commit(b.ctx))
	b.unavailable(old.try("INSERT INTO " + table + " VALUES (3, NULL)"))
	b.unavailable(old.look("SELECT 1"))
	b.unavailable(old.Begin(b.ctx))
	b.holds(table, 1)
}

func fenceEndsRunning(b *bench) {
	table := b.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	old := b.openAs(b.world.open(b.T), label)
	old.begin()
	old.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	ended := make(chan error, 1)
	go func() { ended <- old.look(b.world.subject.Slow) }()
	label.Epoch++
	b.ok(b.engine.Fence(b.ctx, label))
	b.holds(table, 1)
	b.unavailable(<-ended)
	b.unavailable(old.Commit(b.ctx))
	b.holds(table, 1)
}

func fenceSparesOthers(b *bench) {
	table := b.numbers(0)
	other := b.world.open(b.T)
	own := owner()
	spared := []conversation{
		b.openAs(other, engine.Label{WorkID: own, Epoch: 5}), // the very one that fences
		b.openAs(other, engine.Label{WorkID: own, Epoch: 6}),
		b.openAs(b.engine, engine.Label{WorkID: own, Epoch: 50}),
		b.openAs(other, engine.Label{WorkID: owner(), Epoch: 1}),
		b.openAs(other, engine.Label{WorkID: own + "0", Epoch: 1}),
		b.openAs(other, engine.Label{WorkID: own[:len(own)-1], Epoch: 1}),
	}
	old := b.openAs(b.engine, engine.Label{WorkID: own, Epoch: 4})
	for _, s := range append(spared, old) {
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	}
	b.ok(b.engine.Fence(b.ctx, engine.Label{WorkID: own, Epoch: 5}))
	for _, s := range spared {
		s.commit()
	}
	b.unavailable(old.Commit(b.ctx))
	b.holds(table, 1, 1, 1, 1, 1, 1)
}

func fenceOfNothing(b *bench) {
	label := engine.Label{WorkID: owner(), Epoch: 1}
	b.ok(b.engine.Fence(b.ctx, label))
	b.ok(b.engine.Fence(b.ctx, label))
	b.openAs(b.engine, label).query("SELECT 1", 1)
}

func tablesAreFreeAfterFence(b *bench) {
	table := b.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	old := b.openAs(b.world.open(b.T), label)
	old.begin()
	old.exec("UPDATE " + table + " SET word = 'x'")
	label.Epoch++
	b.ok(b.engine.Fence(b.ctx, label))
	s := b.openAs(b.engine, label)
	s.begin()
	s.exec("UPDATE " + table + " SET word = 'y'")
	s.exec("DROP TABLE " + table)
	s.commit()
}

func fenceReachesEveryEngine(b *bench) {
	label := engine.Label{WorkID: owner(), Epoch: 1}
	var old []conversation
	for range 2 {
		e := b.world.open(b.T)
		for range 3 {
			old = append(old, b.openAs(e, label))
		}
	}
	b.ok(b.engine.Fence(b.ctx, engine.Label{WorkID: label.WorkID, Epoch: 2}))
	for _, s := range old {
		b.unavailable(s.look("SELECT 1"))
	}
}

func fencedEngineGoesOn(b *bench) {
	table := b.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	loser := b.world.open(b.T)
	for range 3 {
		old := b.openAs(loser, label)
		old.query("SELECT 1", 1)
		label.Epoch++
		b.ok(b.engine.Fence(b.ctx, label))
		b.unavailable(old.look("SELECT 1"))
		_ = old.Close()
		b.openAs(loser, label).holds(table, 1)
	}
}

// fenceTakesLabelsLetterByLetter is about owners that would be patterns or quotes in SQL.
func fenceTakesLabelsLetterByLetter(b *bench) {
	spared := b.openAs(b.engine, engine.Label{WorkID: owner(), Epoch: 1})
	for _, odd := range []string{"%", "_%", "' OR '1'='1", `\`, "é ß", ""} {
		b.ok(b.engine.Fence(b.ctx, engine.Label{WorkID: odd, Epoch: 1 << 60}))
	}
	spared.query("SELECT 1", 1)
}

func fenceCanceled(b *bench) {
	ctx := b.after(0)
	<-ctx.Done()
	b.refused(b.engine.Fence(ctx, engine.Label{WorkID: owner(), Epoch: 2}), fault.Canceled)
}
