package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/runner"
)

func statusCases() cases {
	all := cases{
		"a good deploy is what is deployed":        deployIsDeployed,
		"a takeover leaves the status":             takeoverLeavesStatus,
		"a waiting run moves nothing":              waitingMovesNothing,
		"a change of the environment keeps status": changeKeepsStatus,
		"an environment may go while runs go on":   environmentGoesFirst,
	}
	for name, story := range stories() {
		all[name] = func(t *testing.T, w world) { story.play(t, w.tenant(t)) }
	}
	return all
}

// deed starts or ends a run, named by a word of the story, and says what the environment is after it.
type deed struct {
	run  string
	do   string // refresh, forced or deploy; or the status that the run ends with
	then project.Status
}

type story []deed

// stories are how environments move. Runs of one story share no nodes.
func stories() map[string]story {
	return map[string]story{
		"a good refresh": {
			{"a", "refresh", project.Refreshing}, {"a", "completed", project.Waiting},
		},
		"a refresh that fails, and a good one": {
			{"a", "refresh", project.Refreshing}, {"a", "failed", project.FailedRefresh},
			{"b", "refresh", project.Refreshing}, {"b", "completed", project.Waiting},
		},
		"a refresh that is canceled": {
			{"a", "refresh", project.Refreshing}, {"a", "failed", project.FailedRefresh},
			{"b", "refresh", project.Refreshing}, {"b", "canceled", project.Waiting},
		},
		"of refreshes at once the first fails": {
			{"a", "refresh", project.Refreshing}, {"b", "refresh", project.Refreshing}, {"c", "refresh", project.Refreshing},
			{"a", "failed", project.Refreshing}, {"b", "completed", project.Refreshing}, {"c", "canceled", project.FailedRefresh},
			{"d", "refresh", project.Refreshing}, {"d", "completed", project.Waiting},
		},
		"of refreshes at once the last fails": {
			{"a", "refresh", project.Refreshing}, {"b", "refresh", project.Refreshing},
			{"b", "completed", project.Refreshing}, {"a", "failed", project.FailedRefresh},
		},
		"a refresh that joins late is of the same group": {
			{"a", "refresh", project.Refreshing}, {"b", "refresh", project.Refreshing}, {"a", "failed", project.Refreshing},
			{"c", "refresh", project.Refreshing}, {"b", "completed", project.Refreshing}, {"c", "completed", project.FailedRefresh},
		},
		"a good deploy": {
			{"a", "deploy", project.Deploying}, {"a", "completed", project.Waiting},
		},
		"a deploy after a refresh that failed": {
			{"a", "refresh", project.Refreshing}, {"a", "failed", project.FailedRefresh},
			{"b", "deploy", project.Deploying}, {"b", "completed", project.Waiting},
		},
		"a deploy that fails, and a good one": {
			{"a", "deploy", project.Deploying}, {"a", "failed", project.FailedDeploy},
			{"b", "deploy", project.Deploying}, {"b", "completed", project.Waiting},
			{"c", "refresh", project.Refreshing}, {"c", "completed", project.Waiting},
		},
		"a deploy that is canceled": {
			{"a", "deploy", project.Deploying}, {"a", "canceled", project.FailedDeploy},
		},
		"forced refreshes do not clear a failed deploy": {
			{"a", "deploy", project.Deploying}, {"a", "failed", project.FailedDeploy},
			{"b", "forced", project.Refreshing}, {"b", "completed", project.FailedDeploy},
			{"c", "forced", project.Refreshing}, {"d", "forced", project.Refreshing},
			{"d", "failed", project.Refreshing}, {"c", "canceled", project.FailedDeploy},
			{"e", "deploy", project.Deploying}, {"e", "completed", project.Waiting},
		},
	}
}

func (s story) play(t *testing.T, o *tenant) {
	place := o.environment(t, o.project(t).ID)
	claims := map[string]*runner.Claimed{}
	for i, deed := range s {
		found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, place.ID)
		ok(t, err)
		switch deed.do {
		case "refresh", "forced", "deploy":
			draft := o.draft(place.ID)
			draft.Snapshot, draft.Details.Force = found.Snapshot, deed.do == "forced"
			if deed.do == "deploy" {
				draft.Type = run.Deploy
			}
			claims[deed.run] = o.claimRun(t, o.insert(t, draft).ID)
		default:
			o.finish(t, claims[deed.run], run.Status(deed.do))
		}
		o.statusIs(t, place.ID, deed.then)
		if t.Failed() {
			t.Fatalf("at deed %d: %+v", i+1, deed)
		}
	}
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

func deployIsDeployed(t *testing.T, w world) {
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

func takeoverLeavesStatus(t *testing.T, w world) {
	o := w.tenant(t)
	place := o.environment(t, o.project(t).ID)
	o.insert(t, o.deployDraft(place.ID))
	for range 3 {
		o.claim(t, o.briefly(unique()))
		o.statusIs(t, place.ID, project.Deploying)
	}
	last := o.claim(t, o.claimant("last"))
	equal(t, last.Lease.Epoch, 4)
	o.finish(t, last, run.Completed)
	o.statusIs(t, place.ID, project.Waiting)
}

func waitingMovesNothing(t *testing.T, w world) {
	o := w.tenant(t)
	place := o.environment(t, o.project(t).ID)
	first, second := o.refresh(t, place.ID, "a"), o.refresh(t, place.ID, "a")
	o.statusIs(t, place.ID, project.Waiting)
	o.finish(t, o.claimRun(t, first.ID), run.Failed)
	o.statusIs(t, place.ID, project.FailedRefresh) // the second has not begun
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, second.ID)
	ok(t, err)
	o.statusIs(t, place.ID, project.FailedRefresh)
}

// changeKeepsStatus lets people change an environment while its runs start and end. Neither may undo what the other did.
func changeKeepsStatus(t *testing.T, w world) {
	o := w.tenant(t)
	place := o.environment(t, o.project(t).ID)
	const changes, runs = 20, 5
	for _, err := range together(changes+runs, func(i int) error {
		if i < changes {
			_, err := o.db.Environments().Change(t.Context(), o.admin.actor, place.ID, func(e *project.Environment) error {
				e.Settings.Description += "x"
				return nil
			})
			return err
		}
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(place.ID))
		if err != nil {
			return err
		}
		claimed, err := o.db.Leases().Claim(t.Context(), o.claimant(unique()))
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
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, place.ID)
	ok(t, err)
	equal(t, len(found.Settings.Description), changes)
	equal(t, found.Status, project.Waiting)
}

func environmentGoesFirst(t *testing.T, w world) {
	o := w.tenant(t)
	place := o.environment(t, o.project(t).ID)
	claimed := o.claimRun(t, o.refresh(t, place.ID, "a").ID)
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, place.ID))
	o.save(t, claimed, result("a", run.NodeComplete))
	o.finish(t, claimed, run.Completed)
	equal(t, o.found(t, claimed.Run.ID).Status, run.Completed)
	_, err := o.db.Environments().Find(t.Context(), o.Organization.ID, place.ID)
	refused(t, err, fault.NotFound)
}
