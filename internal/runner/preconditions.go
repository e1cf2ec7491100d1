package runner

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// replacePlan decides what a run builds that is to build only what changed. The decision is stored before anything of it is
// carried out, under the lease: whoever takes the run over goes on with it, or, when it was not stored, decides anew while
// nothing was done yet. An error is in the way of the whole run.
func (r *Runner) selectChangedNodes(t *leaseHolder, on engine.Engine) error {
	if t.claimed.Plan.ChangeCheck == nil || r.Compare == nil {
		return nil
	}
	settled, err := r.compare(t, on)
	if err == nil {
		err = r.writeUnderLease(t, "what a run builds", func(ctx context.Context) error { return r.Store.ReplacePlan(ctx, t.lease, settled) })
	}
	if err == nil {
		t.claimed.Plan = settled
	}
	if t.runContext.Err() != nil {
		err = nil // canceled, or not ours any more: nothing was begun, and nothing will be
	}
	return err
}

// compare asks until there is an answer.
func (r *Runner) compare(t *leaseHolder, on engine.Engine) (settled plan.Plan, err error) {
	err = r.retryWhileUnavailable(t.runContext, t, "what was built before", func() error {
		settled, err = r.Compare(t.runContext, on, t.claimed)
		return err
	})
	return settled, err
}

// confirmPreconditions asks whether a deploy or a development run may begin. That it may is stored before anything of it is done: whoever takes
// it over from then on goes on with it, and must not take what was done already for a change that somebody else made.
func (r *Runner) confirmPreconditions(t *leaseHolder) error {
	isAsked := t.claimed.Run.Type == run.Deploy || len(t.claimed.Plan.WrittenSchemas) > 0
	isOpen := isAsked && !t.claimed.Plan.PreconditionsMet && t.runContext.Err() == nil
	if !isOpen {
		return nil
	}
	agreed := t.claimed.Plan
	agreed.PreconditionsMet = true
	err := r.retryWhileUnavailable(t.runContext, t, "whether a run may begin", func() error { return r.CheckPreconditions(t.runContext, t.claimed) })
	if err == nil {
		err = r.writeUnderLease(t, "that a run may begin", func(ctx context.Context) error { return r.Store.ReplacePlan(ctx, t.lease, agreed) })
	}
	if err == nil {
		t.claimed.Plan = agreed
	}
	if t.runContext.Err() != nil {
		err = nil // as above
	}
	return err
}
