package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func statusCases() cases {
	all := cases{
		"a completed deploy is the deployed one":           deployIsDeployed,
		"a takeover leaves the status":                     takeoverLeavesStatus,
		"a waiting run changes no status":                  waitingMovesNothing,
		"a change of the environment keeps its status":     changeKeepsStatus,
		"an environment with live runs is not deleted":     environmentStays,
		"a concurrent start and end keep the status right": startAndEndAtOnce,
		"concurrent ends keep the status right":            endsAtOnce,
	}
	for name, statusSequence := range statusSequences() {
		all[name] = func(t *testing.T, w suiteContext) { statusSequence.play(t, w.tenant(t)) }
	}
	return all
}

func (o *tenant) statusIs(t *testing.T, id ids.Environment, want project.Status) {
	t.Helper()
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, id)
	ok(t, err)
	equal(t, found.Status, want)
}

func (o *tenant) move(t *testing.T, id ids.Environment, to project.Status) {
	t.Helper()
	_, err := o.db.Environments().Change(t.Context(), o.admin.actor, id, func(e *project.Environment) error {
		e.Status = to
		return nil
	})
	ok(t, err)
}

func deployIsDeployed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	want := o.environment(t, o.project(t).ID)
	for _, deploy := range []struct {
		commit string
		status run.Status
	}{{"c0ffee", run.Completed}, {"decaf", run.Failed}, {"milk", run.Canceled}, {"tea", run.Completed}} {
		draft := o.deployDraft(want.ID)
		draft.Details.Commit = deploy.commit
		o.finish(t, o.claimRun(t, o.insert(t, draft).ID), deploy.status)
		if deploy.status == run.Completed {
			want.Snapshot, want.DeployedCommit = draft.Snapshot, deploy.commit
		}
		want.Status = map[bool]project.Status{true: project.Waiting, false: project.FailedDeploy}[deploy.status == run.Completed]
		o.environmentIs(t, want)
	}
}

func takeoverLeavesStatus(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	o.insert(t, o.deployDraft(env.ID))
	for range 3 {
		o.claim(t, o.briefly(unique()))
		o.statusIs(t, env.ID, project.Deploying)
	}
	last := o.claim(t, o.claimant("last"))
	equal(t, last.Lease.Epoch, 4)
	o.finish(t, last, run.Completed)
	o.statusIs(t, env.ID, project.Waiting)
}

func waitingMovesNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	first, second := o.refresh(t, env.ID, "a"), o.refresh(t, env.ID, "a")
	o.statusIs(t, env.ID, project.Waiting)
	o.finish(t, o.claimRun(t, first.ID), run.Failed)
	o.statusIs(t, env.ID, project.FailedRefresh) // the second has not started
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, second.ID)
	ok(t, err)
	o.statusIs(t, env.ID, project.FailedRefresh)
}

// changeKeepsStatus makes users change an environment while its runs start and end. Neither may undo what the other
// did.
func changeKeepsStatus(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	const changes, runs = 20, 5
	for _, err := range together(changes+runs, func(i int) error {
		if i < changes {
			_, err := o.db.Environments().Change(t.Context(), o.admin.actor, env.ID, func(e *project.Environment) error {
				e.Settings.Description += "x"
				return nil
			})
			return err
		}
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(env.ID))
		if err != nil {
			return err
		}
		claimed, err := claimOne(t.Context(), o.db, o.claimant(unique()))
		if err != nil || claimed == nil {
			return err
		}
		return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
	}) {
		ok(t, err)
	}
	for {
		claimed := o.claim(t, o.claimant("last"))
		if claimed == nil {
			break
		}
		o.finish(t, claimed, run.Completed)
	}
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env.ID)
	ok(t, err)
	equal(t, len(found.Settings.Description), changes)
	equal(t, found.Status, project.Waiting)
}

func environmentStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	claimed := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
	refused(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env.ID), fault.Conflict)
	o.finish(t, claimed, run.Completed)
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env.ID))
	equal(t, o.found(t, claimed.Run.ID).Status, run.Completed)
	_, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env.ID)
	refused(t, err, fault.NotFound)
}

// startAndEndAtOnce: if one run ends while another starts, the environment is not idle.
func startAndEndAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	current := o.claimRun(t, o.refresh(t, env.ID).ID)
	for range 20 {
		o.refresh(t, env.ID)
		var next *run.ClaimedRun
		for _, err := range together(2, func(i int) (err error) {
			if i == 0 {
				return o.db.Leases().Finish(t.Context(), current.Lease, run.Outcome{Status: run.Failed})
			}
			next, err = claimOne(t.Context(), o.db, o.claimant("next"))
			return err
		}) {
			ok(t, err)
		}
		o.statusIs(t, env.ID, project.Refreshing)
		current = next
	}
}

// endsAtOnce: one of the runs that end at the same time is the last.
func endsAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	for range 10 {
		claims := make([]*run.ClaimedRun, 4)
		for i := range claims {
			claims[i] = o.claimRun(t, o.refresh(t, env.ID).ID)
		}
		for _, err := range together(len(claims), func(i int) error {
			return o.db.Leases().Finish(t.Context(), claims[i].Lease, run.Outcome{Status: run.Completed})
		}) {
			ok(t, err)
		}
		o.statusIs(t, env.ID, project.Waiting)
	}
}
