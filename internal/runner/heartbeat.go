package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/run"
)

// renewLoop renews the leases of all runs of this process, in one request. A request that fails is sent again soon: a
// lease outlasts two of them.
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
			r.Logger.Warn("leases were not renewed; trying again", "error", err.Error())
			wait = min(r.Poll, r.Renew)
		}
		timer.Reset(wait)
	}
}

func (r *Runner) renew(ctx context.Context) error {
	tenures := map[run.Key]*leaseHolder{}
	var leases []run.Lease
	for _, t := range r.all() {
		if t.isRenewable() {
			tenures[t.lease.Key] = t
			leases = append(leases, t.lease)
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
		if t := tenures[renewal.Lease.Key]; t != nil && t.lease == renewal.Lease {
			t.applyRenewal(renewal, asked)
		}
	}
	return nil
}

// applyRenewal takes in what became of a lease.
func (t *leaseHolder) applyRenewal(renewal run.Renewal, asked time.Time) {
	if !renewal.Held {
		t.lose(run.LeaseLost(t.lease.Key))
		return
	}
	t.renewed(asked)
	if renewal.CancelRequested {
		t.endWork(execute.ErrCancelRequested)
	}
}

// cancelLoop asks which runs are to be canceled: often, and at once when somebody knocks.
func (r *Runner) cancelLoop(ctx context.Context) {
	timer := time.NewTimer(r.Poll)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.cancels:
		case <-timer.C:
		}
		if err := r.pollCancelRequests(ctx); err != nil {
			r.Logger.Debug("cancel requests could not be read; trying again", "error", err.Error())
		}
		timer.Reset(r.Poll)
	}
}

func (r *Runner) pollCancelRequests(ctx context.Context) error {
	tenures := r.all()
	if len(tenures) == 0 {
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
	for _, t := range tenures {
		if wanted[t.lease.Key] {
			t.endWork(execute.ErrCancelRequested)
		}
	}
	return nil
}
