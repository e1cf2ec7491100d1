package runner

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

const (
	openTimeout    = 30 * time.Second
	releaseTimeout = 5 * time.Second
	cleanTimeout   = 10 * time.Second
)

// runClaimed executes a claimed run until it ends or this process loses it.
func (r *Runner) runClaimed(h *leaseHolder) {
	log := r.Logger.With("run", h.lease.Key.String(), "epoch", h.lease.Epoch)
	if h.lease.Epoch > 1 {
		log.Info("run taken over", "nodes", len(h.claimed.Plan.Nodes))
	} else {
		log.Info("run started", "nodes", len(h.claimed.Plan.Nodes))
	}
	began := r.Now()
	opened, release, openFault := r.open(h)
	outcome, last, ended := r.execute(h, opened, openFault)
	if ended {
		ended = r.finish(h, outcome, last) == nil
	} else if len(last) > 0 && h.leaseContext.Err() == nil {
		_ = r.save(h, last)
	}
	if !ended {
		r.release(h)
		release()
		log.Warn("run released", "reason", releaseReason(h))
		return
	}
	log.Info("run ended", "status", string(outcome.Status), "reason", outcome.Reason, "took", r.Now().Sub(began).String())
	if opened == nil {
		release()
		return
	}
	r.ledgers.add(opened, release, execute.EndedRun{Plan: h.claimed.Plan, Label: labelOf(h.claimed)})
}

// open opens the engine of the run. A canceled run needs it too: the statements of an earlier owner must be stopped.
func (r *Runner) open(h *leaseHolder) (opened engine.Engine, release func(), err error) {
	err = r.retryWhileUnavailable(h.leaseContext, h, "connection", func() error {
		ctx, done := context.WithTimeout(h.leaseContext, openTimeout)
		defer done()
		opened, release, err = r.Engine(ctx, project.EngineUse{
			Organization: h.lease.Key.Organization, Connection: h.claimed.Connection, Target: h.claimed.Run.Environment,
		})
		return err
	})
	if err != nil {
		return nil, func() {}, err
	}
	return opened, release, nil
}

// execute executes the plan. It returns the last results, which are not written yet: the end of the run is written with
// them. It returns false if the run was interrupted. An internal error fails the run, because the next owner would meet it
// again.
func (r *Runner) execute(h *leaseHolder, on engine.Engine, obstacle error) (outcome run.Outcome, last []run.NodeResult, ended bool) {
	results := newRecorder(h.leaseContext, func(group []run.NodeResult) error { return r.save(h, group) })
	defer func() {
		if cause := recover(); cause != nil {
			r.Logger.Error("run panicked", "run", h.lease.Key.String(), "cause", cause, "stack", string(debug.Stack()))
			outcome, ended = run.Outcome{Status: run.Failed, Reason: "internal error; see the server log"}, true
		}
		last = results.close()
		ended = ended && h.leaseContext.Err() == nil
	}()
	outcome, ended = r.executePlan(h, on, obstacle, results)
	return outcome, nil, ended
}

func (r *Runner) executePlan(h *leaseHolder, on engine.Engine, obstacle error, results execute.Journal) (run.Outcome, bool) {
	if obstacle == nil {
		obstacle = r.selectChangedNodes(h, on)
	}
	if obstacle == nil {
		obstacle = r.confirmPreconditions(h)
	}
	request := r.requestOf(h, on, results)
	switch {
	case obstacle == nil:
		return execute.Execute(h.runContext, request)
	case h.runContext.Err() == nil:
		return execute.FailAll(request, obstacle), true
	case !errors.Is(context.Cause(h.runContext), execute.ErrCancelRequested):
		return run.Outcome{}, false
	case h.lease.Epoch > 1: // the statements of the earlier owner cannot be stopped
		return execute.FailAll(request, obstacle), true
	}
	return execute.Execute(h.runContext, request) // nothing was started, and nothing will be
}

func (r *Runner) requestOf(h *leaseHolder, on engine.Engine, results execute.Journal) execute.Request {
	claimed := h.claimed
	return execute.Request{
		Plan: claimed.Plan, Engine: on, Label: labelOf(claimed), Parallelism: claimed.Run.Details.Parallelism, Done: claimed.Results,
		FailingRows: claimed.Run.Details.FailingRows(), Journal: results, LeaseContext: h.leaseContext, CheckLease: h.checkLease, Now: r.Now, Logger: r.Logger,
	}
}

// labelOf returns the label of the run in the engine, such as 0190b0a2/42/mf3k2j9x. It is short, because engines store
// and show little. The label includes the creation time, because a restored state database reuses run numbers and the
// ledger must not confuse two runs.
func labelOf(claimed *run.ClaimedRun) engine.Label {
	key := claimed.Lease.Key
	organization := key.Organization[:min(len(key.Organization), 8)]
	stored := strconv.FormatInt(claimed.Run.CreatedAt.UnixMilli(), 36)
	return engine.Label{WorkID: fmt.Sprintf("%s/%d/%s", organization, key.Run, stored), Epoch: claimed.Lease.Epoch}
}

// finish writes the last results and ends the run, in one transaction. After it, waiting runs may start. If the store
// rejects that, finish writes the results by themselves, because their details may be the reason.
func (r *Runner) finish(h *leaseHolder, outcome run.Outcome, last []run.NodeResult) error {
	end := func(results []run.NodeResult) error {
		return r.writeUnderLease(h, "outcome", func(ctx context.Context) error { return r.Store.SaveAndFinish(ctx, h.lease, results, outcome) })
	}
	err := end(last)
	switch {
	case err == nil:
		r.countFailedTests(last)
	case len(last) > 0 && h.leaseContext.Err() == nil:
		_ = r.save(h, last)
		err = end(nil)
	}
	if err != nil {
		return err
	}
	h.stopRenewing()
	return nil
}

// releaseReason tells why this process did not finish the run: shutdown, lost lease, or the error that ended it.
func releaseReason(h *leaseHolder) string {
	cause := context.Cause(h.runContext)
	switch {
	case errors.Is(cause, errShutdown):
		return "shutdown"
	case run.IsLeaseLost(cause), errors.Is(cause, errLeaseExpired):
		return "lease lost"
	}
	return fmt.Sprint(cause)
}

// release lets other workers claim the run at once. A lease that this process no longer trusts may still be valid in
// the store, because a suspended process renewed it when it woke up. Nothing runs under it, so it is released too. The
// store rejects the release if another owner has claimed the run.
func (r *Runner) release(h *leaseHolder) {
	if run.IsLeaseLost(context.Cause(h.leaseContext)) {
		return // another owner has the lease
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(h.leaseContext), releaseTimeout)
	defer done()
	err := r.Store.Release(ctx, h.lease)
	h.stopRenewing()
	if err != nil && !run.IsLeaseLost(err) {
		r.keep(h)
		r.Logger.Warn("release failed, the lease expires by itself",
			"run", h.lease.Key.String(), "error", err.Error())
	}
}

func (r *Runner) keep(h *leaseHolder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if errors.Is(context.Cause(h.runContext), errShutdown) {
		r.kept++
	}
}

// keptLeases returns the fault for runs that could not be released when the process stopped.
func (r *Runner) keptLeases() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "%d runs could not be released", r.kept).
		WithHint("Other workers claim them when their leases expire.")
}
