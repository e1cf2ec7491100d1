package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/run"
)

// errShutdown is the cause for which work ends when its process does.
var errShutdown = errors.New("the process stops")

// Runner carries runs out.
type Runner struct {
	Options

	claims  chan struct{} // somebody says that there may be a run to claim
	cancels chan struct{} // somebody says that there may be a run to cancel

	mu      sync.Mutex
	tenures map[run.Key]*leaseHolder // of runs whose goroutine has not returned
	kept    int                      // runs that could not be given back
	working sync.WaitGroup
}

// New makes a runner; Run starts it.
func New(options Options) *Runner {
	return &Runner{
		Options: options.withDefaults(), claims: make(chan struct{}, 1), cancels: make(chan struct{}, 1), tenures: map[run.Key]*leaseHolder{},
	}
}

// Wake says that a run was stored or is to be canceled, so that it is seen at once. It never waits.
func (r *Runner) Wake() {
	wake(r.claims)
	wake(r.cancels)
}

// wake leaves a signal unless there is one.
func wake(door chan<- struct{}) {
	select {
	case door <- struct{}{}:
	default:
	}
}

// Run works until the context ends. Then it claims nothing more, stops what it works on, and gives it back, so that
// others can go on with it at once; an error says that this did not succeed for some runs, which others get when their
// leases have ended.
func (r *Runner) Run(ctx context.Context) error {
	r.releaseAll(ctx)
	// Leases are renewed for as long as something is worked on, also while it stops.
	beating, rest := context.WithCancel(context.WithoutCancel(ctx))
	defer rest()
	var beats sync.WaitGroup
	beats.Go(func() { r.renewLoop(beating) })
	beats.Go(func() { r.cancelLoop(beating) })

	r.claimLoop(ctx)
	for _, t := range r.all() {
		t.endWork(errShutdown)
	}
	impatient := time.AfterFunc(drainTimeout, r.loseAll)
	r.working.Wait()
	impatient.Stop()
	rest()
	beats.Wait()
	return r.keptLeases()
}

// drainTimeout is how long work may take to stop. An engine that does not let go of a statement must not keep a run from
// those who could go on with it.
const drainTimeout = 30 * time.Second

func (r *Runner) loseAll() {
	for _, t := range r.all() {
		t.lose(errShutdown)
	}
}

// releaseAll ends the leases of a process before this one, if there cannot be others.
func (r *Runner) releaseAll(ctx context.Context) {
	for r.IsAlone && ctx.Err() == nil {
		err := r.Store.ReleaseAll(ctx)
		if err == nil {
			return
		}
		r.Logger.Warn("the state database does not answer", "error", err.Error())
		_ = backoff.Sleep(ctx, r.Poll) // the loop checks the context
	}
}

// all gives the tenures of this process.
func (r *Runner) all() []*leaseHolder {
	r.mu.Lock()
	defer r.mu.Unlock()
	tenures := make([]*leaseHolder, 0, len(r.tenures))
	for _, t := range r.tenures {
		tenures = append(tenures, t)
	}
	return tenures
}
