package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

var errOutlived = errors.New("the lease could not be renewed in time")

// leaseHolder is the time in which a run is this process's.
//
//	asked ─────────── the store answers ─────────── deadline ── margin ── the lease ends at the earliest
//	  └─ our clock starts here, before the store's                          └─ another worker may claim
//
// The process trusts the lease for less than its length, counted from before it asked for it. A timer ends it, and whoever
// asks whether it is alive also looks at the clock on the wall: timers stand still while a machine sleeps, and clocks may be
// set. Whoever was stopped for too long, or whose clock was set forward, therefore finds out before it publishes something.
type leaseHolder struct {
	claimed *run.ClaimedRun
	lease   run.Lease
	now     func() time.Time
	trusted time.Duration

	// leaseContext ends when the lease is lost. What is written to the store goes on until then, also when the process stops.
	leaseContext context.Context //nolint:containedctx // it is the lease: what it is for lives as long as it does
	endHold      context.CancelCauseFunc
	// runContext ends before that when the run is canceled or the process stops.
	runContext context.Context //nolint:containedctx // as held
	endWork    context.CancelCauseFunc

	mu       sync.Mutex
	asked    time.Time
	isOver   bool        // lost, finished or given back: it is not renewed any more
	watchdog *time.Timer // loses the lease at its deadline
}

func newTenure(claimed *run.ClaimedRun, asked time.Time, options Options) *leaseHolder {
	t := &leaseHolder{
		claimed: claimed, lease: claimed.Lease, now: options.Now, trusted: options.Lease - options.Lease/5, asked: asked,
	}
	t.leaseContext, t.endHold = context.WithCancelCause(context.Background())
	t.runContext, t.endWork = context.WithCancelCause(t.leaseContext)
	if claimed.Run.CancelRequested {
		t.endWork(execute.ErrCancelRequested)
	}
	t.mu.Lock() // the timer may fire at once
	defer t.mu.Unlock()
	t.watchdog = t.watch()
	return t
}

// watch starts the timer that loses the lease at its deadline. The lock is held.
func (t *leaseHolder) watch() *time.Timer {
	asked := t.asked
	return time.AfterFunc(t.remaining(), func() {
		t.mu.Lock()
		isRenewed := t.asked != asked
		t.mu.Unlock()
		if !isRenewed {
			t.lose(errOutlived)
		}
	})
}

// remaining is how long the lease can be trusted for. The lock is held.
func (t *leaseHolder) remaining() time.Duration {
	now := t.now()
	elapsed := max(now.Sub(t.asked), now.Round(0).Sub(t.asked.Round(0)))
	return t.trusted - elapsed
}

// renewed counts the lease from a new moment, unless it was lost before.
func (t *leaseHolder) renewed(asked time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isOver || t.remaining() <= 0 {
		return
	}
	t.watchdog.Stop()
	t.asked = asked
	t.watchdog = t.watch()
}

// checkLease gives an error when the lease may have ended. A lease that was once found dead stays dead.
func (t *leaseHolder) checkLease() error {
	t.mu.Lock()
	isDead := t.remaining() <= 0
	t.mu.Unlock()
	if isDead {
		t.lose(errOutlived)
	}
	return context.Cause(t.leaseContext)
}

// lose ends everything that is done under the lease.
func (t *leaseHolder) lose(cause error) {
	t.stopRenewing()
	t.endHold(cause)
}

// stopRenewing says that there is nothing to renew any more.
func (t *leaseHolder) stopRenewing() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.isOver = true
	t.watchdog.Stop()
}

// isRenewable reports whether the lease is still wanted. One that was slept through is not: what was done under it stops.
func (t *leaseHolder) isRenewable() bool {
	if t.checkLease() != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.isOver
}

// close gives back what the tenure holds.
func (t *leaseHolder) close() {
	t.stopRenewing()
	t.endWork(nil)
	t.endHold(nil)
}
