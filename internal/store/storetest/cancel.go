package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func cancelCases() cases {
	return cases{
		"a waiting run is canceled at once":                cancelWaiting,
		"the owner of a running run receives the request":  cancelRunning,
		"a new owner receives the request too":             cancelBeforeTakeover,
		"a run that has ended is not canceled":             cancelOver,
		"an abandoned run ends at once":                    cancelAbandoned,
		"running nodes of an abandoned run are in doubt":   cancelInDoubt,
		"the next owner cancels a released run":            cancelReleased,
		"the next owner cancels a run whose lease expired": cancelExpired,
		"a cancel concurrent with a claim takes effect":    cancelAtOnce,
	}
}

func (o *tenant) cancel(t *testing.T, id run.Run) run.Run {
	t.Helper()
	canceled, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, id.ID)
	ok(t, err)
	return canceled
}

func cancelWaiting(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored := o.refresh(t, env.ID, "a")
	canceled := o.cancel(t, stored)
	equal(t, canceled.EndedAt.IsZero(), false)
	want := stored
	want.Status, want.CancelRequested, want.EndedAt = run.Canceled, true, canceled.EndedAt
	equal(t, canceled, want)
	equal(t, o.found(t, stored.ID), want)
	o.nothing(t)
	o.statusIs(t, env.ID, project.Waiting)
	equal(t, o.states(t, stored.ID), map[transform.NodeID]run.NodeState{"a": run.NodeCanceled})
}

// cancelAbandoned: the only process that could continue a run may never come back.
func cancelAbandoned(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	o.refresh(t, env.ID, "a")
	claimant := o.claimant("gone")
	claimant.Length = -time.Minute
	claimed := o.claim(t, claimant)
	canceled := o.cancel(t, claimed.Run)
	equal(t, canceled.Status, run.Canceled)
	equal(t, o.found(t, claimed.Run.ID).Status, run.Canceled)
	o.statusIs(t, env.ID, project.Waiting)
	lost(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed}))
}

// cancelInDoubt: a running node may have been published, and the store does not query the engine.
func cancelInDoubt(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for _, draft := range []run.Draft{o.draft(env.ID, "a", "b", "c"), o.comparing(env.ID, "a", "b", "c")} {
		o.refreshed(t, draft, run.Completed, complete("a", "b", "c"))
		stored := o.insert(t, draft)
		claimant := o.claimant("gone")
		claimant.Length = -time.Minute
		running := result("b", run.NodeRunning)
		running.Queries = append(running.Queries, run.QueryResult{Stage: 1, State: run.NodeRunning, StartedAt: noon()})
		o.save(t, o.claim(t, claimant), result("a", run.NodeComplete), running)
		equal(t, o.cancel(t, stored).Status, run.Canceled)
		o.statusIs(t, env.ID, project.Waiting)
		equal(t, o.states(t, stored.ID), map[transform.NodeID]run.NodeState{"a": run.NodeComplete, "b": run.NodeFailed, "c": run.NodeCanceled})
		doubted := o.results(t, stored.ID).Nodes["b"]
		if doubted.Problem == nil || !strings.Contains(doubted.Problem.Message, "whether the node was published") || doubted.Problem.Hint == "" {
			t.Errorf("the problem is %+v", doubted.Problem)
		}
		equal(t, doubted.EndedAt.IsZero(), false)
		equal(t, doubted.Queries[1].State, run.NodeCanceled)
		builds := o.builds(t, env.ID)
		equal(t, builds["b"], run.BuildRecord{Run: stored.ID, Outcome: run.BuildFailed})
		equal(t, builds["a"].Outcome, run.Built)
		equal(t, builds["c"].Run == stored.ID, false)
	}
}

// cancelReleased: the next owner reads what was published, and ends the run.
func cancelReleased(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	claimed := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	o.save(t, claimed, result("a", run.NodeRunning))
	ok(t, o.db.Leases().Release(t.Context(), claimed.Lease))
	o.cancelTakenOver(t, claimed.Run)
	o.statusIs(t, env.ID, project.Waiting)
}

func cancelExpired(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	env := o.environment(t, o.project(t).ID)
	claimed := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	o.save(t, claimed, result("a", run.NodeRunning))
	ok(t, o.db.Leases().ReleaseAll(t.Context()))
	o.cancelTakenOver(t, claimed.Run)
	o.statusIs(t, env.ID, project.Waiting)
}

// cancelTakenOver cancels a run that has no owner at the moment, and ends it as its next owner.
func (o *tenant) cancelTakenOver(t *testing.T, r run.Run) {
	t.Helper()
	for range 2 {
		want := r
		want.CancelRequested = true
		equal(t, o.cancel(t, r), want)
	}
	next := o.claimRun(t, r.ID)
	equal(t, next.Run.CancelRequested, true)
	equal(t, next.Results["a"].State, run.NodeRunning)
	o.finish(t, next, run.Canceled)
}

func cancelRunning(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	o.refresh(t, env.ID)
	o.refresh(t, env.ID)
	owner := unique()
	first, second := o.claim(t, o.claimant(owner)), o.claim(t, o.claimant(owner))
	requests := func(of string) []run.Key {
		keys, err := o.db.Leases().CancelRequests(t.Context(), of)
		ok(t, err)
		return keys
	}
	equal(t, requests(owner), nil)
	for range 2 { // a second request changes nothing
		want := first.Run
		want.CancelRequested = true
		equal(t, o.cancel(t, first.Run), want)
		equal(t, o.found(t, first.Run.ID), want)
	}
	equal(t, requests(owner), []run.Key{first.Lease.Key})
	equal(t, requests("another"), nil)
	renewals, err := o.db.Leases().Renew(t.Context(), []run.Lease{first.Lease, second.Lease}, 1)
	ok(t, err)
	equal(t, renewals, []run.Renewal{{Lease: first.Lease, Held: true, CancelRequested: true}, {Lease: second.Lease, Held: true}})
	o.finish(t, first, run.Canceled)
	equal(t, requests(owner), nil)
}

func cancelBeforeTakeover(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID)
	o.claim(t, o.briefly("first"))
	o.cancel(t, stored)
	second := o.claim(t, o.claimant("second"))
	equal(t, second.Run.CancelRequested, true)
	o.finish(t, second, run.Canceled)
}

func cancelOver(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for _, status := range []run.Status{run.Completed, run.Failed, run.Canceled} {
		over := o.run(t, env.ID, status)
		_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, over.ID)
		refused(t, err, fault.Invalid, "run", "already "+string(status))
		equal(t, o.found(t, over.ID), over)
	}
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, 99)
	refused(t, err, fault.NotFound, "run 99")
}

// cancelAtOnce: whichever comes first, the cancel is not lost.
func cancelAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for range 30 {
		stored := o.refresh(t, env.ID)
		var claimed *run.ClaimedRun
		var canceled run.Run
		for _, err := range together(2, func(i int) (err error) {
			if i == 0 {
				claimed, err = claimOne(t.Context(), o.db, o.claimant("me"))
				return err
			}
			canceled, err = o.db.Runs().Cancel(t.Context(), o.admin.actor, stored.ID)
			return err
		}) {
			ok(t, err)
		}
		equal(t, o.found(t, stored.ID), canceled)
		equal(t, canceled.CancelRequested, true)
		if claimed == nil {
			equal(t, canceled.Status, run.Canceled)
			continue
		}
		equal(t, canceled.Status, run.Running)
		o.finish(t, claimed, run.Canceled)
	}
}
