package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

// renewLoop renews the leases of all runs of this process in one request. It retries a failed request soon: a lease
// outlasts two of them.
func (r *Runner) renewLoop(ctx context.Context) {
	timer := time.NewTimer(r.Renew)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		wait := r.Renew
		if err := r.renew(ctx); err != nil {
			r.Logger.Warn("lease renewal failed, retrying", "error", err.Error())
			wait = min(r.Poll, r.Renew)
		}
		timer.Reset(wait)
	}
}

func (r *Runner) renew(ctx context.Context) error {
	holders := map[run.Key]*leaseHolder{}
	var leases []run.Lease
	for _, h := range r.all() {
		if h.isRenewable() {
			holders[h.lease.Key] = h
			leases = append(leases, h.lease)
		}
	}
	if len(leases) == 0 {
		return nil
	}
	ctx, done := context.WithTimeout(ctx, r.Renew)
	defer done()
	asked := r.Now()
	renewals, err := r.Store.Renew(ctx, leases, r.Lease)
	if err != nil {
		return err
	}
	for _, renewal := range renewals {
		if h := holders[renewal.Lease.Key]; h != nil && h.lease == renewal.Lease {
			h.applyRenewal(renewal, asked)
		}
	}
	return nil
}

// applyRenewal applies the result of a renewal: it stops the run if the lease is lost or a cancel was requested.
func (h *leaseHolder) applyRenewal(renewal run.Renewal, asked time.Time) {
	if !renewal.Held {
		h.lose(run.LeaseLost(h.lease.Key))
		return
	}
	h.renewed(asked)
	if renewal.CancelRequested {
		h.endRun(execute.ErrCancelRequested)
	}
}

// cancelLoop queries which runs must be canceled: every Poll, and at once after Wake.
func (r *Runner) cancelLoop(ctx context.Context) {
	timer := time.NewTimer(r.Poll)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.Signals.cancels:
		case <-timer.C:
		}
		if err := r.pollCancelRequests(ctx); err != nil {
			r.Logger.Debug("reading cancel requests failed, retrying", "error", err.Error())
		}
		timer.Reset(r.Poll)
	}
}

func (r *Runner) pollCancelRequests(ctx context.Context) error {
	holders := r.all()
	if len(holders) == 0 {
		return nil
	}
	ctx, done := context.WithTimeout(ctx, r.Renew)
	defer done()
	keys, err := r.Store.CancelRequests(ctx, r.Owner)
	if err != nil {
		return err
	}
	wanted := map[run.Key]bool{}
	for _, key := range keys {
		wanted[key] = true
	}
	for _, h := range holders {
		if wanted[h.lease.Key] {
			h.endRun(execute.ErrCancelRequested)
		}
	}
	return nil
}
