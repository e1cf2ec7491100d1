package storetest

import (
	"encoding/json"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func environmentCases() cases {
	return cases{
		"every setting is returned":            environmentIsComplete,
		"empty settings are returned":          bareEnvironment,
		"parameters are stored byte for byte":  parametersAreExact,
		"every setting can be cleared":         environmentIsCleared,
		"a change that fails changes nothing":  failedEnvironmentChange,
		"a deleted object is not found":        environmentIsDeleted,
		"another organization does not see it": environmentIsOfOneOrganization,
		"the author's name is current":         authorIsPresent,
		"a list can be limited to one project": environmentsOfOneProject,
		"an unknown number is not found":       environmentNumbers,
		"the creator is always the actor":      environmentMaker,
	}
}

// settings returns all settings of an environment, each with a value that could be stored wrongly.
func settings() project.EnvironmentSettings {
	return project.EnvironmentSettings{
		Description: "two\nlines, \"quotes\" and a 'tick'", OAuthEnabled: true, ConnectionAccount: "account", AccessURL: "https://example.com/?a=b&c",
		DefaultStorageMapping: "RAW", DevEnv: true,
		Mappings: map[string]project.Mapping{
			"RAW": {Database: "raw", Schema: "main"}, "<Märkte & mehr>": {Database: `C:\data`, Schema: "Ωδ"}, "EMPTY": {},
		},
		Parameters: json.RawMessage(`{"day": "2026-01-31"}`),
		TagColors:  project.TagColors{Background: "#ffffff", Text: "black"},
	}
}

func environmentIsComplete(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	draft := newEnvironment(p.ID)
	draft.Settings, draft.DeployedCommit, draft.Snapshot, draft.Status = settings(), "abc123", "files", project.FailedDeploy
	draft.Settings.Connection = o.connection(t).ID
	created, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	want := draft
	want.Organization, want.ID = o.Organization.ID, 2
	want.CreatedBy = project.Author{ID: o.admin.ID, FirstName: o.admin.FirstName, LastName: o.admin.LastName}
	equal(t, created, want)
	o.environmentIs(t, want)
}

// environmentIs checks an environment in Find and List.
func (o *tenant) environmentIs(t *testing.T, want project.Environment) {
	t.Helper()
	found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, want.ID)
	ok(t, err)
	equal(t, found, want)
	query := project.EnvironmentQuery{Sees: o.sees(), Project: want.Project, Page: ordered("id")}
	listed, err := o.db.Environments().List(t.Context(), query)
	ok(t, err)
	for _, environment := range listed.Items {
		if environment.ID == want.ID {
			equal(t, environment, want)
			return
		}
	}
	t.Errorf("environment %d is not in the list", want.ID)
}

func bareEnvironment(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	created := o.environment(t, o.project(t).ID)
	equal(t, string(created.Settings.Parameters), "{}")
	created.Settings.Parameters = nil
	equal(t, created.Settings, project.EnvironmentSettings{})
	created.Settings.Parameters = json.RawMessage("{}")
	o.environmentIs(t, created)
}

func parametersAreExact(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	for name, text := range map[string]string{
		"big number":       `{"n":123456789012345678901234567890,"f":1.10,"e":1E400}`,
		"unicode":          `{"Ωδ":"\u03a9\u03b4 😀","escaped":"\ud83d\ude00","nul":"\u0000"}`,
		"order and spaces": "{ \"b\" : 1,\n\t\"a\" : [ 1 , 2 ],\"b\":2 }",
		"markup":           `{"html":"<b>&amp;</b>","slash":"a\/b"}`,
	} {
		draft := newEnvironment(p.ID)
		draft.Settings.Parameters = json.RawMessage(text)
		created, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
		ok(t, err)
		if got := string(created.Settings.Parameters); got != text {
			t.Errorf("%s: created %q, want %q", name, got, text)
		}
		found, err := o.db.Environments().Find(t.Context(), o.Organization.ID, created.ID)
		ok(t, err)
		if got := string(found.Settings.Parameters); got != text {
			t.Errorf("%s: found %q, want %q", name, got, text)
		}
	}
}

func environmentIsCleared(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	bare := o.environment(t, o.project(t).ID)
	connection := o.connection(t)
	for _, wanted := range []project.EnvironmentSettings{settings(), {}, settings()} {
		wanted.Connection = ""
		if wanted.DevEnv {
			wanted.Connection = connection.ID
		}
		changed, err := o.db.Environments().Change(t.Context(), o.admin.actor, bare.ID, func(e *project.Environment) error {
			e.Settings = wanted
			return nil
		})
		ok(t, err)
		equal(t, changed.Settings, wanted)
		want := bare
		want.Settings = wanted
		if len(want.Settings.Parameters) == 0 {
			want.Settings.Parameters = json.RawMessage("{}")
		}
		o.environmentIs(t, want)
	}
}

func failedEnvironmentChange(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	_, err := o.db.Environments().Change(t.Context(), o.admin.actor, environment.ID, func(e *project.Environment) error {
		e.Status = project.Deploying
		return fault.New(fault.Conflict, "second thoughts")
	})
	refused(t, err, fault.Conflict, "second thoughts")
	o.environmentIs(t, environment)
}

func environmentIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, environment.ID))
	_, err := o.db.Environments().Find(t.Context(), o.Organization.ID, environment.ID)
	refused(t, err, fault.NotFound, "environment 2")
	refused(t, o.db.Environments().Delete(t.Context(), o.admin.actor, environment.ID), fault.NotFound, "environment 2")
}

func environmentIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	environments := o.db.Environments()
	_, err := environments.Find(t.Context(), other.Organization.ID, environment.ID)
	refused(t, err, fault.NotFound)
	_, err = environments.Change(t.Context(), other.admin.actor, environment.ID, func(*project.Environment) error {
		t.Error("a stranger was about to change an environment")
		return nil
	})
	refused(t, err, fault.NotFound)
	refused(t, environments.Delete(t.Context(), other.admin.actor, environment.ID), fault.NotFound)
	o.environmentIs(t, environment)
}

func authorIsPresent(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	first, last := "Grace", "Hopper"
	_, err := o.service().Update(t.Context(), o.admin.actor, o.admin.ID, account.UserPatch{FirstName: &first, LastName: &last})
	ok(t, err)
	environment.CreatedBy.FirstName, environment.CreatedBy.LastName = first, last
	o.environmentIs(t, environment)
}

func environmentsOfOneProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first, second := o.project(t), o.project(t)
	wanted := []project.Environment{o.environment(t, first.ID), o.environment(t, first.ID)}
	o.environment(t, second.ID)
	listed, err := o.db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: o.sees(), Project: first.ID, Page: ordered("id")})
	ok(t, err)
	equal(t, listed.Items, wanted)
	equal(t, listed.Total, 2)
}

// environmentNumbers uses numbers that do not exist, and the number of a workspace.
func environmentNumbers(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	workspace := o.workspacesOf(t, o.project(t))[0]
	for _, number := range []int64{0, -1, int64(workspace.ID), 1 << 62} {
		_, err := o.db.Environments().Find(t.Context(), o.Organization.ID, ids.Environment(number))
		refused(t, err, fault.NotFound)
	}
}

func environmentMaker(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	draft := newEnvironment(o.project(t).ID)
	draft.Organization, draft.CreatedBy.ID = other.Organization.ID, other.admin.ID
	created, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	equal(t, created.Organization, o.Organization.ID)
	equal(t, created.CreatedBy.ID, o.admin.ID)
}
