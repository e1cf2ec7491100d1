package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

func runCases() cases {
	return cases{
		"what was stored is found":             runIsFound,
		"numbers count per organisation":       runsAreNumbered,
		"the newest has the highest number":    newestRun,
		"the load counts what is not over":     loadCounts,
		"no runs are a normal state":           noRuns,
		"another organisation does not see it": runIsOfOneOrganization,
	}
}

func newRun(target ids.Environment, status run.Status) run.Run {
	return run.Run{Environment: target, Type: run.Refresh, Status: status, CreatedAt: noon()}
}

func (o *tenant) run(t *testing.T, target ids.Environment, status run.Status) run.Run {
	t.Helper()
	stored, err := o.db.Runs().Insert(t.Context(), o.admin.actor, newRun(target, status))
	ok(t, err)
	return stored
}

func runIsFound(t *testing.T, w world) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	draft := newRun(environment.ID, run.Failed)
	draft.Type = run.Deploy
	stored, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	ok(t, err)
	want := draft
	want.Organization, want.ID = o.Organization.ID, 1
	equal(t, stored, want)
	found, err := o.db.Runs().Find(t.Context(), o.sees(), stored.ID)
	ok(t, err)
	equal(t, found, want)
	_, err = o.db.Runs().Find(t.Context(), o.sees(), 2)
	refused(t, err, fault.NotFound, "run 2")
}

func runsAreNumbered(t *testing.T, w world) {
	for _, o := range []*tenant{w.tenant(t), w.tenant(t)} {
		environment := o.environment(t, o.project(t).ID)
		for number := range 12 {
			equal(t, o.run(t, environment.ID, run.Completed).ID, ids.Run(number+1))
		}
	}
}

func newestRun(t *testing.T, w world) {
	o := w.tenant(t)
	first, second := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	user := o.member(t)
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: first.ID, Role: account.EnvironmentReader})
	for range 10 { // so that the tenth run is newer than the ninth
		o.run(t, first.ID, run.Completed)
	}
	last := o.run(t, second.ID, run.Completed)

	newest, found, err := o.db.Runs().Newest(t.Context(), o.sees())
	ok(t, err)
	equal(t, found, true)
	equal(t, newest, last)
	newest, found, err = o.db.Runs().Newest(t.Context(), user.actor.Sees())
	ok(t, err)
	equal(t, found, true)
	equal(t, newest.ID, 10)
}

func loadCounts(t *testing.T, w world) {
	o := w.tenant(t)
	first, second := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	user := o.member(t)
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: second.ID, Role: account.EnvironmentReader})
	for _, status := range []run.Status{run.WaitingToRun, run.WaitingToRun, run.Running, run.Completed, run.Failed, run.Canceled} {
		o.run(t, first.ID, status)
	}
	o.run(t, second.ID, run.Running)
	load, err := o.db.Runs().Load(t.Context(), o.sees())
	ok(t, err)
	equal(t, load, run.Load{WaitingToRun: 2, Running: 2})
	load, err = o.db.Runs().Load(t.Context(), user.actor.Sees())
	ok(t, err)
	equal(t, load, run.Load{Running: 1})
}

func noRuns(t *testing.T, w world) {
	o := w.tenant(t)
	_, found, err := o.db.Runs().Newest(t.Context(), o.sees())
	ok(t, err)
	equal(t, found, false)
	load, err := o.db.Runs().Load(t.Context(), o.sees())
	ok(t, err)
	equal(t, load, run.Load{})
}

func runIsOfOneOrganization(t *testing.T, w world) {
	o, other := w.tenant(t), w.tenant(t)
	stored := o.run(t, o.environment(t, o.project(t).ID).ID, run.Running)
	other.environment(t, other.project(t).ID) // has the same number
	_, err := o.db.Runs().Find(t.Context(), other.sees(), stored.ID)
	refused(t, err, fault.NotFound)
	_, found, err := o.db.Runs().Newest(t.Context(), other.sees())
	ok(t, err)
	equal(t, found, false)
	load, err := o.db.Runs().Load(t.Context(), other.sees())
	ok(t, err)
	equal(t, load, run.Load{})
}
