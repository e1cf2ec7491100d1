package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func claimCases() cases {
	return cases{
		"a claim returns everything":                    claimGivesEverything,
		"one of many concurrent claims gets the run":    claimAtOnce,
		"concurrent claims get each run once":           claimsAtOnce,
		"the oldest run is claimed first":               oldestFirst,
		"a run with a valid lease is not claimed":       liveLease,
		"a run whose lease has expired is taken over":   takeover,
		"one of many concurrent takeovers gets the run": takeoverAtOnce,
		"a process does not take over its own run":      noTakeoverFromItself,
		"a run that was released can be claimed":        releasedRun,
		"ReleaseAll ends all leases":                    releaseAll,
		"a run stays on its data folder":                runKeepsDataFolder,
		"a run of a deleted target fails":               runOfNothing,
		"a run that was claimed too often fails":        crashingRun,
		"a connection with live runs is not changed":    connectionInUse,
		"a run of a target that is being deleted fails": runWhileDeleting,
		"a run whose plan cannot be read fails":         damagedPlan,
		"a canceled claim leaves the run claimable":     canceledClaim,
	}
}

func claimGivesEverything(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	asked := o.draft(o.environment(t, o.project(t).ID).ID, "a", "b")
	asked.Connection = o.connection(t).ID
	stored := o.insert(t, asked)
	claimed := o.claim(t, o.claimant("me"))
	want := stored
	want.Status, want.Epoch, want.StartedAt = run.Running, 1, claimed.Run.StartedAt
	equal(t, claimed, &run.ClaimedRun{
		Lease: run.Lease{Key: stored.Key(), Owner: "me", Epoch: 1}, Run: want, Plan: asked.Plan, Connection: asked.Connection,
	})
	equal(t, claimed.Run.StartedAt.Before(stored.CreatedAt), false)
	equal(t, o.found(t, stored.ID), want)
}

func claimAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for range 5 {
		stored := o.refresh(t, env.ID)
		won := o.claimTogether(t, 12)
		equal(t, won, map[ids.Run]int{stored.ID: 1})
		equal(t, o.found(t, stored.ID).Epoch, 1)
	}
}

// claimTogether makes workers claim concurrently and counts how often each run was claimed.
func (o *tenant) claimTogether(t *testing.T, workers int) map[ids.Run]int {
	t.Helper()
	claims := make([]*run.ClaimedRun, workers)
	for _, err := range together(workers, func(i int) (err error) {
		claims[i], err = claimOne(t.Context(), o.db, o.claimant(unique()))
		return err
	}) {
		ok(t, err)
	}
	won := map[ids.Run]int{}
	for _, claimed := range claims {
		if claimed != nil {
			won[claimed.Run.ID]++
		}
	}
	return won
}

func claimsAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	envs := []project.Environment{o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)}
	want := map[ids.Run]int{}
	for i := range 10 {
		want[o.refresh(t, envs[i%2].ID).ID] = 1
	}
	equal(t, o.claimTogether(t, 20), want)
	for id := range want {
		equal(t, o.found(t, id).Epoch, 1)
	}
}

func oldestFirst(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	envs := []project.Environment{o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)}
	for i := range 12 {
		o.refresh(t, envs[i%3].ID)
	}
	for id := range ids.Run(12) {
		o.claimRun(t, id+1)
	}
	o.nothing(t)
}

func liveLease(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.claimRun(t, o.refresh(t, o.environment(t, o.project(t).ID).ID).ID)
	o.nothing(t)
	renewals, err := o.db.Leases().Renew(t.Context(), []run.Lease{claimed.Lease}, time.Hour)
	ok(t, err)
	equal(t, renewals, []run.Renewal{{Lease: claimed.Lease, Held: true}})
	o.nothing(t)
}

// briefly returns a claim request whose lease has expired by the time that it is granted.
func (o *tenant) briefly(owner string) run.ClaimRequest {
	claimant := o.claimant(owner)
	claimant.Length = -time.Second
	return claimant
}

