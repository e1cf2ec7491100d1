package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

const (
	// writeTimeout is how long one write is waited for before it is sent again.
	writeTimeout = 30 * time.Second
	firstPause   = 50 * time.Millisecond
	maxPause     = time.Second
	// maxRefusals is how often a write is tried that the store does not want, for a reason that does not pass.
	maxRefusals = 5
)

// writeUnderLease does something to the store under the lease, until it succeeds or the lease is lost. What the store refuses for
// another reason than being out of reach is given up after some tries.
func (r *Runner) writeUnderLease(t *leaseHolder, what string, do func(ctx context.Context) error) error {
	refusals, pause := 0, firstPause
	for {
		err := r.once(t, do)
		switch {
		case err == nil:
			return nil
		case run.IsLeaseLost(err):
			t.lose(err)
			return err
		case t.leaseContext.Err() != nil:
			return context.Cause(t.leaseContext)
		}
		if !fault.Is(err, fault.Unavailable) && !fault.Is(err, fault.Canceled) {
			refusals++
		}
		r.Logger.Warn("the state database did not take "+what, "run", t.lease.Key.String(), "error", err.Error())
		if refusals == maxRefusals {
			return err
		}
		_ = backoff.Sleep(t.leaseContext, pause) // the loop checks the context
		pause = min(2*pause, maxPause)
	}
}

// retryWhileUnavailable asks for something until there is an answer, as long as the state database is only out of reach and the context has
// not ended. To fail a run for that would take an outage of ours for its end.
func (r *Runner) retryWhileUnavailable(ctx context.Context, t *leaseHolder, what string, do func() error) error {
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		err := do()
		if err == nil || ctx.Err() != nil || !run.IsStoreUnavailable(err) {
			return err
		}
		r.Logger.Warn("the state database did not tell "+what, "run", t.lease.Key.String(), "error", err.Error())
		_ = backoff.Sleep(ctx, pause) // the loop checks the context
	}
}

func (r *Runner) once(t *leaseHolder, do func(ctx context.Context) error) error {
	ctx, done := context.WithTimeout(t.leaseContext, writeTimeout)
	defer done()
	return do(ctx)
}

// save writes a group of results. A group that the store refuses is written once more without its details, which are what
// can be too large or strange; how nodes ended is worth more than what they said.
func (r *Runner) save(t *leaseHolder, group []run.NodeResult) {
	err := r.writeUnderLease(t, "results", func(ctx context.Context) error { return r.Store.Save(ctx, t.lease, group) })
	if err == nil || t.leaseContext.Err() != nil {
		return
	}
	bare := make([]run.NodeResult, len(group))
	for i, result := range group {
		result.Queries, result.Problem = nil, nil
		bare[i] = result
	}
	_ = r.writeUnderLease(t, "results without details", func(ctx context.Context) error { return r.Store.Save(ctx, t.lease, bare) })
}
