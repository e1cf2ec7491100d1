package storetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func overlapCases() cases {
	return cases{
		"runs that share a node run one after the other":  sharedNode,
		"runs that share no node run concurrently":        noSharedNode,
		"a deploy runs alone in its environment":          deployAlone,
		"an earlier run goes first":                       firstComesFirst,
		"a canceled run unblocks others":                  canceledBlocker,
		"a released run still blocks":                     releasedBlocker,
		"any sequence of events follows the overlap rule": overlapProperty,
	}
}

func sharedNode(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env, elsewhere := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	first, second := o.refresh(t, env.ID, "a", "b"), o.refresh(t, env.ID, "c", "b")
	other := o.refresh(t, elsewhere.ID, "a", "b")
	claimed := o.claimRun(t, first.ID)
	o.claimRun(t, other.ID) // nodes of another environment do not overlap
	o.nothing(t)
	o.nothing(t) // also after the store has recorded the blocker
	equal(t, o.found(t, second.ID), second)
	o.finish(t, claimed, run.Failed)
	o.claimRun(t, second.ID)
}

func noSharedNode(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for _, node := range []transform.NodeID{"a", "b", "A", "a b"} {
		o.claimRun(t, o.refresh(t, env.ID, node).ID)
	}
}

func deployAlone(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	refresh := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	deploy := o.insert(t, o.deployDraft(env.ID))
	_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.deployDraft(env.ID))
	refused(t, err, fault.Conflict, "is deploying")
	last := o.refresh(t, env.ID, "b")
	o.nothing(t)
	o.finish(t, refresh, run.Completed)
	claimed := o.claimRun(t, deploy.ID)
	o.nothing(t)
	o.finish(t, claimed, run.Completed)
	o.nothing(t) // the environment is no longer the one that the last run was planned for
	equal(t, o.found(t, last.ID).Status, run.Failed)
}

// firstComesFirst: a later run that could start at once waits for an earlier waiting one if they share a node.
// Otherwise many small runs could block a large one forever.
func firstComesFirst(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	small := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	large := o.refresh(t, env.ID, "a", "b")
	later, apart := o.refresh(t, env.ID, "b"), o.refresh(t, env.ID, "c")
	o.claimRun(t, apart.ID)
	o.nothing(t)
	o.finish(t, small, run.Completed)
	claimed := o.claimRun(t, large.ID)
	o.nothing(t)
	o.finish(t, claimed, run.Completed)
	o.claimRun(t, later.ID)
}

func canceledBlocker(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	first := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	second, third, fourth := o.refresh(t, env.ID, "a", "b"), o.refresh(t, env.ID, "b"), o.refresh(t, env.ID, "a")
	o.nothing(t)
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, second.ID)
	ok(t, err)
	o.claimRun(t, third.ID)
	o.nothing(t) // the fourth waits for the first
	o.finish(t, first, run.Completed)
	o.claimRun(t, fourth.ID)
}

func releasedBlocker(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	first, second := o.refresh(t, env.ID, "a"), o.refresh(t, env.ID, "a")
	ok(t, o.db.Leases().Release(t.Context(), o.claimRun(t, first.ID).Lease))
	claimed := o.claimRun(t, first.ID)
	o.nothing(t)
	o.finish(t, claimed, run.Canceled)
	o.claimRun(t, second.ID)
}

// modelled is a run in the model of the rule.
type modelled struct {
	id      ids.Run
	env     ids.Environment
	deploy  bool
	nodes   []transform.NodeID
	claimed *run.ClaimedRun // nil while it waits
}

func (m *modelled) shares(other *modelled) bool {
	return m.env == other.env && (m.deploy || other.deploy ||
		slices.ContainsFunc(m.nodes, func(id transform.NodeID) bool { return slices.Contains(other.nodes, id) }))
}

// overlapModel is the rule in its simplest form: the runs that have not ended, by age.
type overlapModel struct {
	o    *tenant
	home string // the data folder of this sequence alone, because a failed sequence may leave runs behind
	live []*modelled
}

// startable returns the oldest waiting run that shares no node with any earlier one.
func (m *overlapModel) startable() *modelled {
	for i, waiting := range m.live {
		if waiting.claimed == nil && !slices.ContainsFunc(m.live[:i], waiting.shares) {
			return waiting
		}
	}
	return nil
}

