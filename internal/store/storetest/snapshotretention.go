package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func snapshotSweepCases() cases {
	return cases{
		"only unreferenced snapshots are deleted":     unneededSnapshotsGo,
		"snapshots of organizations are independent":  sameSnapshotElsewhere,
		"a sweep deletes at most the limit":           snapshotSweepIsBounded,
		"concurrent sweeps delete each snapshot once": snapshotsSweptAtOnce,
	}
}

// inAnHour makes every snapshot old.
func inAnHour() time.Time { return time.Now().Add(time.Hour) }

func (o *tenant) putSnapshot(t *testing.T, id string) {
	t.Helper()
	ok(t, o.db.Snapshots().Put(t.Context(), o.Organization.ID, id, []byte("files of "+id)))
}

func (o *tenant) hasSnapshot(t *testing.T, id string) bool {
	t.Helper()
	_, err := o.db.Snapshots().Get(t.Context(), o.Organization.ID, id)
	if !fault.Is(err, fault.NotFound) {
		ok(t, err)
	}
	return err == nil
}

func (o *tenant) wantSnapshotsGone(t *testing.T, want int) {
	t.Helper()
	gone, err := o.db.Snapshots().DeleteExpired(t.Context(), inAnHour(), 100)
	ok(t, err)
	equal(t, gone, want)
}

// planWith returns a plan of a snapshot with one step, in an environment of its own.
func (o *tenant) planWith(t *testing.T, in ids.Environment, snapshot string) deploy.Plan {
	t.Helper()
	p := o.planOf(t, in, difference.NewState{Node: "a", State: state("a", "A"), Step: "a"})
	p.Snapshot = snapshot
	return o.savePlan(t, p)
}

// use is something that refers to a snapshot, and whether a sweep keeps the snapshot.
type use struct {
	name  string
	do    func(t *testing.T, o *tenant, env project.Environment, snapshot string)
	stays bool
}

// uses are in an executable order: a waiting run would be claimed by a later one.
func uses() []use {
	return slices.Concat(pastUses(), presentUses())
}

func pastUses() []use {
	return []use{
		{"nothing", func(*testing.T, *tenant, project.Environment, string) {}, false},
		{"a plan that was discarded", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			ok(t, o.db.Plans().DiscardPlan(t.Context(), o.admin.actor, o.planWith(t, env.ID, snapshot).ID))
		}, false},
		{"an environment that was deleted", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.deploy(t, o.planWith(t, env.ID, snapshot), run.Completed, "a")
			ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env.ID))
		}, false},
		{"a run that is over, of an environment that has moved on", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.deployBare(t, env, snapshot)
			o.deployBare(t, env, "another")
		}, false},
		{"a deployment of long ago", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.deploy(t, o.planWith(t, env.ID, snapshot), run.Completed, "a")
			o.deploy(t, o.planWith(t, env.ID, "another"), run.Completed, "a")
		}, true},
		{"a deployment that failed", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.deploy(t, o.planWith(t, env.ID, snapshot), run.Failed)
			o.outdate(t, deploy.Plan{Environment: env.ID})
		}, true},
	}
}

func presentUses() []use {
	return []use{
		{"what is deployed", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.deployBare(t, env, snapshot)
		}, true},
		{"an open plan", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.planWith(t, env.ID, snapshot)
		}, true},
		{"a stale plan", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.outdate(t, o.planWith(t, env.ID, snapshot))
		}, true},
		{"a deployed node", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			node := state("a", "A")
			node.Snapshot = snapshot
			p := o.planOf(t, env.ID, difference.NewState{Node: "a", State: node, Step: "a"})
			p.Snapshot = "another"
			o.deploy(t, o.savePlan(t, p), run.Completed, "a")
		}, true},
		{"a run that is under way", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.claimRun(t, o.insert(t, o.bareDeploy(env, snapshot)).ID)
		}, true},
		{"a run that waits", func(t *testing.T, o *tenant, env project.Environment, snapshot string) {
			o.insert(t, o.bareDeploy(env, snapshot))
		}, true},
	}
}

// bareDeploy returns a deploy without a plan, so that only itself and its environment refer to the snapshot.
func (o *tenant) bareDeploy(env project.Environment, snapshot string) run.Draft {
	draft := o.deployDraft(env.ID)
	draft.Snapshot = snapshot
	return draft
}

func (o *tenant) deployBare(t *testing.T, env project.Environment, snapshot string) {
	t.Helper()
	o.execute(t, o.bareDeploy(env, snapshot), run.Completed)
}

func unneededSnapshotsGo(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	in := o.project(t)
	unneeded := 0
	for _, use := range uses() {
		o.putSnapshot(t, use.name)
		use.do(t, o, o.environment(t, in.ID), use.name)
		if !use.stays {
			unneeded++
		}
	}
	young, err := o.db.Snapshots().DeleteExpired(t.Context(), time.Now().Add(-time.Hour), 100)
	ok(t, err)
	equal(t, young, 0)
	o.wantSnapshotsGone(t, unneeded)
	for _, use := range uses() {
		if o.hasSnapshot(t, use.name) != use.stays {
			t.Errorf("used by %s: it stays: %t, want %t", use.name, !use.stays, use.stays)
		}
	}
	o.wantSnapshotsGone(t, 0)
}

func sameSnapshotElsewhere(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	other := w.tenantIn(t, o.db)
	o.putSnapshot(t, "same")
	other.putSnapshot(t, "same")
	other.planWith(t, other.environment(t, other.project(t).ID).ID, "same")
	o.wantSnapshotsGone(t, 1)
	equal(t, o.hasSnapshot(t, "same"), false)
	equal(t, other.hasSnapshot(t, "same"), true)
}

func snapshotSweepIsBounded(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	for range 50 {
		o.putSnapshot(t, unique())
	}
	for _, want := range []int{30, 20, 0} { // more than one batch, then the rest
		gone, err := o.db.Snapshots().DeleteExpired(t.Context(), inAnHour(), 30)
		ok(t, err)
		equal(t, gone, want)
	}
}

func snapshotsSweptAtOnce(t *testing.T, w suiteContext) {
	o := w.tenantIn(t, w.database(t))
	const snapshots, sweepers = 60, 6
	for range snapshots {
		o.putSnapshot(t, unique())
	}
	o.putSnapshot(t, "kept")
	o.planWith(t, o.environment(t, o.project(t).ID).ID, "kept")
	counts := make([]int, sweepers)
	for _, err := range together(sweepers, func(i int) (err error) {
		counts[i], err = o.db.Snapshots().DeleteExpired(t.Context(), inAnHour(), snapshots)
		return err
	}) {
		ok(t, err)
	}
	sum := 0
	for _, count := range counts {
		sum += count
	}
	equal(t, sum, snapshots)
	equal(t, o.hasSnapshot(t, "kept"), true)
}
