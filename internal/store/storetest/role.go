package storetest

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

func roleCases() cases {
	return cases{
		"a role is set, replaced and deleted":                roleIsSetReplacedDeleted,
		"the list contains every user":                       roleListHasEveryUser,
		"roles are deleted with their environment":           environmentTakesRoles,
		"roles are deleted with their project":               projectTakesRoles,
		"roles are deleted with their user":                  userTakesRoles,
		"roles of unknown objects are rejected":              roleOfNothing,
		"roles do not cross organizations":                   roleIsOfOneOrganization,
		"the creator administers a new project":              makerRunsProject,
		"equal numbers in two organizations are independent": roleNumbersAreApart,
	}
}

// grant sets a role as the server itself, so that the administrator's own roles can be set, too.
func (o *tenant) grant(t *testing.T, user ids.User, grant account.ProjectGrant) {
	t.Helper()
	ok(t, o.db.Roles().SetProject(t.Context(), account.Actor{Organization: o.Organization.ID}, user, grant))
}

func (o *tenant) grantEnvironment(t *testing.T, user ids.User, grant account.EnvironmentRoleGrant) {
	t.Helper()
	ok(t, o.db.Roles().SetEnvironment(t.Context(), account.Actor{Organization: o.Organization.ID}, user, grant))
}

// roles checks all roles of a user.
func (o *tenant) roles(t *testing.T, want account.Roles) {
	t.Helper()
	slices.SortFunc(want.Projects, func(a, b account.ProjectGrant) int { return compareText(a.Project, b.Project) })
	found, err := o.db.Roles().Find(t.Context(), o.Organization.ID, want.User)
	ok(t, err)
	equal(t, found, want)
}

func roleIsSetReplacedDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, first, second := o.member(t), o.project(t), o.project(t)
	development, production := o.environment(t, first.ID), o.environment(t, first.ID)
	want := account.Roles{User: user.ID, Organization: account.OrganizationMember}
	o.roles(t, want)

	o.grant(t, user.ID, account.ProjectGrant{Project: first.ID, Role: account.ProjectMember})
	o.grant(t, user.ID, account.ProjectGrant{Project: second.ID, Role: account.ProjectContributor})
	o.grant(t, user.ID, account.ProjectGrant{Project: first.ID, Role: account.ProjectArchitect})
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: production.ID, Role: account.EnvironmentReader})
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: development.ID, Role: account.EnvironmentReader})
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: production.ID, Role: account.EnvironmentAdministrator})
	want.Projects = []account.ProjectGrant{
		{Project: first.ID, Role: account.ProjectArchitect}, {Project: second.ID, Role: account.ProjectContributor},
	}
	want.Environments = []account.EnvironmentRoleGrant{
		{Environment: development.ID, Role: account.EnvironmentReader},
		{Environment: production.ID, Role: account.EnvironmentAdministrator},
	}
	o.roles(t, want)

	by, roles := o.admin.actor, o.db.Roles()
	for range 2 { // deleting a missing role succeeds
		ok(t, roles.DeleteProject(t.Context(), by, user.ID, second.ID))
		ok(t, roles.DeleteEnvironment(t.Context(), by, user.ID, development.ID))
	}
	want.Projects = []account.ProjectGrant{{Project: first.ID, Role: account.ProjectArchitect}}
	want.Environments = want.Environments[1:]
	o.roles(t, want)
}

func roleListHasEveryUser(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	p := o.project(t)
	environment := o.environment(t, p.ID)
	user, bystander := o.member(t), o.person(t, account.OrganizationContributor)
	o.grant(t, user.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectMember})
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: environment.ID, Role: account.EnvironmentReader})

	listed, err := o.db.Roles().List(t.Context(), o.Organization.ID, ordered("id"))
	ok(t, err)
	equal(t, listed.Total, 3)
	var want []account.Roles
	for _, id := range []ids.User{o.admin.ID, user.ID, bystander.ID} {
		roles, err := o.db.Roles().Find(t.Context(), o.Organization.ID, id)
		ok(t, err)
		want = append(want, roles)
	}
	slices.SortFunc(want, func(a, b account.Roles) int { return compareText(a.User, b.User) })
	equal(t, listed.Items, want)
}

func environmentTakesRoles(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, p := o.member(t), o.project(t)
	gone, kept := o.environment(t, p.ID), o.environment(t, p.ID)
	for _, environment := range []ids.Environment{gone.ID, kept.ID} {
		o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: environment, Role: account.EnvironmentReader})
	}
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, gone.ID))
	o.roles(t, account.Roles{
		User: user.ID, Organization: account.OrganizationMember,
		Environments: []account.EnvironmentRoleGrant{{Environment: kept.ID, Role: account.EnvironmentReader}},
	})
}

