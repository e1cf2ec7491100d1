package runner

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

var errLeaseExpired = errors.New("the lease could not be renewed in time")

// leaseHolder tracks one lease and cancels its work before the lease can expire.
//
//	asked ─────────── the store answers ─────────── deadline ── margin ── the lease expires at the earliest
//	  └─ the holder's clock starts here, before the store's                 └─ another worker may claim
//
// The process trusts the lease for less than its length, measured from before it asked for it. A timer ends it.
// checkLease also compares the wall clock, because timers stop while a machine sleeps, and clocks may be set. So a
// process that was suspended for too long, or whose clock was set forward, notices it before it publishes.
type leaseHolder struct {
	claimed *run.ClaimedRun
	lease   run.Lease
	now     func() time.Time
	trusted time.Duration

	// leaseContext ends when the lease is lost. Writes to the store continue until then, also when the process stops.
	leaseContext context.Context //nolint:containedctx // it is the lease, and outlives every call
	endLease     context.CancelCauseFunc
	// runContext ends earlier if the run is canceled or the process stops.
	runContext context.Context //nolint:containedctx // as leaseContext
	endRun     context.CancelCauseFunc

	mu       sync.Mutex
	asked    time.Time
	isEnded  bool        // lost, finished or released: it is not renewed
	watchdog *time.Timer // loses the lease at its deadline
}

func newLeaseHolder(claimed *run.ClaimedRun, asked time.Time, options Options) *leaseHolder {
	h := &leaseHolder{
		claimed: claimed, lease: claimed.Lease, now: options.Now, trusted: options.Lease - options.Lease/5, asked: asked,
	}
	h.leaseContext, h.endLease = context.WithCancelCause(context.Background())
	h.runContext, h.endRun = context.WithCancelCause(h.leaseContext)
	if claimed.Run.CancelRequested {
		h.endRun(execute.ErrCancelRequested)
	}
	h.mu.Lock() // the timer may fire at once
	defer h.mu.Unlock()
	h.watchdog = h.watch()
	return h
}

// watch starts the timer that ends the lease at its deadline. The caller locks mu.
func (h *leaseHolder) watch() *time.Timer {
	asked := h.asked
	return time.AfterFunc(h.remaining(), func() {
		h.mu.Lock()
		isRenewed := h.asked != asked
		h.mu.Unlock()
		if !isRenewed {
			h.lose(errLeaseExpired)
		}
	})
}

// remaining returns how long the lease can be trusted. The caller locks mu.
func (h *leaseHolder) remaining() time.Duration {
	now := h.now()
	elapsed := max(now.Sub(h.asked), now.Round(0).Sub(h.asked.Round(0)))
	return h.trusted - elapsed
}

// renewed restarts the lease from the time of the request, unless it was lost before.
func (h *leaseHolder) renewed(asked time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isEnded || h.remaining() <= 0 {
		return
	}
	h.watchdog.Stop()
	h.asked = asked
	h.watchdog = h.watch()
}

// checkLease returns an error if the lease may have expired. An expired lease stays expired.
func (h *leaseHolder) checkLease() error {
	h.mu.Lock()
	isDead := h.remaining() <= 0
	h.mu.Unlock()
	if isDead {
		h.lose(errLeaseExpired)
	}
	return context.Cause(h.leaseContext)
}

// lose ends everything that runs under the lease.
func (h *leaseHolder) lose(cause error) {
	h.stopRenewing()
	h.endLease(cause)
}

// stopRenewing ends the renewal of the lease.
func (h *leaseHolder) stopRenewing() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.isEnded = true
	h.watchdog.Stop()
}

// isRenewable reports whether the lease may be renewed. A lease that expired while the process was suspended may not:
// its work stops.
func (h *leaseHolder) isRenewable() bool {
	if h.checkLease() != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.isEnded
}

// close releases the resources of the holder.
func (h *leaseHolder) close() {
	h.stopRenewing()
	h.endRun(nil)
	h.endLease(nil)
}
