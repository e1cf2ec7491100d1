package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

func referenceCases() cases {
	return cases{
		"an environment needs a project of its organization":    environmentNeedsProject,
		"an environment needs a connection of its organization": environmentNeedsConnection,
		"a change accepts only connections of the organization": changeNeedsConnection,
		"the project is checked first":                          projectComesFirst,
		"a workspace needs a project of its organization":       workspaceNeedsProject,
		"a rejected create uses no number":                      refusedCreateTakesNoNumber,
		"text that cannot be stored is rejected":                unstorableTextIsRefused,
		"a token of another organization's user is not stored":  tokenOfElsewhere,
	}
}

func environmentNeedsProject(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	for _, p := range []ids.Project{"nothing", "", other.project(t).ID} {
		_, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(p))
		refused(t, err, fault.NotFound, "project "+string(p))
	}
}

func environmentNeedsConnection(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	p := o.project(t)
	for _, connection := range []ids.Connection{"nothing", other.connection(t).ID, other.Connection.ID} {
		draft := newEnvironment(p.ID)
		draft.Settings.Connection = connection
		_, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
		refused(t, err, fault.Invalid, "connection "+string(connection))
	}
	// The default connection may be named, too.
	draft := newEnvironment(p.ID)
	draft.Settings.Connection = o.Connection.ID
	created, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	equal(t, created.Settings.Connection, o.Connection.ID)
}

func changeNeedsConnection(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	environment := o.environment(t, o.project(t).ID)
	for _, connection := range []ids.Connection{"nothing", other.connection(t).ID} {
		_, err := o.db.Environments().Change(t.Context(), o.admin.actor, environment.ID, func(e *project.Environment) error {
			e.Settings.Connection = connection
			return nil
		})
		refused(t, err, fault.Invalid, "connection "+string(connection))
	}
	o.environmentIs(t, environment)
}

func projectComesFirst(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	draft := newEnvironment("nothing")
	draft.Settings.Connection = "nowhere"
	_, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	refused(t, err, fault.NotFound, "project nothing")
}

func workspaceNeedsProject(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	for _, p := range []ids.Project{"nothing", "", other.project(t).ID} {
		_, err := o.db.Workspaces().Create(t.Context(), o.admin.actor, newWorkspace(p))
		refused(t, err, fault.NotFound, "project "+string(p))
	}
}

func refusedCreateTakesNoNumber(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	for range 3 {
		_, err := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment("nothing"))
		refused(t, err, fault.NotFound)
		_, err = o.db.Workspaces().Create(t.Context(), o.admin.actor, newWorkspace("nothing"))
		refused(t, err, fault.NotFound)
	}
	equal(t, o.environment(t, p.ID).ID, 2)
}

// unstorableTextIsRefused tests text that PostgreSQL cannot store. The fault may differ, as long as it says that the
// request is wrong.
func unstorableTextIsRefused(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	for _, text := range []string{"\x00", "a\x00b", "\xff\xfe"} {
		draft := newEnvironment(p.ID)
		draft.Settings.Connection = ids.Connection(text)
		_, inConnection := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
		_, inProject := o.db.Environments().Create(t.Context(), o.admin.actor, newEnvironment(ids.Project(text)))
		_, inID := o.db.Users().Find(t.Context(), o.Organization.ID, ids.User(text))
		for where, err := range map[string]error{"connection": inConnection, "project": inProject, "id": inID} {
			if !fault.Is(err, fault.Invalid) && !fault.Is(err, fault.NotFound) {
				t.Errorf("%q as %s: got %v, want invalid or not found", text, where, err)
			}
		}
	}
}

func tokenOfElsewhere(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	owner := account.TokenOwner{Organization: o.Organization.ID, User: other.admin.ID}
	token, _ := account.NewToken(owner, "mixed", o.keys, noon())
	if err := o.db.Tokens().Create(t.Context(), o.admin.actor, token, 0); err == nil {
		t.Error("a token of one organization was stored for a user of another")
	}
	_, err := o.db.Credentials().ByToken(t.Context(), token.Hash)
	refused(t, err, fault.Unauthenticated)
}
