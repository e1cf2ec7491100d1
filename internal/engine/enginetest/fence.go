package enginetest

import (
	"crypto/rand"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

func fenceCases() cases {
	return cases{
		"an older session is ended":               fenceEndsOlder,
		"a running statement is ended":            fenceEndsRunning,
		"newer epochs and other work continue":    fenceSparesOthers,
		"a fence without sessions succeeds":       fenceOfNothing,
		"tables are unlocked after it":            tablesAreFreeAfterFence,
		"every process's sessions are ended":      fenceReachesEveryEngine,
		"an engine with ended sessions continues": fencedEngineGoesOn,
		"labels are compared exactly":             fenceTakesLabelsLetterByLetter,
		"a fence ends with its context":           fenceCanceled,
	}
}

// owner returns a unique work id, as long as those of runs.
func owner() string { return "installation-" + rand.Text() + "/run-1234567890" }

// unavailable checks the fault of an ended session.
func (f *fixture) unavailable(err error) {
	f.Helper()
	f.refused(err, fault.Unavailable)
}

func fenceEndsOlder(f *fixture) {
	table := f.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 3}
	old := f.openAs(f.suiteState.open(f.T), label)
	old.begin()
	old.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	label.Epoch++
	f.ok(f.engine.Fence(f.ctx, label))
	f.contains(table, 1)
	f.unavailable(old.Commit(f.ctx))
	f.unavailable(old.try("INSERT INTO " + table + " VALUES (3, NULL)"))
	f.unavailable(old.tryQuery("SELECT 1"))
	f.unavailable(old.Begin(f.ctx))
	f.contains(table, 1)
}

func fenceEndsRunning(f *fixture) {
	table := f.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	old := f.openAs(f.suiteState.open(f.T), label)
	old.begin()
	old.exec("INSERT INTO " + table + " VALUES (2, NULL)")
	ended := make(chan error, 1)
	go func() { ended <- old.tryQuery(f.suiteState.subject.Slow) }()
	label.Epoch++
	f.ok(f.engine.Fence(f.ctx, label))
	f.contains(table, 1)
	f.unavailable(<-ended)
	f.unavailable(old.Commit(f.ctx))
	f.contains(table, 1)
}

func fenceSparesOthers(f *fixture) {
	table := f.numbers(0)
	other := f.suiteState.open(f.T)
	own := owner()
	spared := []testSession{
		f.openAs(other, engine.Label{WorkID: own, Epoch: 5}), // the one that fences
		f.openAs(other, engine.Label{WorkID: own, Epoch: 6}),
		f.openAs(f.engine, engine.Label{WorkID: own, Epoch: 50}),
		f.openAs(other, engine.Label{WorkID: owner(), Epoch: 1}),
		f.openAs(other, engine.Label{WorkID: own + "0", Epoch: 1}),
		f.openAs(other, engine.Label{WorkID: own[:len(own)-1], Epoch: 1}),
	}
	old := f.openAs(f.engine, engine.Label{WorkID: own, Epoch: 4})
	for _, s := range append(spared, old) {
		s.begin()
		s.exec("INSERT INTO " + table + " VALUES (1, NULL)")
	}
	f.ok(f.engine.Fence(f.ctx, engine.Label{WorkID: own, Epoch: 5}))
	for _, s := range spared {
		s.commit()
	}
	f.unavailable(old.Commit(f.ctx))
	f.contains(table, 1, 1, 1, 1, 1, 1)
}

func fenceOfNothing(f *fixture) {
	label := engine.Label{WorkID: owner(), Epoch: 1}
	f.ok(f.engine.Fence(f.ctx, label))
	f.ok(f.engine.Fence(f.ctx, label))
	f.openAs(f.engine, label).query("SELECT 1", 1)
}

func tablesAreFreeAfterFence(f *fixture) {
	table := f.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	old := f.openAs(f.suiteState.open(f.T), label)
	old.begin()
	old.exec("UPDATE " + table + " SET word = 'x'")
	label.Epoch++
	f.ok(f.engine.Fence(f.ctx, label))
	s := f.openAs(f.engine, label)
	s.begin()
	s.exec("UPDATE " + table + " SET word = 'y'")
	s.exec("DROP TABLE " + table)
	s.commit()
}

func fenceReachesEveryEngine(f *fixture) {
	label := engine.Label{WorkID: owner(), Epoch: 1}
	var old []testSession
	for range 2 {
		e := f.suiteState.open(f.T)
		for range 3 {
			old = append(old, f.openAs(e, label))
		}
	}
	f.ok(f.engine.Fence(f.ctx, engine.Label{WorkID: label.WorkID, Epoch: 2}))
	for _, s := range old {
		f.unavailable(s.tryQuery("SELECT 1"))
	}
}

func fencedEngineGoesOn(f *fixture) {
	table := f.numbers(1)
	label := engine.Label{WorkID: owner(), Epoch: 1}
	loser := f.suiteState.open(f.T)
	for range 3 {
		old := f.openAs(loser, label)
		old.query("SELECT 1", 1)
		label.Epoch++
		f.ok(f.engine.Fence(f.ctx, label))
		f.unavailable(old.tryQuery("SELECT 1"))
		_ = old.Close()
		f.openAs(loser, label).contains(table, 1)
	}
}

// fenceTakesLabelsLetterByLetter uses work ids that would be patterns or quotes in SQL.
func fenceTakesLabelsLetterByLetter(f *fixture) {
	spared := f.openAs(f.engine, engine.Label{WorkID: owner(), Epoch: 1})
	for _, odd := range []string{"%", "_%", "' OR '1'='1", `\`, "é ß", ""} {
		f.ok(f.engine.Fence(f.ctx, engine.Label{WorkID: odd, Epoch: 1 << 60}))
	}
	spared.query("SELECT 1", 1)
}

func fenceCanceled(f *fixture) {
	ctx := f.after(0)
	<-ctx.Done()
	f.refused(f.engine.Fence(ctx, engine.Label{WorkID: owner(), Epoch: 2}), fault.Canceled)
}
