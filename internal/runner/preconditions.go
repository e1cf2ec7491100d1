package runner

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// selectChangedNodes selects the nodes of a run that builds only changed nodes. The selection is stored under the lease
// before the first statement. A new owner keeps a stored selection; if none was stored, nothing was done yet and it
// selects again. An error fails the whole run.
func (r *Runner) selectChangedNodes(h *leaseHolder, on engine.Engine) error {
	if h.claimed.Plan.ChangeCheck == nil || r.Compare == nil {
		return nil
	}
	selected, err := r.compare(h, on)
	if err == nil {
		err = r.writeUnderLease(h, "selected nodes", func(ctx context.Context) error { return r.Store.ReplacePlan(ctx, h.lease, selected) })
	}
	if err == nil {
		h.claimed.Plan = selected
	}
	if h.runContext.Err() != nil {
		err = nil // canceled, or the lease is lost: nothing was started
	}
	return err
}

// compare calls Compare until the state database answers.
func (r *Runner) compare(h *leaseHolder, on engine.Engine) (selected plan.Plan, err error) {
	err = r.retryWhileUnavailable(h.runContext, h, "earlier builds", func() error {
		selected, err = r.Compare(h.runContext, on, h.claimed)
		return err
	})
	return selected, err
}

// confirmPreconditions checks whether a deploy or a development run may start. The confirmation is stored before the
// first statement, so that the next owner does not take the run's own changes for drift.
func (r *Runner) confirmPreconditions(h *leaseHolder) error {
	isChecked := h.claimed.Run.Type == run.Deploy || len(h.claimed.Plan.WrittenSchemas) > 0
	isOpen := isChecked && !h.claimed.Plan.PreconditionsMet && h.runContext.Err() == nil
	if !isOpen {
		return nil
	}
	confirmed := h.claimed.Plan
	confirmed.PreconditionsMet = true
	err := r.retryWhileUnavailable(h.runContext, h, "preconditions", func() error { return r.CheckPreconditions(h.runContext, h.claimed) })
	if err == nil {
		err = r.writeUnderLease(h, "confirmed preconditions", func(ctx context.Context) error { return r.Store.ReplacePlan(ctx, h.lease, confirmed) })
	}
	if err == nil {
		h.claimed.Plan = confirmed
	}
	if h.runContext.Err() != nil {
		err = nil // as above
	}
	return err
}
