package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func visibleCases() cases {
	all := cases{}
	for name, look := range viewers() {
		all[name] = func(t *testing.T, w suiteContext) {
			l := newVisibilityFixture(t, w)
			who, wants := look(t, l)
			l.seen(t, who, wants)
		}
	}
	all["a role that is taken away takes the visibleIDs along"] = sightGoesWithRole
	return all
}

// visibilityFixture is an organization with two projects with a workspace each, three environments, and a run of each of those
// and of one deleted environment.
type visibilityFixture struct {
	*tenant

	elsewhere *tenant
	projects  [2]project.Project
	// development and production belong to the first project, lonely to the second.
	development, production, lonely project.Environment
	workspaces                      [2]project.Workspace
	runs                            map[ids.Environment]ids.Run // by what they are of; 0 is what is gone
}

func newVisibilityFixture(t *testing.T, w suiteContext) *visibilityFixture {
	t.Helper()
	l := &visibilityFixture{tenant: w.tenant(t), elsewhere: w.tenant(t), runs: map[ids.Environment]ids.Run{}}
	for i := range l.projects {
		l.projects[i] = l.project(t)
		l.workspaces[i] = l.workspacesOf(t, l.projects[i])[0]
	}
	l.development, l.production = l.environment(t, l.projects[0].ID), l.environment(t, l.projects[0].ID)
	l.lonely = l.environment(t, l.projects[1].ID)
	gone := l.environment(t, l.projects[0].ID)
	l.runs[0] = l.run(t, gone.ID, run.Completed).ID
	ok(t, l.db.Environments().Delete(t.Context(), l.admin.actor, gone.ID))
	for _, target := range []ids.Environment{
		l.development.ID, l.production.ID, l.lonely.ID, ids.Environment(l.workspaces[0].ID), ids.Environment(l.workspaces[1].ID),
	} {
		l.runs[target] = l.run(t, target, run.Completed).ID
	}
	return l
}

// visibleIDs is what a user can see.
type visibleIDs struct {
	Projects     []ids.Project
	Environments []ids.Environment
	Workspaces   []ids.Workspace
	Runs         []ids.Run // ordered by number
}

// firstProject returns what users with a role in the first project see.
func (l *visibilityFixture) firstProject() visibleIDs {
	return visibleIDs{
		Projects: []ids.Project{l.projects[0].ID}, Environments: []ids.Environment{l.development.ID, l.production.ID},
		Workspaces: []ids.Workspace{l.workspaces[0].ID},
		Runs:       []ids.Run{l.runs[l.development.ID], l.runs[l.production.ID], l.runs[ids.Environment(l.workspaces[0].ID)]},
	}
}

// oneEnvironment returns what users with a role in production alone see.
func (l *visibilityFixture) oneEnvironment() visibleIDs {
	return visibleIDs{
		Projects: []ids.Project{l.projects[0].ID}, Environments: []ids.Environment{l.production.ID},
		Runs: []ids.Run{l.runs[l.production.ID]},
	}
}

func (l *visibilityFixture) everything() visibleIDs {
	return visibleIDs{
		Projects:     []ids.Project{l.projects[0].ID, l.projects[1].ID},
		Environments: []ids.Environment{l.development.ID, l.production.ID, l.lonely.ID},
		Workspaces:   []ids.Workspace{l.workspaces[0].ID, l.workspaces[1].ID},
		Runs: []ids.Run{
			l.runs[0], l.runs[l.development.ID], l.runs[l.production.ID], l.runs[l.lonely.ID],
			l.runs[ids.Environment(l.workspaces[0].ID)], l.runs[ids.Environment(l.workspaces[1].ID)],
		},
	}
}