func takeover(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID, "a", "b")
	first := o.claim(t, o.briefly("first"))
	results := []run.NodeResult{result("a", run.NodeComplete), result("b", run.NodeRunning)}
	ok(t, o.db.Leases().Save(t.Context(), first.Lease, results))
	second := o.claim(t, o.claimant("second"))
	want := first.Run
	want.Epoch = 2
	equal(t, second, &run.ClaimedRun{
		Lease: run.Lease{Key: stored.Key(), Owner: "second", Epoch: 2}, Run: want, Plan: first.Plan,
		Results: map[transform.NodeID]run.NodeResult{"a": results[0], "b": results[1]},
	})
	o.nothing(t)
	equal(t, o.found(t, stored.ID), want)
}

func takeoverAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored := o.refresh(t, env.ID)
	o.claim(t, o.briefly("first"))
	equal(t, o.claimTogether(t, 12), map[ids.Run]int{stored.ID: 1})
	equal(t, o.found(t, stored.ID).Epoch, 2)
}

func noTakeoverFromItself(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	claimant := o.briefly("me")
	const more = 40 // more than one query returns
	for range more {
		o.refresh(t, env.ID)
	}
	for range more {
		claimant.Except = append(claimant.Except, o.claim(t, claimant).Run.Key())
	}
	if claimed := o.claim(t, claimant); claimed != nil {
		t.Fatalf("took run %d over from itself", claimed.Run.ID)
	}
	last := o.refresh(t, env.ID)
	equal(t, o.claim(t, claimant).Run.ID, last.ID)
	// Another process may claim them.
	equal(t, o.claim(t, o.claimant("another")).Run.ID, 1)
}

func releasedRun(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored := o.refresh(t, env.ID, "a")
	claimed := o.claimRun(t, stored.ID)
	ok(t, o.db.Leases().Release(t.Context(), claimed.Lease))
	found := o.found(t, stored.ID)
	equal(t, found, claimed.Run) // it is running as before
	o.statusIs(t, env.ID, project.Refreshing)
	again := o.claimRun(t, stored.ID)
	equal(t, again.Lease.Epoch, 2)
}

func releaseAll(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	env := o.environment(t, o.project(t).ID)
	for range 3 {
		o.run(t, env.ID, run.Running)
	}
	waiting, over := o.run(t, env.ID, run.WaitingToRun), o.run(t, env.ID, run.Failed)
	ok(t, o.db.Leases().ReleaseAll(t.Context()))
	for id := range ids.Run(3) {
		equal(t, o.claimRun(t, id+1).Lease.Epoch, 2)
	}
	equal(t, o.found(t, waiting.ID), waiting)
	equal(t, o.found(t, over.ID), over)
}

func runKeepsDataFolder(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	env := o.environment(t, o.project(t).ID)
	var stored []ids.Run
	for _, dataFolderID := range []string{"here", "there", ""} {
		draft := o.draft(env.ID)
		draft.DataFolderID = dataFolderID
		stored = append(stored, o.insert(t, draft).ID)
	}
	claims := func(dataFolderID string, length time.Duration) (got []ids.Run) {
		for {
			claimed := o.claim(t, run.ClaimRequest{Owner: unique(), DataFolderID: dataFolderID, Length: length, Except: keysOf(o, got)})
			if claimed == nil {
				return got
			}
			got = append(got, claimed.Run.ID)
		}
	}
	equal(t, claims("there", -time.Second), []ids.Run{stored[1], stored[2]})
	equal(t, claims("", -time.Second), []ids.Run{stored[2]})
	equal(t, claims("here", -time.Second), []ids.Run{stored[0], stored[2]})
	equal(t, claims("there", time.Hour), []ids.Run{stored[1], stored[2]})
}

func keysOf(o *tenant, runs []ids.Run) []run.Key {
	var keys []run.Key
	for _, id := range runs {
		keys = append(keys, run.Key{Organization: o.Organization.ID, Run: id})
	}
	return keys
}

func runOfNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	workspaceFixture, elsewhere := o.workspace(t, p.ID), o.environment(t, o.project(t).ID)
	env := ids.Environment(workspaceFixture.ID)
	running, waiting := o.refresh(t, env, "a", "b"), o.refresh(t, env, "a")
	claimed := o.claim(t, o.briefly("first"))
	ok(t, o.db.Leases().Save(t.Context(), claimed.Lease, []run.NodeResult{result("a", run.NodeRunning)}))
	healthy := o.refresh(t, elsewhere.ID)
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, p.ID)) // deletes its workspaces, too
	o.claimRun(t, healthy.ID)                                       // the runs before it have failed meanwhile
	for _, id := range []ids.Run{running.ID, waiting.ID} {
		found := o.found(t, id)
		equal(t, found.Status, run.Failed)
		equal(t, found.FailureReason, "environment "+ids.FormatNumber(env)+" was deleted")
		equal(t, found.EndedAt.IsZero(), false)
	}
	lost(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed}))
	equal(t, o.states(t, running.ID), map[transform.NodeID]run.NodeState{"a": run.NodeFailed, "b": run.NodeSkipped})
}

// crashingRun: a run that keeps crashing its workers ends.
func crashingRun(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored := o.refresh(t, env.ID, "a", "b")
	claims := 0
	for !o.found(t, stored.ID).Status.IsOver() {
		claimed, err := claimOne(t.Context(), o.db, o.briefly("victim"))
		ok(t, err)
		if claimed != nil {
			o.save(t, claimed, result("a", run.NodeRunning))
			claims++
		}
	}
	equal(t, claims, 100)
	equal(t, o.found(t, stored.ID).Status, run.Failed)
	// The node may be published, although no worker reported it.
	equal(t, o.states(t, stored.ID), map[transform.NodeID]run.NodeState{"a": run.NodeFailed, "b": run.NodeSkipped})
	equal(t, o.builds(t, env.ID), map[transform.NodeID]run.BuildRecord{"a": {Run: stored.ID, Outcome: run.BuildFailed}})
}

func connectionInUse(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	draft := o.draft(o.environment(t, o.project(t).ID).ID)
	draft.Connection = o.connection(t).ID
	stored := o.insert(t, draft)
	move := func() error {
		_, err := o.db.Connections().Change(t.Context(), o.admin.actor, draft.Connection, func(c *project.Connection) error {
			c.Settings = map[string]any{"path": "elsewhere"}
			return nil
		})
		return err
	}
	refused(t, move(), fault.Conflict)
	refused(t, o.db.Connections().Delete(t.Context(), o.admin.actor, draft.Connection), fault.Conflict)
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, stored.ID)
	ok(t, err)
	ok(t, move())
	ok(t, o.db.Connections().Delete(t.Context(), o.admin.actor, draft.Connection))
}

func runWhileDeleting(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored := o.refresh(t, env.ID)
	o.move(t, env.ID, project.Deleting)
	o.nothing(t)
	found := o.found(t, stored.ID)
	equal(t, found.Status, run.Failed)
	equal(t, found.FailureReason, "environment 2 is being deleted")
	o.statusIs(t, env.ID, project.Deleting)
}

func damagedPlan(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	draft := o.draft(env.ID, "a")
	draft.Plan.Nodes[0].Upstream = []int{7}
	damaged, healthy := o.insert(t, draft), o.refresh(t, env.ID, "a")
	o.finish(t, o.claimRun(t, healthy.ID), run.Completed)
	found := o.found(t, damaged.ID)
	equal(t, found.Status, run.Failed)
	equal(t, found.FailureReason, "the stored plan is damaged: node 0 waits for node 7")
	o.statusIs(t, env.ID, project.Waiting) // because of the second run
}

func canceledClaim(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID)
	ctx, cancel := canceledContext(t)
	defer cancel()
	if claimed, err := claimOne(ctx, o.db, o.claimant("me")); err == nil || claimed != nil {
		t.Fatalf("got %v, %v; want an error", claimed, err)
	}
	o.claimRun(t, stored.ID)
}

// states returns the states of a run's nodes, as they are shown.
func (o *tenant) states(t *testing.T, id ids.Run) map[transform.NodeID]run.NodeState {
	t.Helper()
	results, err := o.db.Runs().Results(t.Context(), o.sees(), id)
	ok(t, err)
	states := map[transform.NodeID]run.NodeState{}
	for node, found := range results.Nodes {
		states[node] = found.State
	}
	return states
}
