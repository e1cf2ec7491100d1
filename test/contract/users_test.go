package contract_test

import (
	"net/http"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

// caller sends requests: without a token, or as a user with one role.
type caller struct {
	apptest.Person

	name                                           string // name of the column in the golden table
	organizationRole, projectRole, environmentRole string // on the wire; empty for none
}

// roles lists the users of the test, from the weakest to the strongest role of each level.
func roles() []caller {
	return []caller{
		{name: "org member", organizationRole: account.OrganizationMember.Wire()},
		{name: "org contributor", organizationRole: account.OrganizationContributor.Wire()},
		{name: "org admin", organizationRole: account.OrganizationAdministrator.Wire()},
		{name: "project member", projectRole: account.ProjectMember.Wire()},
		{name: "project contributor", projectRole: account.ProjectContributor.Wire()},
		{name: "project architect", projectRole: account.ProjectArchitect.Wire()},
		{name: "project admin", projectRole: account.ProjectAdministrator.Wire()},
		{name: "env reader", environmentRole: account.EnvironmentReader.Wire()},
		{name: "env admin", environmentRole: account.EnvironmentAdministrator.Wire()},
	}
}

// createUsers creates a user for every role. Users with a role in a project or an environment are members of the
// organization.
func (w *apiFixture) createUsers() {
	w.t.Helper()
	for _, who := range roles() {
		role := who.organizationRole
		if role == "" {
			role = account.OrganizationMember.Wire()
		}
		who.Person = w.NewPerson(w.admin.Token, w.freshText()+"@example.com", role)
		w.people = append(w.people, &who)
		w.grant(&who, w.names.project, w.names.environment)
	}
}

// grantAll grants every user their role in a new object.
func (w *apiFixture) grantAll(project, environment string) {
	w.t.Helper()
	for _, who := range w.people {
		w.grant(who, project, environment)
	}
}

func (w *apiFixture) grant(who *caller, project, environment string) {
	w.t.Helper()
	path := "/api/v2/userRoles/" + who.ID
	if who.projectRole != "" && project != "" {
		w.Put(w.admin.Token, path+"/projects/"+project, object{"projectRole": who.projectRole}).Want(http.StatusOK)
	}
	if who.environmentRole != "" && environment != "" {
		w.Put(w.admin.Token, path+"/environments/"+environment, object{"environmentRole": who.environmentRole}).Want(http.StatusOK)
	}
}

// callers returns all callers: without a token, with a bad token, the administrator of another organization, and every
// role.
func (w *apiFixture) callers() []*caller {
	w.t.Helper()
	_, outsider := w.NewOrganization("Rival", "boss@rival.example")
	w.outsider = &caller{name: "outsider", Person: outsider}
	return append([]*caller{
		{name: "nobody", Person: apptest.Person{ID: w.admin.ID, Email: w.admin.Email, Password: w.admin.Password}},
		{name: "bad token", Person: apptest.Person{
			ID: w.admin.ID, Email: w.admin.Email, Password: w.admin.Password, Token: account.NewSecret(account.TokenPrefix),
		}},
		w.outsider,
	}, w.people...)
}
