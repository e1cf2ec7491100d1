package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

func credentialListCases() cases {
	return cases{
		"administrators see the tokens of all users":   allTokens,
		"administrators see the sessions of all users": allSessions,
		"the users of a connection":                    usersOfConnection,
	}
}

func allTokens(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	user := o.member(t)
	ok(t, o.db.Tokens().TouchAddresses(t.Context(), map[ids.Token]string{user.token.ID: "192.0.2.1", other.admin.token.ID: "192.0.2.2", "gone": "x"}))
	found, err := o.db.Tokens().ListAll(t.Context(), o.Organization.ID, ordered("createdAt"))
	ok(t, err)
	equal(t, found.Total, 2)
	for _, owned := range found.Items {
		want := account.OwnedToken{Token: o.admin.token, Email: o.admin.Email}
		if owned.User == user.ID {
			want = account.OwnedToken{Token: user.token, Email: user.Email, Address: "192.0.2.1"}
		}
		equal(t, owned, want)
	}
	for _, order := range account.OwnedTokenOrder {
		found, err := o.db.Tokens().ListAll(t.Context(), o.Organization.ID, page.Request{OrderBy: order, Limit: 1})
		ok(t, err)
		rest, err := o.db.Tokens().ListAll(t.Context(), o.Organization.ID, page.Request{OrderBy: order, Limit: 1, After: found.Next})
		ok(t, err)
		equal(t, len(rest.Items), 1)
	}
}

func allSessions(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	w.tenant(t)
	user := o.member(t)
	found, err := o.db.Sessions().ListAll(t.Context(), o.Organization.ID, ordered("createdAt"))
	ok(t, err)
	equal(t, found.Total, 2)
	for _, owned := range found.Items {
		want := account.OwnedSession{Session: o.admin.session, Email: o.admin.Email}
		if owned.User == user.ID {
			want = account.OwnedSession{Session: user.session, Email: user.Email}
		}
		equal(t, owned, want)
	}
	ok(t, o.db.Sessions().End(t.Context(), o.admin.actor, user.ID, user.session.ID))
	found, err = o.db.Sessions().ListAll(t.Context(), o.Organization.ID, ordered("lastUsedAt"))
	ok(t, err)
	equal(t, found.Total, 1)
}

func usersOfConnection(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	w.tenant(t)
	mine, theirs, connection := o.project(t), o.project(t), o.connection(t)
	architect, contributor, reader, stranger := o.member(t), o.member(t), o.member(t), o.member(t)
	runner := o.member(t)
	o.grant(t, architect.ID, account.ProjectGrant{Project: mine.ID, Role: account.ProjectArchitect})
	o.grant(t, contributor.ID, account.ProjectGrant{Project: mine.ID, Role: account.ProjectContributor})
	o.grant(t, reader.ID, account.ProjectGrant{Project: mine.ID, Role: account.ProjectMember})
	o.grant(t, stranger.ID, account.ProjectGrant{Project: theirs.ID, Role: account.ProjectAdministrator})
	access := func() map[ids.User]project.ConnectionAccess {
		t.Helper()
		found, err := o.db.Connections().Users(t.Context(), o.Organization.ID, connection.ID, ordered("email"))
		ok(t, err)
		all := map[ids.User]project.ConnectionAccess{}
		for _, user := range found.Items {
			all[user.User.ID] = user.Access
		}
		return all
	}
	equal(t, access(), map[ids.User]project.ConnectionAccess{o.admin.ID: project.ManageConnection})
	draft := newEnvironment(mine.ID)
	draft.Settings.Connection = connection.ID
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft) // lets the project use it
	ok(t, err)
	ok(t, o.db.Roles().SetEnvironment(t.Context(), o.admin.actor, runner.ID,
		account.EnvironmentRoleGrant{Environment: environment.ID, Role: account.EnvironmentAdministrator}))
	equal(t, access(), map[ids.User]project.ConnectionAccess{
		o.admin.ID: project.ManageConnection, architect.ID: project.ChooseConnection, runner.ID: project.RunConnection,
	})
	workspace := newWorkspace(mine.ID)
	workspace.Settings.Connection = connection.ID
	_, err = o.db.Workspaces().Create(t.Context(), o.admin.actor, workspace)
	ok(t, err)
	equal(t, access()[contributor.ID], project.EditConnection)
	ok(t, o.change(t.Context(), architect.ID, func(u *account.User) { u.Status = account.UserDisabled }))
	equal(t, access(), map[ids.User]project.ConnectionAccess{
		o.admin.ID: project.ManageConnection, contributor.ID: project.EditConnection, runner.ID: project.RunConnection,
	})
	byDefault, err := o.db.Connections().Users(t.Context(), o.Organization.ID, o.Connection.ID, page.Request{OrderBy: "id", Limit: 2})
	ok(t, err)
	equal(t, byDefault.Total, 3) // the administrator, the stranger, and the contributor, whose project has a workspace without a connection
}