// viewers lists users with what each can see.
func viewers() map[string]func(*testing.T, *visibilityFixture) (account.Actor, visibleIDs) {
	all := map[string]func(*testing.T, *visibilityFixture) (account.Actor, visibleIDs){
		"an administrator sees everything": func(_ *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			return l.admin.actor, l.everything()
		},
		"a member without roles sees nothing": func(t *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			return l.member(t).actor, visibleIDs{}
		},
		"a contributor without roles sees nothing": func(t *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			return l.person(t, account.OrganizationContributor).actor, visibleIDs{}
		},
		"an administrator of another organization sees nothing": func(_ *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			return l.elsewhere.admin.actor, visibleIDs{}
		},
		"roles of both levels add up": func(t *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			user := l.member(t)
			l.grant(t, user.ID, account.ProjectGrant{Project: l.projects[0].ID, Role: account.ProjectMember})
			l.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: l.lonely.ID, Role: account.EnvironmentReader})
			sees := l.firstProject()
			sees.Projects = append(sees.Projects, l.projects[1].ID)
			sees.Environments = append(sees.Environments, l.lonely.ID)
			sees.Runs = []ids.Run{sees.Runs[0], sees.Runs[1], l.runs[l.lonely.ID], sees.Runs[2]}
			return user.actor, sees
		},
	}
	for _, role := range account.ProjectRoles() {
		all["a "+role.Wire()+" sees the project"] = func(t *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			user := l.member(t)
			l.grant(t, user.ID, account.ProjectGrant{Project: l.projects[0].ID, Role: role})
			return user.actor, l.firstProject()
		}
	}
	for _, role := range account.EnvironmentRoles() {
		all["an "+role.Wire()+" sees the environment"] = func(t *testing.T, l *visibilityFixture) (account.Actor, visibleIDs) {
			user := l.member(t)
			l.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: l.production.ID, Role: role})
			return user.actor, l.oneEnvironment()
		}
	}
	return all
}

// seen checks what an actor sees in every list, and that Find of single runs agrees with it.
func (l *visibilityFixture) seen(t *testing.T, who account.Actor, want visibleIDs) {
	t.Helper()
	sees := who.Sees()
	projects, err := l.db.Projects().List(t.Context(), sees, ordered("id"))
	ok(t, err)
	environments, err := l.db.Environments().List(t.Context(), project.EnvironmentQuery{Sees: sees, Page: ordered("id")})
	ok(t, err)
	workspaces, err := l.db.Workspaces().List(t.Context(), project.WorkspaceQuery{Sees: sees, Page: ordered("id")})
	ok(t, err)
	var got visibleIDs
	for _, p := range projects.Items {
		got.Projects = append(got.Projects, p.ID)
	}
	for _, environment := range environments.Items {
		got.Environments = append(got.Environments, environment.ID)
	}
	for _, workspace := range workspaces.Items {
		got.Workspaces = append(got.Workspaces, workspace.ID)
	}
	for number := ids.Run(1); int(number) <= len(l.runs); number++ {
		if _, err := l.db.Runs().Find(t.Context(), sees, number); err == nil {
			got.Runs = append(got.Runs, number)
		} else {
			refused(t, err, fault.NotFound)
		}
	}
	sortText(want.Projects)
	equal(t, got, want)
	newest, found, err := l.db.Runs().Newest(t.Context(), sees)
	ok(t, err)
	equal(t, found, len(want.Runs) > 0)
	if found {
		equal(t, newest.ID, want.Runs[len(want.Runs)-1])
	}
}

func sightGoesWithRole(t *testing.T, w suiteContext) {
	l := newVisibilityFixture(t, w)
	user := l.member(t)
	l.grant(t, user.ID, account.ProjectGrant{Project: l.projects[0].ID, Role: account.ProjectMember})
	l.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: l.production.ID, Role: account.EnvironmentReader})
	l.seen(t, user.actor, l.firstProject())
	ok(t, l.db.Roles().DeleteProject(t.Context(), l.admin.actor, user.ID, l.projects[0].ID))
	l.seen(t, user.actor, l.oneEnvironment())
	ok(t, l.db.Roles().DeleteEnvironment(t.Context(), l.admin.actor, user.ID, l.production.ID))
	l.seen(t, user.actor, visibleIDs{})
}
