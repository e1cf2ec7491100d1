package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func leaseCases() cases {
	all := cases{
		"a renewed lease prevents other claims": renewalKeepsOthersAway,
		"a renewal reports every lease":         manyRenewals,
		"an expired lease can be renewed":       lateRenewal,
	}
	for name, pass := range lostLeases() {
		all["nothing changes by a lease after "+name] = func(t *testing.T, w suiteContext) { lostLeaseIsRejected(t, w, pass) }
	}
	return all
}

func canceledContext(t *testing.T) (context.Context, context.CancelFunc) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx, cancel
}

// lost checks that a change was rejected because its lease is no longer valid.
func lost(t *testing.T, err error) {
	t.Helper()
	if !run.IsLeaseLost(err) || !fault.Is(err, fault.Conflict) {
		t.Errorf("got %v, want a lost lease", err)
	}
}

// lostLeases lists the ways in which a lease becomes invalid. Each returns such a lease.
func lostLeases() map[string]func(*testing.T, *tenant, *run.ClaimedRun) run.Lease {
	return map[string]func(*testing.T, *tenant, *run.ClaimedRun) run.Lease{
		"a takeover": func(t *testing.T, o *tenant, first *run.ClaimedRun) run.Lease {
			equal(t, o.claim(t, o.claimant("second")).Lease.Epoch, 2)
			return first.Lease
		},
		"a takeover by the same owner": func(t *testing.T, o *tenant, first *run.ClaimedRun) run.Lease {
			equal(t, o.claim(t, o.claimant(first.Lease.Owner)).Lease.Epoch, 2)
			return first.Lease
		},
		"a release": func(t *testing.T, o *tenant, first *run.ClaimedRun) run.Lease {
			ok(t, o.db.Leases().Release(t.Context(), first.Lease))
			return first.Lease
		},
		"the end of the run": func(t *testing.T, o *tenant, first *run.ClaimedRun) run.Lease {
			o.finish(t, first, run.Failed)
			return first.Lease
		},
		"a lease of another owner": func(_ *testing.T, _ *tenant, first *run.ClaimedRun) run.Lease {
			first.Lease.Owner = "a thief"
			return first.Lease
		},
		"a lease of a later epoch": func(_ *testing.T, _ *tenant, first *run.ClaimedRun) run.Lease {
			first.Lease.Epoch++
			return first.Lease
		},
		"a lease of another organization": func(_ *testing.T, _ *tenant, first *run.ClaimedRun) run.Lease {
			first.Lease.Key.Organization = "elsewhere"
			return first.Lease
		},
	}
}

// leaseEffects contains everything that a change under a lease could affect.
type leaseEffects struct {
	Results     run.Results
	Environment project.Environment
	Changes     []run.Change
}

func (o *tenant) leaseEffects(t *testing.T, r run.Run) leaseEffects {
	t.Helper()
	results, err := o.db.Runs().Results(t.Context(), o.sees(), r.ID)
	ok(t, err)
	environment, err := o.db.Environments().Find(t.Context(), o.Organization.ID, r.Environment)
	ok(t, err)
	changes, err := o.db.Runs().Changes(t.Context(), run.ChangeQuery{Sees: o.sees()})
	ok(t, err)
	return leaseEffects{results, environment, changes}
}

func lostLeaseIsRejected(t *testing.T, w suiteContext, pass func(*testing.T, *tenant, *run.ClaimedRun) run.Lease) {
	o := w.tenant(t)
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID, "a", "b", "c")
	first := o.claim(t, o.briefly("first"))
	ok(t, o.db.Leases().Save(t.Context(), first.Lease, []run.NodeResult{result("a", run.NodeRunning)}))
	lease := pass(t, o, first)
	before := o.leaseEffects(t, stored)
	leases := o.db.Leases()
	for _, status := range []run.Status{run.Completed, run.Failed, run.Canceled} {
		lost(t, leases.Finish(t.Context(), lease, run.Outcome{Status: status}))
	}
	lost(t, leases.Save(t.Context(), lease, []run.NodeResult{result("a", run.NodeComplete), result("b", run.NodeRunning)}))
	lost(t, leases.Save(t.Context(), lease, nil))
	lost(t, leases.Release(t.Context(), lease))
	renewals, err := leases.Renew(t.Context(), []run.Lease{lease}, time.Hour)
	ok(t, err)
	equal(t, renewals, []run.Renewal{{Lease: lease}})
	equal(t, o.leaseEffects(t, stored), before)
}

func renewalKeepsOthersAway(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.refresh(t, o.environment(t, o.project(t).ID).ID)
	first := o.claim(t, o.claimant("first"))
	for _, length := range []time.Duration{time.Hour, -time.Second} {
		renewals, err := o.db.Leases().Renew(t.Context(), []run.Lease{first.Lease}, length)
		ok(t, err)
		equal(t, renewals, []run.Renewal{{Lease: first.Lease, Held: true}})
		if length > 0 {
			o.nothing(t)
		}
	}
	equal(t, o.claim(t, o.claimant("second")).Lease.Epoch, 2)
}

func lateRenewal(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.refresh(t, o.environment(t, o.project(t).ID).ID, "a")
	first := o.claim(t, o.briefly("first"))
	renewals, err := o.db.Leases().Renew(t.Context(), []run.Lease{first.Lease}, time.Hour)
	ok(t, err)
	equal(t, renewals[0].Held, true)
	o.nothing(t)
	ok(t, o.db.Leases().Save(t.Context(), first.Lease, []run.NodeResult{result("a", run.NodeComplete)}))
	o.finish(t, first, run.Completed)
}

// manyRenewals renews more leases than one statement does. Few of them are valid, and the run of one of those is to be
// canceled.
func manyRenewals(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	const asked = 1100
	held := map[int]*run.ClaimedRun{0: nil, 499: nil, 500: nil, asked - 1: nil}
	for i := range held {
		held[i] = o.claimRun(t, o.refresh(t, env.ID).ID)
	}
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, held[500].Run.ID)
	ok(t, err)
	want := make([]run.Renewal, asked)
	leases := make([]run.Lease, asked)
	for i := range leases {
		leases[i] = run.Lease{Key: run.Key{Organization: o.Organization.ID, Run: ids.Run(1000 + i)}, Owner: "a worker", Epoch: 1}
		if claimed := held[i]; claimed != nil {
			leases[i] = claimed.Lease
		}
		want[i] = run.Renewal{Lease: leases[i], Held: held[i] != nil, CancelRequested: i == 500}
	}
	renewals, err := o.db.Leases().Renew(t.Context(), leases, time.Hour)
	ok(t, err)
	equal(t, renewals, want)
	none, err := o.db.Leases().Renew(t.Context(), nil, time.Hour)
	ok(t, err)
	equal(t, none, nil)
}

// result returns the result of a node in a state, with every field set.
func result(node transform.NodeID, state run.NodeState) run.NodeResult {
	r := run.NodeResult{
		Node: node, Name: "N_" + string(node), State: state, Attempt: 1, StartedAt: noon(),
		Queries: []run.QueryResult{{Stage: 0, State: run.NodeComplete, StartedAt: noon(), EndedAt: noon(), QueryID: "4711"}},
	}
	if state.IsOver() {
		r.EndedAt = noon().Add(time.Second)
	}
	return r
}
