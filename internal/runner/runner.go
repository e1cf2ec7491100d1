package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/run"
)

// errShutdown is the cause of contexts that end because the process stops.
var errShutdown = errors.New("shutdown")

// Runner claims and executes runs.
type Runner struct {
	Options

	mu      sync.Mutex
	holders map[run.Key]*leaseHolder // of runs whose goroutine has not returned
	kept    int                      // runs that could not be released
	working sync.WaitGroup
	ledgers *ledgerCleaner
}

// New returns a runner; Run starts it.
func New(options Options) *Runner {
	r := &Runner{Options: options.withDefaults(), holders: map[run.Key]*leaseHolder{}}
	r.ledgers = newLedgerCleaner(r.cleanLedgers)
	return r
}

// Wake signals that a run was stored or is to be canceled, so that the runner queries at once. It never blocks.
func (r *Runner) Wake() { r.Signals.Wake() }

// Run works until the context ends. Then it claims nothing more, lets its runs continue for the time of Drain, stops those
// that are left and releases them, so that other workers can claim them at once. It returns an error if some runs could not
// be released; other workers claim them when their leases expire.
func (r *Runner) Run(ctx context.Context) error {
	r.releaseAll(ctx)
	// Leases are renewed as long as a run is executing, also while it stops.
	heartbeat, stopHeartbeat := context.WithCancel(context.WithoutCancel(ctx))
	defer stopHeartbeat()
	var loops sync.WaitGroup
	loops.Go(func() { r.renewLoop(heartbeat) })
	loops.Go(func() { r.cancelLoop(heartbeat) })

	r.claimLoop(ctx)
	r.awaitRuns(r.Drain)
	for _, h := range r.all() {
		h.endRun(errShutdown)
	}
	drain := time.AfterFunc(drainTimeout, r.loseAll)
	r.working.Wait()
	r.ledgers.close()
	drain.Stop()
	stopHeartbeat()
	loops.Wait()
	return r.keptLeases()
}

// awaitRuns waits until the runs of this process have ended, at most for a time.
func (r *Runner) awaitRuns(limit time.Duration) {
	if limit <= 0 || len(r.all()) == 0 {
		return
	}
	r.Logger.Info("waiting for runs to end", "runs", len(r.all()), "limit", limit.String())
	ended := make(chan struct{})
	go func() { // it ends with the runs, which Run waits for
		r.working.Wait()
		close(ended)
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
}

// drainTimeout limits how long runs may take to stop. An engine that does not stop a statement must not keep other
// workers from taking over the run.
const drainTimeout = 30 * time.Second

func (r *Runner) loseAll() {
	for _, h := range r.all() {
		h.lose(errShutdown)
	}
}

// releaseAll ends the leases of an earlier process, if no other process can be alive.
func (r *Runner) releaseAll(ctx context.Context) {
	for r.IsAlone && ctx.Err() == nil {
		err := r.Store.ReleaseAll(ctx)
		if err == nil {
			return
		}
		r.Logger.Warn("state database unavailable, retrying", "error", err.Error())
		_ = backoff.Sleep(ctx, r.Poll) // the loop checks the context
	}
}

// all returns the lease holders of this process.
func (r *Runner) all() []*leaseHolder {
	r.mu.Lock()
	defer r.mu.Unlock()
	holders := make([]*leaseHolder, 0, len(r.holders))
	for _, h := range r.holders {
		holders = append(holders, h)
	}
	return holders
}
