package storetest

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func changesCases() cases {
	return cases{
		"every change gets the next sequence number":   changesGetSequences,
		"several changes of a node are returned once":  changesOnce,
		"changes come in pages":                        changesInPages,
		"changes of one run or environment":            changesOfOne,
		"changes are visible to users who see the run": changesAreVisible,
		"a follower sees every change in order":        changesInOrder,
	}
}

func (o *tenant) changes(t *testing.T, query run.ChangeQuery) []run.Change {
	t.Helper()
	if query.Sees.Organization == "" {
		query.Sees = o.sees()
	}
	changes, err := o.db.Runs().Changes(t.Context(), query)
	ok(t, err)
	return changes
}

func (o *tenant) sequence(t *testing.T) int64 {
	t.Helper()
	sequence, err := o.db.Runs().LastSequence(t.Context(), o.Organization.ID)
	ok(t, err)
	return sequence
}

func nodeChange(r run.NodeResult) *run.NodeChange {
	return &run.NodeChange{ID: r.Node, Name: r.Name, State: r.State, Started: r.StartedAt, Ended: r.EndedAt}
}

func changesGetSequences(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	equal(t, o.sequence(t), 0)
	expect := func(wanted ...run.Change) {
		t.Helper()
		after := o.sequence(t) - int64(len(wanted))
		for i := range wanted {
			wanted[i].Sequence = after + int64(i) + 1
		}
		equal(t, o.changes(t, run.ChangeQuery{After: after}), wanted)
	}
	stored := o.refresh(t, env.ID, "a", "b")
	expect(run.Change{Run: stored})
	equal(t, o.sequence(t), 1)
	claimed := o.claimRun(t, stored.ID)
	expect(run.Change{Run: claimed.Run})
	a, b := result("a", run.NodeRunning), result("b", run.NodeComplete)
	o.save(t, claimed, a, b)
	expect(run.Change{Run: claimed.Run, Node: nodeChange(a)}, run.Change{Run: claimed.Run, Node: nodeChange(b)})
	canceled := o.cancel(t, stored)
	expect(run.Change{Run: canceled})
	o.finish(t, claimed, run.Canceled)
	over := o.found(t, stored.ID)
	a.State, a.EndedAt = run.NodeCanceled, over.EndedAt
	expect(run.Change{Run: over, Node: nodeChange(a)}, run.Change{Run: over})
	equal(t, o.changes(t, run.ChangeQuery{After: o.sequence(t)}), nil)
}

func changesOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	claimed := o.started(t, "a")
	for attempt := range 3 {
		r := result("a", run.NodeRunning)
		r.Attempt = attempt + 1
		o.save(t, claimed, r)
	}
	o.save(t, claimed, result("a", run.NodeComplete))
	o.save(t, claimed, result("a", run.NodeFailed)) // is ignored
	o.finish(t, claimed, run.Completed)
	changes := o.changes(t, run.ChangeQuery{})
	equal(t, len(changes), 2)
	equal(t, changes[0].Node, nodeChange(result("a", run.NodeComplete)))
	equal(t, changes[1].Run.Status, run.Completed)
	equal(t, changes[1].Sequence, o.sequence(t))
}

func changesInPages(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range 3 {
		claimed := o.started(t, "a", "b", "c")
		o.save(t, claimed, result("c", run.NodeRunning), result("a", run.NodeRunning), result("b", run.NodeComplete))
	}
	all := o.changes(t, run.ChangeQuery{})
	equal(t, len(all), 12)
	for limit := 1; limit < 14; limit++ {
		var walked []run.Change
		for query := (run.ChangeQuery{Limit: limit}); ; query.After = walked[len(walked)-1].Sequence {
			some := o.changes(t, query)
			if len(some) > limit || len(walked) > len(all) {
				t.Fatalf("limit %d: %d at once, %d in all", limit, len(some), len(walked))
			}
			if len(some) == 0 {
				break
			}
			walked = append(walked, some...)
		}
		equal(t, walked, all)
	}
}

func changesOfOne(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env, elsewhere := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	for _, target := range []ids.Environment{env.ID, elsewhere.ID, env.ID} {
		o.save(t, o.claimRun(t, o.refresh(t, target, transform.NodeID(unique())).ID), result("a", run.NodeRunning))
	}
	runsOf := func(query run.ChangeQuery) (runs []ids.Run) {
		for _, change := range o.changes(t, query) {
			runs = append(runs, change.Run.ID)
		}
		return runs
	}
	equal(t, runsOf(run.ChangeQuery{Run: 2}), []ids.Run{2, 2})
	equal(t, runsOf(run.ChangeQuery{Environment: env.ID}), []ids.Run{1, 1, 3, 3})
	equal(t, runsOf(run.ChangeQuery{Environment: elsewhere.ID, Run: 1}), nil)
	equal(t, runsOf(run.ChangeQuery{Environment: env.ID, Run: 3}), []ids.Run{3, 3})
}

func changesAreVisible(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env, elsewhere := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	reader, stranger := o.member(t), o.member(t)
	o.grantEnvironment(t, reader.ID, account.EnvironmentRoleGrant{Environment: elsewhere.ID, Role: account.EnvironmentReader})
	for _, target := range []ids.Environment{env.ID, elsewhere.ID} {
		o.save(t, o.claimRun(t, o.refresh(t, target, transform.NodeID(unique())).ID), result("a", run.NodeRunning))
	}
	all := o.changes(t, run.ChangeQuery{})
	equal(t, len(all), 4)
	equal(t, o.changes(t, run.ChangeQuery{Sees: reader.actor.Sees()}), all[2:])
	equal(t, o.changes(t, run.ChangeQuery{Sees: stranger.actor.Sees()}), nil)
}

// changesInOrder makes several runs save concurrently while others start, and a follower read the changes. Nothing
// changes twice here, so the follower must see every sequence number without a gap: a gap would be a change that
// becomes visible later.
func changesInOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	const writers, rounds, group = 6, 12, 3
	var claims []*run.ClaimedRun
	for range writers {
		claims = append(claims, o.claimRun(t, o.refresh(t, env.ID).ID))
	}
	start := o.sequence(t)
	last := start + writers*rounds*(group+1)
	for _, err := range together(writers+2, func(i int) error {
		if i >= writers {
			return o.follow(t, start, last)
		}
		for round := range rounds {
			if err := o.changeSome(t, claims[i], round, group); err != nil {
				return err
			}
		}
		return nil
	}) {
		ok(t, err)
	}
	equal(t, o.sequence(t), last)
}

// changeSome saves a group of nodes and starts a run.
func (o *tenant) changeSome(t *testing.T, claimed *run.ClaimedRun, round, group int) error {
	var results []run.NodeResult
	for n := range group {
		results = append(results, result(transform.NodeID(fmt.Sprint(round, " ", n)), run.NodeComplete))
	}
	if err := o.db.Leases().Save(t.Context(), claimed.Lease, results); err != nil {
		return err
	}
	_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(claimed.Run.Environment))
	return err
}

// follow reads changes as they come, until the last.
func (o *tenant) follow(t *testing.T, after, last int64) error {
	for after < last {
		changes, err := o.db.Runs().Changes(t.Context(), run.ChangeQuery{Sees: o.sees(), After: after, Limit: 7})
		if err != nil {
			return err
		}
		for _, change := range changes {
			if change.Sequence != after+1 {
				return fmt.Errorf("after sequence %d comes %d", after, change.Sequence)
			}
			after = change.Sequence
		}
	}
	return nil
}
