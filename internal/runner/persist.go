package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

const (
	// writeTimeout limits one write before it is retried.
	writeTimeout = 30 * time.Second
	firstPause   = 50 * time.Millisecond
	maxPause     = time.Second
	// maxRefusals limits the attempts of a write that the store rejects for a permanent reason.
	maxRefusals = 5
)

// writeUnderLease writes to the store under the lease until it succeeds or the lease is lost. It gives up after
// maxRefusals rejections that are not outages.
func (r *Runner) writeUnderLease(h *leaseHolder, what string, do func(ctx context.Context) error) error {
	refusals, pause := 0, firstPause
	for {
		err := r.once(h, do)
		switch {
		case err == nil:
			return nil
		case run.IsLeaseLost(err):
			h.lose(err)
			return err
		case h.leaseContext.Err() != nil:
			return context.Cause(h.leaseContext)
		}
		if !isOutage(err) {
			refusals++
		}
		r.Logger.Warn("write failed, retrying", "write", what, "run", h.lease.Key.String(), "error", err.Error())
		if refusals == maxRefusals {
			return err
		}
		_ = backoff.Sleep(h.leaseContext, pause) // the loop checks the context
		pause = min(2*pause, maxPause)
	}
}

// isOutage reports whether a write failed for a reason that ends without a change of the write.
func isOutage(err error) bool {
	return fault.Is(err, fault.Unavailable) || fault.Is(err, fault.Canceled) || fault.Is(err, fault.Full)
}

// retryWhileUnavailable retries while the state database is unavailable and the context has not ended: an outage must
// not fail a run.
func (r *Runner) retryWhileUnavailable(ctx context.Context, h *leaseHolder, what string, do func() error) error {
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		err := do()
		if err == nil || ctx.Err() != nil || !run.IsStoreUnavailable(err) {
			return err
		}
		r.Logger.Warn("state database unavailable, retrying", "read", what, "run", h.lease.Key.String(), "error", err.Error())
		_ = backoff.Sleep(ctx, pause) // the loop checks the context
	}
}

func (r *Runner) once(h *leaseHolder, do func(ctx context.Context) error) error {
	ctx, done := context.WithTimeout(h.leaseContext, writeTimeout)
	defer done()
	return do(ctx)
}

// save writes a group of results. If the store rejects the group, save writes it again without its details, which may
// be too large or malformed: the states of nodes matter more than their messages. It returns an error if the details are not written.
func (r *Runner) save(h *leaseHolder, group []run.NodeResult) error {
	defer r.countFailedTests(group)
	err := r.writeUnderLease(h, "results", func(ctx context.Context) error { return r.Store.Save(ctx, h.lease, group) })
	if err == nil || h.leaseContext.Err() != nil {
		return err
	}
	bare := make([]run.NodeResult, len(group))
	for i, result := range group {
		result.Queries, result.Problem = nil, nil
		bare[i] = result
	}
	_ = r.writeUnderLease(h, "results without details", func(ctx context.Context) error { return r.Store.Save(ctx, h.lease, bare) })
	return err
}

// countFailedTests counts the failed tests of nodes that ended. A node ends once.
func (r *Runner) countFailedTests(group []run.NodeResult) {
	failed := 0
	for i := range group {
		if group[i].State.IsOver() {
			failed += group[i].FailedTests
		}
	}
	if failed > 0 {
		r.CountFailedTests(failed)
	}
}
