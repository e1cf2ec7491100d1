package runner

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
)

const (
	// cleanInterval is how long rows of ended runs stay in the ledgers, so that one statement deletes those of many runs.
	cleanInterval = time.Second
	// maxUnclean is how many ended runs wait for it in one engine.
	maxUnclean = 100
)

// ledgerCleaner deletes the rows of ended runs from the ledgers of their engines. Nothing depends on it, but a transaction
// for each run would cost as much as a small node.
type ledgerCleaner struct {
	clean func(engine.Engine, []execute.EndedRun)

	mu      sync.Mutex
	unclean map[engine.Engine]*uncleanEngine
	working sync.WaitGroup
}

// uncleanEngine is an engine with rows of ended runs.
type uncleanEngine struct {
	ended   []execute.EndedRun
	release []func() // of the engine, once for each run
	timer   *time.Timer
}

func newLedgerCleaner(clean func(engine.Engine, []execute.EndedRun)) *ledgerCleaner {
	return &ledgerCleaner{clean: clean, unclean: map[engine.Engine]*uncleanEngine{}}
}

// add adds a run that has ended. The cleaner releases its engine.
func (c *ledgerCleaner) add(opened engine.Engine, release func(), ended execute.EndedRun) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.unclean[opened]
	if at == nil {
		at = &uncleanEngine{}
		c.unclean[opened] = at
		c.working.Add(1)
		at.timer = time.AfterFunc(cleanInterval, func() { c.run(opened, at) })
	}
	at.ended, at.release = append(at.ended, ended), append(at.release, release)
	if len(at.ended) == maxUnclean {
		at.timer.Reset(0)
	}
}

// run deletes the rows of one engine.
func (c *ledgerCleaner) run(opened engine.Engine, at *uncleanEngine) {
	c.mu.Lock()
	isMine := c.unclean[opened] == at // otherwise it was done: a timer may fire twice
	if isMine {
		delete(c.unclean, opened)
	}
	c.mu.Unlock()
	if !isMine {
		return
	}
	defer c.working.Done()
	c.clean(opened, at.ended)
	for _, release := range at.release {
		release()
	}
}

// close deletes all rows that are left and waits for it.
func (c *ledgerCleaner) close() {
	c.mu.Lock()
	for _, at := range c.unclean {
		at.timer.Reset(0)
	}
	c.mu.Unlock()
	c.working.Wait()
}

// cleanLedgers deletes the ledger rows of ended runs in an engine. Nothing depends on it.
func (r *Runner) cleanLedgers(opened engine.Engine, ended []execute.EndedRun) {
	ctx, done := context.WithTimeout(context.Background(), cleanTimeout)
	defer done()
	if err := execute.CleanLedgers(ctx, opened, ended...); err != nil {
		r.Logger.Debug("ledger cleanup failed, rows stay until they are old", "runs", len(ended), "error", err.Error())
	}
}
