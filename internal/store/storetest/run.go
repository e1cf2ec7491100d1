package storetest

import (
	"encoding/json"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func runCases() cases {
	return cases{
		"a stored object is found":                         runIsFound,
		"numbers count per organization":                   runsAreNumbered,
		"the newest has the highest number":                newestRun,
		"the load counts runs that have not ended":         loadCounts,
		"active runs are returned oldest first":            activeRuns,
		"an organization without runs is valid":            noRuns,
		"another organization does not see it":             runIsOfOneOrganization,
		"a run needs a target of its organization":         runNeedsTarget,
		"a run may belong to a workspace":                  runOfWorkspace,
		"no run starts in a target that is being deleted":  noRunWhileDeleting,
		"Failed Deploy blocks unless forced":               failedDeployBlocks,
		"a refresh planned for another deploy is rejected": oldPlanIsRefused,
	}
}

func runIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	draft := o.draft(environment.ID, "a", "b", "Ж\n\"'")
	draft.Type, draft.RerunOf = run.Deploy, 7
	draft.Parameters = []byte(`{"day": "2026-01-31",  "n": 1.50}`)
	draft.Details = run.Details{
		Job: "3", Include: "{ A }", Exclude: "{ B }", Parallelism: 4, Force: true, Description: "é\x00", KeepFailingRows: new(true),
		Commit: "c0ffee", CommitMessage: "Mend it",
	}
	stored := o.insert(t, draft)
	equal(t, stored, run.Run{
		Organization: o.Organization.ID, ID: 1, Environment: environment.ID, Type: run.Deploy, Status: run.WaitingToRun,
		CreatedAt: stored.CreatedAt, StartedBy: o.admin.ID, RerunOf: 7, Details: draft.Details,
		Parameters: json.RawMessage(draft.Parameters), Nodes: 3,
	})
	equal(t, stored.CreatedAt.IsZero(), false)
	equal(t, o.found(t, stored.ID), stored)
	_, err := o.db.Runs().Find(t.Context(), o.sees(), 2)
	refused(t, err, fault.NotFound, "run 2")
	equal(t, string(o.refresh(t, environment.ID).Parameters), "{}")
}

func runsAreNumbered(t *testing.T, w suiteContext) {
	for _, o := range []*tenant{w.tenant(t), w.tenant(t)} {
		environment := o.environment(t, o.project(t).ID)
		for number := range 12 {
			equal(t, o.refresh(t, environment.ID).ID, ids.Run(number+1))
		}
	}
}

func newestRun(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first, second := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	user := o.member(t)
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: first.ID, Role: account.EnvironmentReader})
	for range 10 { // to check that the tenth run is newer than the ninth
		o.refresh(t, first.ID)
	}
	last := o.refresh(t, second.ID)

	newest, found, err := o.db.Runs().Newest(t.Context(), o.sees())
	ok(t, err)
	equal(t, found, true)
	equal(t, newest, last)
	newest, found, err = o.db.Runs().Newest(t.Context(), user.actor.Sees())
	ok(t, err)
	equal(t, found, true)
	equal(t, newest.ID, 10)
}

