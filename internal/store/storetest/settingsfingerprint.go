package storetest

import (
	"encoding/json"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func settingsFingerprintCases() cases {
	return cases{
		"a waiting run does not start after its settings changed": waitingRunFailsAfterChange,
		"a running run continues with its old settings":           runningRunContinues,
		"a draft planned for other settings is rejected":          staleDraftIsRejected,
		"a deploy may change the parameters":                      deployChangesParameters,
	}
}

// plannedNow returns a draft that was planned for the current settings of an environment.
func (o *tenant) plannedNow(t *testing.T, env ids.Environment) run.Draft {
	t.Helper()
	e, err := o.db.Environments().Find(t.Context(), o.Organization.ID, env)
	ok(t, err)
	draft := o.draft(env, "a")
	draft.Snapshot = e.Snapshot
	draft.SettingsFingerprint = project.NewSettingsFingerprint(o.connectionOf(t, e), e.Settings)
	return draft
}

func (o *tenant) connectionOf(t *testing.T, e project.Environment) ids.Connection {
	t.Helper()
	if e.Settings.Connection != "" {
		return e.Settings.Connection
	}
	connection, err := o.db.Connections().Default(t.Context(), o.Organization.ID)
	ok(t, err)
	return connection.ID
}

// settingChange is a change of settings while a run waits.
type settingChange struct {
	apply func(*project.EnvironmentSettings)
	own   bool   // the run has its own parameters
	moved string // the changed settings that the run depends on; empty if it is not affected
}

func (o *tenant) settingChanges(t *testing.T, env project.Environment) map[string]settingChange {
	t.Helper()
	usual, other := o.connectionOf(t, env), o.connection(t).ID
	const elsewhere, parameters = "the mappings or the connection", "the parameters"
	return map[string]settingChange{
		"a description":     {apply: func(s *project.EnvironmentSettings) { s.Description, s.DevEnv = "another", true }},
		"the default named": {apply: func(s *project.EnvironmentSettings) { s.Connection = usual }},
		"a connection":      {apply: func(s *project.EnvironmentSettings) { s.Connection = other }, moved: elsewhere},
		"a mapping": {apply: func(s *project.EnvironmentSettings) {
			s.Mappings = map[string]project.Mapping{"WORK": {Schema: "another"}}
		}, moved: elsewhere},
		"a parameter":         {apply: func(s *project.EnvironmentSettings) { s.Parameters = json.RawMessage(`{"day": 2}`) }, moved: parameters},
		"an unread parameter": {apply: func(s *project.EnvironmentSettings) { s.Parameters = json.RawMessage(`{"day": 2}`) }, own: true},
	}
}

func waitingRunFailsAfterChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for name, change := range o.settingChanges(t, o.environment(t, o.project(t).ID)) {
		env := o.environment(t, o.project(t).ID)
		first := o.claimRun(t, o.refresh(t, env.ID, "a").ID)
		draft := o.plannedNow(t, env.ID)
		if change.own {
			draft.SettingsFingerprint = draft.SettingsFingerprint.WithoutParameters()
		}
		waiting := o.insert(t, draft)
		o.nothing(t)
		o.changeEnvironment(t, env.ID, change.apply)
		o.finish(t, first, run.Completed)
		if change.moved == "" {
			o.finish(t, o.claimRun(t, waiting.ID), run.Completed)
			continue
		}
		o.nothing(t)
		found := o.found(t, waiting.ID)
		if want := change.moved + " of the environment were changed after this run was planned; start a new run"; found.FailureReason != want {
			t.Errorf("after %s the run is %s: %q, want %q", name, found.Status, found.FailureReason, want)
		}
		o.finish(t, o.claimRun(t, o.insert(t, o.plannedNow(t, env.ID)).ID), run.Completed)
	}
}

// runningRunContinues: what a run has published is where it started, so the rest goes there too.
func runningRunContinues(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	stored, other := o.insert(t, o.plannedNow(t, env.ID)), o.connection(t).ID
	o.claim(t, o.briefly("first"))
	o.changeEnvironment(t, env.ID, func(s *project.EnvironmentSettings) { s.Connection = other })
	o.finish(t, o.claimRun(t, stored.ID), run.Completed)
}

func staleDraftIsRejected(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for name, change := range o.settingChanges(t, o.environment(t, o.project(t).ID)) {
		env := o.environment(t, o.project(t).ID)
		draft := o.plannedNow(t, env.ID)
		if change.own {
			draft.SettingsFingerprint = draft.SettingsFingerprint.WithoutParameters()
		}
		o.changeEnvironment(t, env.ID, change.apply)
		_, err := o.db.Runs().Insert(t.Context(), o.admin.actor, draft)
		if change.moved == "" {
			ok(t, err)
			continue
		}
		t.Log(name)
		refused(t, err, fault.Conflict, change.moved+" of environment", "have just been changed")
	}
}

// deployChangesParameters: deploying the same files again may change the parameters that they are compiled with.
func deployChangesParameters(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	deploys := o.planOf(t, env.ID)
	o.deploy(t, o.savePlan(t, deploys), run.Completed)
	again := o.planOf(t, env.ID)
	again.Parameters = []byte(`{"day": 2}`)
	deploy := o.insert(t, deployDraft(o.savePlan(t, again), 0))
	same, own := o.plannedNow(t, env.ID), o.plannedNow(t, env.ID)
	own.SettingsFingerprint = own.SettingsFingerprint.WithoutParameters()
	waiting, unaffected := o.insert(t, same), o.insert(t, own)
	o.finish(t, o.claimRun(t, deploy.ID), run.Completed)
	o.finish(t, o.claimRun(t, unaffected.ID), run.Completed)
	equal(t, o.found(t, waiting.ID).FailureReason, "the parameters of the environment were changed after this run was planned; start a new run")
}