func (m *overlapModel) remove(gone *modelled) {
	m.live = slices.DeleteFunc(m.live, func(r *modelled) bool { return r == gone })
}

// pick draws one of the claimed or of the waiting runs; nil if there is none.
func (m *overlapModel) pick(t *rapid.T, claimed bool) *modelled {
	var some []*modelled
	for _, r := range m.live {
		if (r.claimed != nil) == claimed {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return nil
	}
	return rapid.SampledFrom(some).Draw(t, "run")
}

func (m *overlapModel) insert(t *rapid.T, envs []ids.Environment) {
	r := &modelled{
		env: rapid.SampledFrom(envs).Draw(t, "env"), deploy: rapid.IntRange(0, 5).Draw(t, "kind") == 0,
		nodes: rapid.SliceOfNDistinct(rapid.SampledFrom([]transform.NodeID{"a", "b", "c", "d"}), 0, 3, rapid.ID).Draw(t, "nodes"),
	}
	draft := m.o.draft(r.env)
	draft.Plan = planOf(r.nodes...)
	if r.deploy {
		draft.Type = run.Deploy // of what is deployed, so that refreshes stay possible
	}
	draft.Details.Force, draft.DataFolderID = true, m.home
	stored, err := m.o.db.Runs().Insert(t.Context(), m.o.admin.actor, draft)
	if r.deploy && m.deploysTo(r.env) {
		if !fault.Is(err, fault.Conflict) {
			t.Fatalf("a second deploy: %v, want a conflict", err)
		}
		return
	}
	fine(t, err)
	r.id = stored.ID
	m.live = append(m.live, r)
}

// deploysTo reports whether a deploy to an environment has not ended.
func (m *overlapModel) deploysTo(env ids.Environment) bool {
	return slices.ContainsFunc(m.live, func(r *modelled) bool { return r.deploy && r.env == env })
}

// claim claims one run and checks that it is the right one.
func (m *overlapModel) claim(t *rapid.T) {
	claimed, err := claimOne(t.Context(), m.o.db, run.ClaimRequest{Owner: "a worker", DataFolderID: m.home, Length: time.Hour})
	fine(t, err)
	want := m.startable()
	switch {
	case want == nil && claimed != nil:
		t.Fatalf("claimed run %d, want none", claimed.Run.ID)
	case want != nil && (claimed == nil || claimed.Run.ID != want.id):
		t.Fatalf("claimed %+v, want run %d", claimed, want.id)
	case want != nil:
		want.claimed = claimed
	}
}

func (m *overlapModel) finish(t *rapid.T) {
	if r := m.pick(t, true); r != nil {
		status := rapid.SampledFrom([]run.Status{run.Completed, run.Failed, run.Canceled}).Draw(t, "status")
		fine(t, m.o.db.Leases().Finish(t.Context(), r.claimed.Lease, run.Outcome{Status: status}))
		m.remove(r)
	}
}

func (m *overlapModel) cancel(t *rapid.T) {
	if r := m.pick(t, false); r != nil {
		_, err := m.o.db.Runs().Cancel(t.Context(), m.o.admin.actor, r.id)
		fine(t, err)
		m.remove(r)
	}
}

func fine(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(fmt.Errorf("unexpected error: %w", err))
	}
}

// overlapProperty compares the store with the model over sequences of starts, claims, ends and cancels. At the end it
// executes all runs: no run waits forever.
func overlapProperty(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	rapid.Check(t, func(t *rapid.T) {
		m := &overlapModel{o: o, home: unique()}
		var envs []ids.Environment
		for range 2 {
			environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(p.ID))
			fine(t, err)
			envs = append(envs, environment.ID)
		}
		for range rapid.IntRange(2, 9).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1, 2:
				m.insert(t, envs)
			case 3:
				m.claim(t)
			case 4:
				m.finish(t)
			case 5:
				m.cancel(t)
			}
		}
		for len(m.live) > 0 {
			for m.startable() != nil {
				m.claim(t)
			}
			m.claim(t)
			m.finish(t)
		}
	})
}
