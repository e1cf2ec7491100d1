package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

func listCases() cases {
	return cases{
		"users in every order":        usersInEveryOrder,
		"roles in every order":        rolesInEveryOrder,
		"tokens in every order":       tokensInEveryOrder,
		"connections in every order":  connectionsInEveryOrder,
		"projects in every order":     projectsInEveryOrder,
		"workspaces in every order":   workspacesInEveryOrder,
		"environments in every order": environmentsInEveryOrder,
	}
}

// names returns texts that databases tend to order differently. Some are equal, so that the id decides.
func names() []string {
	return []string{"b", "a", "B", "", "ä", "a", "Z", "10", "2", "_", " a", "Ωδ", "a", "É"}
}

// moments returns times of creation. Some are equal, one is before 1970.
func moments(i int) time.Time {
	return []time.Time{noon(), noon().Add(time.Millisecond), noon().AddDate(-100, 0, 0), noon()}[i%4]
}

func (o *tenant) userListing() listing[account.User] {
	return listing[account.User]{
		fields: account.UserOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[account.User], error) {
			return o.db.Users().List(ctx, o.Organization.ID, request)
		},
		compare: map[string]func(a, b account.User) int{
			"id":        by(func(u account.User) ids.User { return u.ID }),
			"email":     by(func(u account.User) string { return u.Email }),
			"firstName": by(func(u account.User) string { return u.FirstName }),
			"lastName":  by(func(u account.User) string { return u.LastName }),
			"status":    by(func(u account.User) account.UserStatus { return u.Status }),
		},
	}
}

func (o *tenant) manyUsers(t *testing.T) []account.User {
	t.Helper()
	all := []account.User{o.admin.User}
	for i, name := range names() {
		user := newUser(o.Organization.ID, account.OrganizationMember)
		user.FirstName, user.LastName = name, names()[len(names())-1-i]
		if i%3 == 0 {
			user.Status = account.UserDisabled
		}
		ok(t, o.db.Users().Create(t.Context(), o.admin.actor, user))
		all = append(all, user)
	}
	return all
}

func usersInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	all := o.manyUsers(t)
	ok(t, o.change(t.Context(), all[len(all)-1].ID, remove)) // is in no list
	o.userListing().check(t, all[:len(all)-1])
}

func rolesInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	var all []account.Roles
	for i, user := range o.manyUsers(t) {
		if i%2 == 0 {
			o.grant(t, user.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectMember})
		}
		roles, err := o.db.Roles().Find(t.Context(), o.Organization.ID, user.ID)
		ok(t, err)
		all = append(all, roles)
	}
	listing[account.Roles]{
		fields: account.RoleOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[account.Roles], error) {
			return o.db.Roles().List(ctx, o.Organization.ID, request)
		},
		compare: map[string]func(a, b account.Roles) int{"id": by(func(r account.Roles) ids.User { return r.User })},
	}.check(t, all)
}

func tokensInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	owner := newUser(o.Organization.ID, account.OrganizationMember)
	ok(t, o.db.Users().Create(t.Context(), o.admin.actor, owner))
	var all []account.Token
	for i, name := range names() {
		token := o.newToken(owner)
		token.Name, token.CreatedAt = name, moments(i)
		ok(t, o.db.Tokens().Create(t.Context(), o.admin.actor, token, 0))
		all = append(all, token)
	}
	listing[account.Token]{
		fields: account.TokenOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[account.Token], error) {
			return o.db.Tokens().List(ctx, o.Organization.ID, owner.ID, request)
		},
		compare: map[string]func(a, b account.Token) int{
			"id":        by(func(k account.Token) ids.Token { return k.ID }),
			"name":      by(func(k account.Token) string { return k.Name }),
			"createdAt": by(func(k account.Token) int64 { return k.CreatedAt.UnixMilli() }),
		},
	}.check(t, all)
}

func connectionsInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	all := []project.Connection{o.Connection}
	for i, name := range names() {
		connection := o.newConnection()
		connection.Name, connection.CreatedAt = name, moments(i)
		if i%2 == 0 {
			connection.Platform = project.DuckDB
		}
		ok(t, o.db.Connections().Create(t.Context(), o.admin.actor, connection))
		all = append(all, connection)
	}
	listing[project.Connection]{ //nolint:dupl // projects have the same fields
		fields: project.ConnectionOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[project.Connection], error) {
			return o.db.Connections().List(ctx, o.sees(), request)
		},
		compare: map[string]func(a, b project.Connection) int{
			"id":           by(func(c project.Connection) ids.Connection { return c.ID }),
			"name":         by(func(c project.Connection) string { return c.Name }),
			"platformKind": by(func(c project.Connection) project.PlatformKind { return c.Platform }),
			"createdAt":    by(func(c project.Connection) int64 { return c.CreatedAt.UnixMilli() }),
		},
	}.check(t, all)
}

func projectsInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	var all []project.Project
	for i, name := range names() {
		p := o.newProject()
		p.Name, p.CreatedAt = name, moments(i)
		p.Platform = []project.PlatformKind{project.Trino, project.DuckDB, project.Snowflake}[i%3]
		ok(t, o.db.Projects().Create(t.Context(), o.admin.actor, p, newWorkspace(p.ID)))
		all = append(all, p)
	}
	listing[project.Project]{ //nolint:dupl // connections have the same fields
		fields: project.ProjectOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[project.Project], error) {
			return o.db.Projects().List(ctx, o.sees(), request)
		},
		compare: map[string]func(a, b project.Project) int{
			"id":           by(func(p project.Project) ids.Project { return p.ID }),
			"name":         by(func(p project.Project) string { return p.Name }),
			"platformKind": by(func(p project.Project) project.PlatformKind { return p.Platform }),
			"createdAt":    by(func(p project.Project) int64 { return p.CreatedAt.UnixMilli() }),
		},
	}.check(t, all)
}

func workspacesInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	first, second := o.project(t), o.project(t)
	all := append(o.workspacesOf(t, first), o.workspacesOf(t, second)...)
	for i, name := range names() { // more than nine, to notification the order of numbers from that of text
		draft := newWorkspace([]ids.Project{first.ID, second.ID}[i%2])
		draft.Name = name
		workspace, err := o.db.Workspaces().Create(t.Context(), o.admin.actor, draft)
		ok(t, err)
		all = append(all, workspace)
	}
	listing[project.Workspace]{
		fields: project.WorkspaceOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[project.Workspace], error) {
			return o.db.Workspaces().List(ctx, project.WorkspaceQuery{Sees: o.sees(), Page: request})
		},
		compare: map[string]func(a, b project.Workspace) int{
			"id":      by(func(w project.Workspace) ids.Workspace { return w.ID }),
			"name":    by(func(w project.Workspace) string { return w.Name }),
			"project": by(func(w project.Workspace) ids.Project { return w.Project }),
		},
	}.check(t, all)
}

func (o *tenant) environmentListing(sees account.Visibility, p ids.Project) listing[project.Environment] {
	return listing[project.Environment]{
		fields: project.EnvironmentOrder,
		fetch: func(ctx context.Context, request page.Request) (page.Result[project.Environment], error) {
			return o.db.Environments().List(ctx, project.EnvironmentQuery{Sees: sees, Project: p, Page: request})
		},
		compare: map[string]func(a, b project.Environment) int{
			"id":        by(func(e project.Environment) ids.Environment { return e.ID }),
			"name":      by(func(e project.Environment) string { return e.Name }),
			"status":    by(func(e project.Environment) project.Status { return e.Status }),
			"project":   by(func(e project.Environment) ids.Project { return e.Project }),
			"createdAt": by(func(e project.Environment) int64 { return e.CreatedAt.UnixMilli() }),
		},
	}
}

func environmentsInEveryOrder(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	projects := []project.Project{o.project(t), o.project(t)}
	reader := o.member(t)
	o.grant(t, reader.ID, account.ProjectGrant{Project: projects[1].ID, Role: account.ProjectMember})
	statuses := []project.Status{project.Initializing, project.Waiting, project.Deploying, project.FailedDeploy, project.Refreshing}
	var all, ofSecond []project.Environment
	for i, name := range names() {
		draft := newEnvironment(projects[i%2].ID)
		draft.Name, draft.CreatedAt, draft.Status = name, moments(i), statuses[i%len(statuses)]
		environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
		ok(t, err)
		all = append(all, environment)
		if i%2 == 1 {
			ofSecond = append(ofSecond, environment)
		}
	}
	o.environmentListing(o.sees(), "").check(t, all)
	o.environmentListing(o.sees(), projects[1].ID).check(t, ofSecond)
	o.environmentListing(reader.actor.Sees(), "").check(t, ofSecond)
}