func projectTakesRoles(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, gone, kept := o.member(t), o.project(t), o.project(t)
	for _, p := range []ids.Project{gone.ID, kept.ID} {
		o.grant(t, user.ID, account.ProjectGrant{Project: p, Role: account.ProjectMember})
	}
	ok(t, o.db.Projects().Delete(t.Context(), o.admin.actor, gone.ID))
	o.roles(t, account.Roles{
		User: user.ID, Organization: account.OrganizationMember,
		Projects: []account.ProjectGrant{{Project: kept.ID, Role: account.ProjectMember}},
	})
}

func userTakesRoles(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	user, p := o.member(t), o.project(t)
	o.grant(t, user.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectMember})
	ok(t, o.change(t.Context(), user.ID, remove))
	refused(t, o.db.Roles().SetProject(t.Context(), o.admin.actor, user.ID,
		account.ProjectGrant{Project: p.ID, Role: account.ProjectMember}), fault.NotFound, "user")
	refused(t, o.db.Roles().DeleteProject(t.Context(), o.admin.actor, user.ID, p.ID), fault.NotFound, "user")
}

func roleOfNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	by, roles := o.admin.actor, o.db.Roles()
	user, p := o.member(t), o.project(t)
	environment := o.environment(t, p.ID)
	refused(t, roles.SetProject(t.Context(), by, "nobody", account.ProjectGrant{Project: p.ID, Role: account.ProjectMember}),
		fault.NotFound, "user nobody")
	refused(t, roles.SetProject(t.Context(), by, user.ID, account.ProjectGrant{Project: "nothing", Role: account.ProjectMember}),
		fault.NotFound, "project nothing")
	refused(t, roles.SetEnvironment(t.Context(), by, "nobody",
		account.EnvironmentRoleGrant{Environment: environment.ID, Role: account.EnvironmentReader}), fault.NotFound, "user nobody")
	refused(t, roles.SetEnvironment(t.Context(), by, user.ID,
		account.EnvironmentRoleGrant{Environment: 999, Role: account.EnvironmentReader}), fault.NotFound, "environment 999")
	refused(t, roles.DeleteEnvironment(t.Context(), by, "nobody", environment.ID), fault.NotFound, "user nobody")
	o.roles(t, account.Roles{User: user.ID, Organization: account.OrganizationMember})
}

// roleIsOfOneOrganization tries the three ways in which a role could cross organizations: a user, a project and an
// environment of another organization.
func roleIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	theirs := other.project(t)
	var far ids.Environment // a number that does not exist in the own organization
	for range 3 {
		far = other.environment(t, theirs.ID).ID
	}
	by, roles := o.admin.actor, o.db.Roles()
	user, p := o.member(t), o.project(t)
	refused(t, roles.SetProject(t.Context(), by, other.admin.ID, account.ProjectGrant{Project: p.ID, Role: account.ProjectMember}),
		fault.NotFound, "user")
	refused(t, roles.SetProject(t.Context(), by, user.ID, account.ProjectGrant{Project: theirs.ID, Role: account.ProjectMember}),
		fault.NotFound, "project")
	refused(t, roles.SetEnvironment(t.Context(), by, user.ID,
		account.EnvironmentRoleGrant{Environment: far, Role: account.EnvironmentReader}), fault.NotFound, "environment")
	_, err := roles.Find(t.Context(), other.Organization.ID, user.ID)
	refused(t, err, fault.NotFound)
	o.roles(t, account.Roles{User: user.ID, Organization: account.OrganizationMember})
}

func makerRunsProject(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	maker := o.person(t, account.OrganizationContributor)
	p := o.projectBy(t, maker)
	o.roles(t, account.Roles{
		User: maker.ID, Organization: account.OrganizationContributor,
		Projects: []account.ProjectGrant{{Project: p.ID, Role: account.ProjectAdministrator}},
	})
}

// roleNumbersAreApart sets a role in an environment that has the same number in another organization.
func roleNumbersAreApart(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	here, there := o.environment(t, o.project(t).ID), other.environment(t, other.project(t).ID)
	equal(t, here.ID, there.ID)
	user, stranger := o.member(t), other.member(t)
	o.grantEnvironment(t, user.ID, account.EnvironmentRoleGrant{Environment: here.ID, Role: account.EnvironmentReader})
	other.grantEnvironment(t, stranger.ID, account.EnvironmentRoleGrant{Environment: there.ID, Role: account.EnvironmentReader})

	ok(t, other.db.Environments().Delete(t.Context(), other.admin.actor, there.ID))
	other.roles(t, account.Roles{User: stranger.ID, Organization: account.OrganizationMember})
	o.roles(t, account.Roles{
		User: user.ID, Organization: account.OrganizationMember,
		Environments: []account.EnvironmentRoleGrant{{Environment: here.ID, Role: account.EnvironmentReader}},
	})
}