func loadCounts(t *testing.T, w suiteContext) {
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

func activeRuns(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env, elsewhere := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	var want []run.Run
	for _, status := range []run.Status{run.Completed, run.WaitingToRun, run.Canceled, run.Running, run.Failed, run.WaitingToRun} {
		r := o.run(t, env.ID, status)
		o.run(t, elsewhere.ID, status)
		if !status.IsOver() {
			want = append(want, r)
		}
	}
	active, err := o.db.Runs().Active(t.Context(), o.Organization.ID, env.ID)
	ok(t, err)
	equal(t, active, want)
	active, err = o.db.Runs().Active(t.Context(), w.tenant(t).Organization.ID, env.ID)
	ok(t, err)
	equal(t, active, nil)
}

func noRuns(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	_, found, err := o.db.Runs().Newest(t.Context(), o.sees())
	ok(t, err)
	equal(t, found, false)
	load, err := o.db.Runs().Load(t.Context(), o.sees())
	ok(t, err)
	equal(t, load, run.Load{})
	o.nothing(t)
}

func runIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	stored := o.run(t, o.environment(t, o.project(t).ID).ID, run.Running)
	other.environment(t, other.project(t).ID) // has the same number
	runs := o.db.Runs()
	_, err := runs.Find(t.Context(), other.sees(), stored.ID)
	refused(t, err, fault.NotFound)
	_, err = runs.Results(t.Context(), other.sees(), stored.ID)
	refused(t, err, fault.NotFound)
	_, err = runs.Cancel(t.Context(), other.admin.actor, stored.ID)
	refused(t, err, fault.NotFound)
	_, found, err := runs.Newest(t.Context(), other.sees())
	ok(t, err)
	equal(t, found, false)
	load, err := runs.Load(t.Context(), other.sees())
	ok(t, err)
	equal(t, load, run.Load{})
	listed, err := runs.List(t.Context(), run.Query{Sees: other.sees()})
	ok(t, err)
	equal(t, listed.Total, 0)
	changes, err := runs.Changes(t.Context(), run.ChangeQuery{Sees: other.sees()})
	ok(t, err)
	equal(t, changes, nil)
	equal(t, o.found(t, stored.ID), stored)
}

func runNeedsTarget(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	o.environment(t, o.project(t).ID)
	for range 3 {
		other.environment(t, other.project(t).ID)
	}
	for _, target := range []ids.Environment{0, -1, 6, 99} { // 6 belongs to the other organization
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, o.draft(target))
		refused(t, err, fault.NotFound, "environment "+ids.FormatNumber(target))
	}
	equal(t, o.refresh(t, 2).ID, 1) // rejected runs used no number
}

func runOfWorkspace(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	workspaceFixture := o.workspace(t, o.project(t).ID)
	target := ids.Environment(workspaceFixture.ID)
	first, second := o.refresh(t, target, "a"), o.refresh(t, target, "a")
	claimed := o.claimRun(t, first.ID)
	o.nothing(t)
	o.finish(t, claimed, run.Failed)
	o.finish(t, o.claimRun(t, second.ID), run.Completed)
	equal(t, o.found(t, second.ID).Status, run.Completed)
}

func (o *tenant) inStatus(t *testing.T, status project.Status) project.Environment {
	t.Helper()
	draft := newEnvironment(o.project(t).ID)
	draft.Status = status
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	return environment
}

func noRunWhileDeleting(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, status := range []project.Status{project.Deleting, project.Initializing} {
		environment := o.inStatus(t, status)
		for _, draft := range []run.Draft{o.draft(environment.ID), o.deployDraft(environment.ID)} {
			_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
			refused(t, err, fault.Conflict)
		}
	}
}

func failedDeployBlocks(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.inStatus(t, project.FailedDeploy)
	draft := o.draft(environment.ID)
	_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	refused(t, err, fault.Invalid, "environment 2 is in Failed Deploy")
	forced := draft
	forced.Details.Force = true
	claimed := o.claimRun(t, o.insert(t, forced).ID)
	// The forced run hides the status, and changes nothing about the deploy.
	_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	refused(t, err, fault.Invalid)
	o.finish(t, claimed, run.Completed)
	_, err = o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
	refused(t, err, fault.Invalid)
	o.finish(t, o.claimRun(t, o.insert(t, o.deployDraft(environment.ID)).ID), run.Completed)
}

func oldPlanIsRefused(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := newEnvironment(o.project(t).ID)
	env.Snapshot = "one"
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, env)
	ok(t, err)
	draft := o.draft(environment.ID)
	for snapshot, fits := range map[string]bool{"one": true, "two": false, "": false} {
		draft.Snapshot = snapshot
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
		if fits {
			ok(t, err)
		} else {
			refused(t, err, fault.Conflict, "environment 2")
		}
	}
}
