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

	claims  chan struct{} // signals that there may be a run to claim
	cancels chan struct{} // signals that there may be a run to cancel

	mu      sync.Mutex
	holders map[run.Key]*leaseHolder // of runs whose goroutine has not returned
	kept    int                      // runs that could not be released
	working sync.WaitGroup
	ledgers *ledgerCleaner
}

// New returns a runner; Run starts it.
func New(options Options) *Runner {
	r := &Runner{
		Options: options.withDefaults(), claims: make(chan struct{}, 1), cancels: make(chan struct{}, 1), holders: map[run.Key]*leaseHolder{},
	}
	r.ledgers = newLedgerCleaner(r.cleanLedgers)
	return r
}

// Wake signals that a run was stored or is to be canceled, so that the runner queries at once. It never blocks.
func (r *Runner) Wake() {
	wake(r.claims)
	wake(r.cancels)
}

// wake sends a signal unless one is pending.
func wake(signal chan<- struct{}) {
	select {
	case signal <- struct{}{}:
	default:
	}
}

// Run works until the context ends. Then it claims nothing more, stops its runs and releases them, so that other
// workers can claim them at once. It returns an error if some runs could not be released; other workers claim them when
// their leases expire.
func (r *Runner) Run(ctx context.Context) error {
	r.releaseAll(ctx)
	// Leases are renewed as long as a run is executing, also while it stops.
	heartbeat, stopHeartbeat := context.WithCancel(context.WithoutCancel(ctx))
	defer stopHeartbeat()
	var loops sync.WaitGroup
	loops.Go(func() { r.renewLoop(heartbeat) })
	loops.Go(func() { r.cancelLoop(heartbeat) })

	r.claimLoop(ctx)
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
