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
	"github.com/millrace/millrace/internal/run"
)

const (
	openTimeout    = 30 * time.Second
	releaseTimeout = 5 * time.Second
	forgetTimeout  = 10 * time.Second
)

// runClaimed works on a claimed run until it is over or not this process's any more.
func (r *Runner) runClaimed(t *leaseHolder) {
	log := r.Logger.With("run", t.lease.Key.String(), "epoch", t.lease.Epoch)
	if t.lease.Epoch > 1 {
		log.Info("run taken over", "nodes", len(t.claimed.Plan.Nodes))
	} else {
		log.Info("run started", "nodes", len(t.claimed.Plan.Nodes))
	}
	began := r.Now()
	opened, release, openFault := r.open(t)
	defer release()
	outcome, ended := r.execute(t, opened, openFault)
	if ended {
		ended = r.finish(t, outcome) == nil
	}
	if !ended {
		r.release(t)
		log.Warn("run left to others", "cause", fmt.Sprint(context.Cause(t.runContext)))
		return
	}
	log.Info("run ended", "status", string(outcome.Status), "reason", outcome.Reason, "took", r.Now().Sub(began).String())
	if opened != nil {
		r.cleanLedgers(t, opened)
	}
}

// open opens the engine that the run works on. A run that is canceled needs it too: what an owner before began has to be stopped.
func (r *Runner) open(t *leaseHolder) (opened engine.Engine, release func(), err error) {
	err = r.retryWhileUnavailable(t.leaseContext, t, "which engine a run is for", func() error {
		ctx, done := context.WithTimeout(t.leaseContext, openTimeout)
		defer done()
		opened, release, err = r.Engine(ctx, t.lease.Key.Organization, t.claimed.Connection)
		return err
	})
	if err != nil {
		return nil, func() {}, err
	}
	return opened, release, nil
}

// execute carries the plan out and waits until all results are written; false when the work was left unfinished. A mistake
// of ours fails the run: to leave it would only hand the mistake on.
func (r *Runner) execute(t *leaseHolder, on engine.Engine, obstacle error) (outcome run.Outcome, ended bool) {
	results := newRecorder(t.leaseContext, func(group []run.NodeResult) { r.save(t, group) })
	defer func() {
		if cause := recover(); cause != nil {
			r.Logger.Error("a run panicked", "run", t.lease.Key.String(), "cause", cause, "stack", string(debug.Stack()))
			outcome, ended = run.Outcome{Status: run.Failed, Reason: "something went wrong on our side"}, true
		}
		results.close()
		ended = ended && t.leaseContext.Err() == nil
	}()
	if obstacle == nil {
		obstacle = r.selectChangedNodes(t, on)
	}
	if obstacle == nil {
		obstacle = r.confirmPreconditions(t)
	}
	work := r.workOf(t, on, results)
	switch {
	case obstacle == nil:
		return execute.Execute(t.runContext, work)
	case t.runContext.Err() == nil:
		return execute.FailAll(work, obstacle), true
	case !errors.Is(context.Cause(t.runContext), execute.ErrCancelRequested):
		return run.Outcome{}, false
	case t.lease.Epoch > 1: // what the owner before began cannot be stopped
		return execute.FailAll(work, obstacle), true
	}
	return execute.Execute(t.runContext, work) // nothing was begun, and nothing will be
}

func (r *Runner) workOf(t *leaseHolder, on engine.Engine, results execute.Journal) execute.Request {
	claimed := t.claimed
	return execute.Request{
		Plan: claimed.Plan, Engine: on, Label: labelOf(claimed), Parallelism: claimed.Run.Details.Parallelism, Done: claimed.Results,
		KeepFailingRows: claimed.Run.Details.KeepFailingRows, Journal: results, LeaseContext: t.leaseContext, CheckLease: t.checkLease, Now: r.Now, Logger: r.Logger,
	}
}

// labelOf is what the engine knows the run by, such as 0190b0a2/42/mf3k2j9x: short, because engines show and keep little. The
// moment at which the run was stored is part of it: after a state database was restored from a backup, its next runs have
// numbers that other runs had before, and the ledger must not take one for the other.
func labelOf(claimed *run.ClaimedRun) engine.Label {
	key := claimed.Lease.Key
	organization := key.Organization[:min(len(key.Organization), 8)]
	stored := strconv.FormatInt(claimed.Run.CreatedAt.UnixMilli(), 36)
	return engine.Label{WorkID: fmt.Sprintf("%s/%d/%s", organization, key.Run, stored), Epoch: claimed.Lease.Epoch}
}

// finish ends the run. After it, other runs may start.
func (r *Runner) finish(t *leaseHolder, outcome run.Outcome) error {
	err := r.writeUnderLease(t, "the end of a run", func(ctx context.Context) error { return r.Store.Finish(ctx, t.lease, outcome) })
	if err != nil {
		return err
	}
	t.stopRenewing()
	wake(r.claims)
	return nil
}

// release lets others go on with the run at once. A lease that we no longer trust may still stand in the store, because
// a process that slept renewed it when it woke up; nothing runs under it any more, so it is given back too. One that
// somebody else has taken is refused there.
func (r *Runner) release(t *leaseHolder) {
	if run.IsLeaseLost(context.Cause(t.leaseContext)) {
		return // it is not ours to give
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(t.leaseContext), releaseTimeout)
	defer done()
	err := r.Store.Release(ctx, t.lease)
	t.stopRenewing()
	if err != nil && !run.IsLeaseLost(err) {
		r.keep(t)
		r.Logger.Warn("a run was not given back; others get it when its lease has ended",
			"run", t.lease.Key.String(), "error", err.Error())
	}
}

// cleanLedgers tidies up in the engine. Nothing depends on it.
func (r *Runner) cleanLedgers(t *leaseHolder, opened engine.Engine) {
	ctx, done := context.WithTimeout(context.WithoutCancel(t.leaseContext), forgetTimeout)
	defer done()
	if err := execute.CleanLedgers(ctx, opened, t.claimed.Plan, labelOf(t.claimed)); err != nil {
		r.Logger.Debug("the ledger of a run was not emptied; a later run does it", "run", t.lease.Key.String(), "error", err.Error())
	}
}

func (r *Runner) keep(t *leaseHolder) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if errors.Is(context.Cause(t.runContext), errShutdown) {
		r.kept++
	}
}

// keptLeases is the fault for runs that could not be given back when the process stopped.
func (r *Runner) keptLeases() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "%d runs could not be given back", r.kept).
		WithHint("Others take them over when their leases have ended.")
}
