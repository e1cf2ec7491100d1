package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func finishCases() cases {
	return cases{
		"a run ends with its outcome":          runEnds,
		"a run ends once":                      runEndsOnce,
		"a run ends only in a final status":    wrongEnds,
		"unfinished nodes end with the run":    nodesEndWithRun,
		"a reason may contain any bytes":       reasonOfAnyBytes,
		"one of many concurrent ends succeeds": endAtOnce,
	}
}

func runEnds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for status, reason := range map[run.Status]string{run.Completed: "", run.Failed: "node A failed", run.Canceled: ""} {
		claimed := o.claimRun(t, o.refresh(t, env.ID).ID)
		ok(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: status, Reason: "node A failed"}))
		found := o.found(t, claimed.Run.ID)
		equal(t, found.EndedAt.Before(found.StartedAt), false)
		want := claimed.Run
		want.Status, want.FailureReason, want.EndedAt = status, reason, found.EndedAt
		equal(t, found, want)
	}
	o.nothing(t)
}

func runEndsOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, status := range []run.Status{run.Completed, run.Failed, run.Canceled} {
		claimed := o.started(t, "a")
		o.finish(t, claimed, status)
		before := o.leaseEffects(t, claimed.Run)
		for _, again := range []run.Status{run.Completed, run.Failed, run.Canceled} {
			lost(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: again, Reason: "again"}))
		}
		_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, claimed.Run.ID)
		refused(t, err, fault.Invalid)
		equal(t, o.leaseEffects(t, claimed.Run), before)
	}
}

func wrongEnds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a")
	for _, status := range []run.Status{run.WaitingToRun, run.Running, "", "done"} {
		refused(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: status}), fault.Internal)
	}
	equal(t, o.found(t, claimed.Run.ID), claimed.Run)
}

func nodesEndWithRun(t *testing.T, w suiteContext) {
	for status, left := range map[run.Status]run.NodeState{
		run.Completed: run.NodeSkipped, run.Failed: run.NodeSkipped, run.Canceled: run.NodeCanceled,
	} {
		o := w.tenant(t)
		claimed := o.started(t, "done", "failed", "running", "unreached")
		running := result("running", run.NodeRunning)
		running.Queries = append(running.Queries, run.QueryResult{Stage: 1, State: run.NodeRunning, StartedAt: noon()})
		o.save(t, claimed, result("done", run.NodeComplete), result("failed", run.NodeFailed), running)
		o.finish(t, claimed, status)
		results := o.results(t, claimed.Run.ID)
		running.State, running.EndedAt = left, results.Run.EndedAt
		running.Queries[1].State, running.Queries[1].EndedAt = run.NodeCanceled, results.Nodes["running"].Queries[1].EndedAt
		equal(t, running.Queries[1].EndedAt.IsZero(), false)
		equal(t, results.Nodes, map[transform.NodeID]run.NodeResult{
			"done": result("done", run.NodeComplete), "failed": result("failed", run.NodeFailed), "running": running,
			"unreached": {Node: "unreached", Name: "N_unreached", State: left},
		})
	}
}

func reasonOfAnyBytes(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a")
	ok(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Failed, Reason: "bad \x00byte \xff é"}))
	equal(t, o.found(t, claimed.Run.ID).FailureReason, "bad byte \uFFFD é")
	for _, id := range []transform.NodeID{"a\x00", "\xff"} {
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(claimed.Run.Environment, id))
		refused(t, err, fault.Invalid, "UTF-8")
	}
}

func endAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a")
	ended := 0
	for _, err := range together(8, func(int) error {
		return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
	}) {
		if err == nil {
			ended++
			continue
		}
		lost(t, err)
	}
	equal(t, ended, 1)
}
