package storetest

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func buildCases() cases {
	return cases{
		"a refresh records built and failed nodes":                      plainBuilds,
		"a refresh with onlyChanged records the inputs":                 comparedBuilds,
		"a refresh without onlyChanged records the inputs of its plan":  plannedBuilds,
		"builds of some nodes are read":                                 someBuilds,
		"the owner replaces the plan of a run":                          decidedBuilds,
		"builds count whatever the outcome of the run":                  buildsOfAnyEnd,
		"many builds are recorded":                                      manyBuilds,
		"a deploy invalidates builds of changed nodes":                  deployInvalidatesBuilds,
		"builds belong to one environment and are deleted with it":      buildsOfOne,
		"runs of workspaces and runs that never started record nothing": noBuilds,
	}
}

func (o *tenant) builds(t *testing.T, environment ids.Environment) map[transform.NodeID]run.BuildRecord {
	t.Helper()
	builds, err := o.db.Runs().Builds(t.Context(), o.Organization.ID, environment)
	ok(t, err)
	return builds
}

// refreshed executes a draft: its nodes end in these states, and the run in its own.
func (o *tenant) refreshed(t *testing.T, draft run.Draft, status run.Status, nodes map[transform.NodeID]run.NodeState) ids.Run {
	t.Helper()
	claimed := o.claimRun(t, o.insert(t, draft).ID)
	for id, state := range nodes {
		o.save(t, claimed, result(id, state))
	}
	o.finish(t, claimed, status)
	return claimed.Run.ID
}

// complete returns nodes that all complete.
func complete(nodes ...transform.NodeID) map[transform.NodeID]run.NodeState {
	all := map[transform.NodeID]run.NodeState{}
	for _, id := range nodes {
		all[id] = run.NodeComplete
	}
	return all
}

func plainBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	equal(t, o.builds(t, env), map[transform.NodeID]run.BuildRecord{})
	first := o.refreshed(t, o.draft(env, "a", "b", "c", "d"), run.Failed, map[transform.NodeID]run.NodeState{
		"a": run.NodeComplete, "b": run.NodeFailed, "c": run.NodeSkipped,
	})
	want := map[transform.NodeID]run.BuildRecord{"a": {Run: first, Outcome: run.Built}, "b": {Run: first, Outcome: run.BuildFailed}}
	equal(t, o.builds(t, env), want)
	second := o.refreshed(t, o.draft(env, "b", "c"), run.Completed, complete("b", "c"))
	want["b"], want["c"] = run.BuildRecord{Run: second, Outcome: run.Built}, run.BuildRecord{Run: second, Outcome: run.Built}
	equal(t, o.builds(t, env), want)
}

// comparing returns a draft of a refresh with onlyChanged: its nodes are built from each other and from x.
func (o *tenant) comparing(env ids.Environment, nodes ...transform.NodeID) run.Draft {
	draft := o.draft(env, nodes...)
	draft.Details.OnlyChanged = true
	inputs := plan.InputVersions{"x": "rows 1"}
	for i, id := range nodes {
		draft.Plan.Nodes[i].Build = &plan.BuildInputs{Fingerprint: "print of " + string(id), Inputs: inputs}
		inputs = plan.InputVersions{id: plan.ThisRun, "x": "rows 1"}
	}
	return draft
}

func comparedBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	plain := o.refreshed(t, o.draft(env, "kept"), run.Completed, complete("kept"))
	draft := o.comparing(env, "a", "b", "c", "kept")
	draft.Plan.Nodes[3].Build = nil
	id := o.refreshed(t, draft, run.Failed, map[transform.NodeID]run.NodeState{
		"a": run.NodeComplete, "b": run.NodeComplete, "c": run.NodeFailed, "kept": run.NodeComplete,
	})
	equal(t, o.builds(t, env), map[transform.NodeID]run.BuildRecord{
		"a": {Run: id, Outcome: run.Built, BuildInputs: plan.BuildInputs{Fingerprint: "print of a", Inputs: plan.InputVersions{"x": "rows 1"}}},
		"b": {Run: id, Outcome: run.Built, BuildInputs: plan.BuildInputs{
			Fingerprint: "print of b", Inputs: plan.InputVersions{"x": "rows 1", "a": run.DataVersionOf(id)},
		}},
		"c":    {Run: id, Outcome: run.BuildFailed},
		"kept": {Run: plain, Outcome: run.Built},
	})
	again := o.refreshed(t, o.draft(env, "a"), run.Completed, complete("a"))
	equal(t, o.builds(t, env)["a"], run.BuildRecord{Run: again, Outcome: run.Built})
}

// plannedBuilds has a node without inputs, as plans of earlier versions have, among others.
func plannedBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	draft := o.comparing(env, "a", "b", "c", "view")
	draft.Details.OnlyChanged = false
	draft.Plan.Nodes[3].Build = nil
	id := o.refreshed(t, draft, run.Failed, map[transform.NodeID]run.NodeState{
		"a": run.NodeComplete, "b": run.NodeComplete, "c": run.NodeFailed, "view": run.NodeComplete,
	})
	equal(t, o.builds(t, env), map[transform.NodeID]run.BuildRecord{
		"a": {Run: id, Outcome: run.Built, BuildInputs: plan.BuildInputs{Fingerprint: "print of a", Inputs: plan.InputVersions{"x": "rows 1"}}},
		"b": {Run: id, Outcome: run.Built, BuildInputs: plan.BuildInputs{
			Fingerprint: "print of b", Inputs: plan.InputVersions{"x": "rows 1", "a": run.DataVersionOf(id)},
		}},
		"c":    {Run: id, Outcome: run.BuildFailed},
		"view": {Run: id, Outcome: run.Built},
	})
}

func someBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	nodes := make([]transform.NodeID, 450)
	for i := range nodes {
		nodes[i] = transform.NodeID(fmt.Sprintf("node %03d", i))
	}
	o.refreshed(t, o.comparing(env, nodes...), run.Completed, complete(nodes...))
	one, err := o.db.Runs().Builds(t.Context(), o.Organization.ID, env, "node 007", "unknown")
	ok(t, err)
	equal(t, one, map[transform.NodeID]run.BuildRecord{"node 007": o.builds(t, env)["node 007"]})
	most, err := o.db.Runs().Builds(t.Context(), o.Organization.ID, env, nodes[1:]...)
	ok(t, err)
	equal(t, len(most), len(nodes)-1)
}

func decidedBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	draft := o.draft(o.environment(t, o.project(t).ID).ID, "a", "b")
	draft.Details.OnlyChanged = true
	draft.Plan.ChangeCheck = &plan.ChangeCheck{Candidates: map[transform.NodeID]plan.BuildCandidate{"a": {Fingerprint: "f", Origins: []transform.NodeID{"b"}}}}
	id := o.insert(t, draft).ID
	first := o.claim(t, o.briefly("first"))
	equal(t, first.Plan, draft.Plan)
	bound := o.comparing(draft.Environment, "a", "b").Plan
	ok(t, o.db.Leases().ReplacePlan(t.Context(), first.Lease, bound))
	second := o.claim(t, o.claimant("second"))
	equal(t, second.Plan, bound)
	lost(t, o.db.Leases().ReplacePlan(t.Context(), first.Lease, draft.Plan))
	results, err := o.db.Runs().Results(t.Context(), o.sees(), id)
	ok(t, err)
	equal(t, results.Plan, bound)
	o.save(t, second, result("a", run.NodeComplete))
	o.finish(t, second, run.Completed)
	equal(t, o.builds(t, draft.Environment)["a"].Fingerprint, "print of a")
	lost(t, o.db.Leases().ReplacePlan(t.Context(), second.Lease, draft.Plan))
}

func buildsOfAnyEnd(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	for _, status := range []run.Status{run.Completed, run.Failed, run.Canceled} {
		for _, draft := range []run.Draft{o.draft(env, "a", "b"), o.comparing(env, "a", "b")} {
			id := o.refreshed(t, draft, status, complete("a"))
			equal(t, o.builds(t, env)["a"].Run, id)
			equal(t, o.builds(t, env)["b"], run.BuildRecord{})
		}
	}
}

func manyBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	nodes := make([]transform.NodeID, 501)
	for i := range nodes {
		nodes[i] = transform.NodeID(fmt.Sprintf("node %03d é", i))
	}
	id := o.refreshed(t, o.comparing(env, nodes...), run.Completed, complete(nodes...))
	builds := o.builds(t, env)
	equal(t, len(builds), len(nodes))
	equal(t, builds[nodes[500]].Inputs, plan.InputVersions{nodes[499]: run.DataVersionOf(id), "x": "rows 1"})
}

func deployInvalidatesBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID).ID
	built := o.refreshed(t, o.comparing(env, "a", "b", "c", "d", "e", "f"), run.Completed, complete("a", "b", "c", "d", "e", "f"))
	p := o.savePlan(t, o.planOf(t, env,
		difference.NewState{Node: "a", State: state("a", "A"), Step: "a"},
		difference.NewState{Node: "b", State: state("b", "B"), Step: "b/drop"},
		difference.NewState{Node: "c", State: state("c", "C"), Step: "c"},
		difference.NewState{Node: "d", State: state("d", "D")}, // its object stays as it is
		difference.NewState{Node: "f", State: state("f", "F"), Step: "a"},
		difference.NewState{Node: "new", State: state("new", "N"), Step: "new"}))
	deployed := o.deploy(t, p, run.Failed, "a", "b/drop", "new")
	outcomes := map[transform.NodeID]string{}
	for id, build := range o.builds(t, env) {
		outcomes[id] = fmt.Sprint(build.Outcome, " ", build.Run, " ", build.Fingerprint)
	}
	spoiled, good := fmt.Sprintf("deployed %d ", deployed), fmt.Sprintf("built %d print of ", built)
	equal(t, outcomes, map[transform.NodeID]string{"a": spoiled, "b": spoiled, "c": good + "c", "d": good + "d", "e": good + "e", "f": spoiled})
}

func buildsOfOne(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.project(t).ID
	one, two := o.environment(t, p).ID, o.environment(t, p).ID
	id := o.refreshed(t, o.draft(one, "a"), run.Completed, complete("a"))
	equal(t, o.builds(t, one), map[transform.NodeID]run.BuildRecord{"a": {Run: id, Outcome: run.Built}})
	equal(t, o.builds(t, two), map[transform.NodeID]run.BuildRecord{})
	found, err := o.db.Runs().Builds(t.Context(), other.Organization.ID, one)
	ok(t, err)
	equal(t, found, map[transform.NodeID]run.BuildRecord{})
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, one))
	equal(t, o.builds(t, one), map[transform.NodeID]run.BuildRecord{})
}

func noBuilds(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t).ID
	workspaceFixture := ids.Environment(o.workspace(t, p).ID)
	o.refreshed(t, o.draft(workspaceFixture, "a"), run.Completed, complete("a"))
	equal(t, o.builds(t, workspaceFixture), map[transform.NodeID]run.BuildRecord{})
	env := o.environment(t, p).ID
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, o.insert(t, o.comparing(env, "a")).ID)
	ok(t, err)
	equal(t, o.builds(t, env), map[transform.NodeID]run.BuildRecord{})
}
