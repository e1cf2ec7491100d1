package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// Roles are accepted in any case, with and without their level, under all their names, and returned in one form.
func TestRolesInAllForms(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		path := "/api/v2/userRoles/" + w.names.user
		organization, inProject, inEnvironment := path+"/organizationRole", path+"/projects/"+w.names.project, path+"/environments/"+w.names.environment
		for _, tt := range []struct {
			path, field, word string
			want              string // empty if it is rejected
		}{
			{organization, "role", "organizationAdministrator", "organizationAdministrator"},
			{organization, "organizationRole", "ORGANIZATIONMEMBER", "organizationMember"},
			{organization, "orgRole", "contributor", "organizationContributor"},
			{organization, "role", "Member", "organizationMember"},
			{organization, "role", "architect", ""},
			{organization, "role", "projectMember", ""},
			{organization, "role", "", ""},
			{inProject, "projectRole", "projectArchitect", "projectArchitect"},
			{inProject, "role", "ADMINISTRATOR", "projectAdministrator"},
			{inProject, "projectRole", "contributor", "projectContributor"},
			{inProject, "projectRole", "projectmember", "projectMember"},
			{inProject, "projectRole", "reader", ""},
			{inEnvironment, "environmentRole", "environmentReader", "environmentReader"},
			{inEnvironment, "role", "Administrator", "environmentAdministrator"},
			{inEnvironment, "environmentRole", "member", ""},
		} {
			response := w.Put(w.admin.Token, tt.path, object{tt.field: tt.word})
			if tt.want == "" {
				wantFault(t, response, http.StatusBadRequest)
				continue
			}
			var roles api.UserRoles
			response.Want(http.StatusOK).JSON(&roles)
			got := map[string]string{organization: string(roles.OrganizationRole), inProject: text(roles.ProjectRole), inEnvironment: text(roles.EnvironmentRole)}[tt.path]
			if got != tt.want || roles.OrgRole != roles.OrganizationRole || roles.UserID != w.names.user {
				t.Errorf("%s %s: %s, want %s", tt.field, tt.word, response.Body, tt.want)
			}
		}
		wantFault(t, w.Put(w.admin.Token, inProject, object{"role": "member", "projectRole": "architect"}), http.StatusBadRequest, "two different roles")
		w.Put(w.admin.Token, inProject, object{"role": "Member", "projectRole": "projectMember"}).Want(http.StatusOK)
		wantFault(t, w.Put(w.admin.Token, inProject, object{}), http.StatusBadRequest, "no role")
	})
}

func text(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

// A scope in the query adds the role in it at the top level. A caller who may not see the scope gets nothing of it.
func TestRolesInScope(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		w.createUsers()
		costs := w.NewProject(w.admin.Token, "Costs")
		secret := w.NewEnvironment(w.admin.Token, costs, "Secret")
		user := "/api/v2/userRoles/" + w.names.user
		w.Put(w.admin.Token, user+"/projects/"+w.names.project, object{"role": "architect"}).Want(http.StatusOK)
		w.Put(w.admin.Token, user+"/environments/"+w.names.environment, object{"role": "reader"}).Want(http.StatusOK)
		w.Put(w.admin.Token, user+"/environments/"+secret, object{"role": "administrator"}).Want(http.StatusOK)
		ask := func(token, query string) api.UserRoles {
			t.Helper()
			var roles api.UserRoles
			w.Get(token, user+query).Want(http.StatusOK).JSON(&roles)
			return roles
		}
		project, environment, elsewhere := "projectID="+w.names.project, "environmentID="+w.names.environment, "environmentID="+secret
		if all := ask(w.admin.Token, ""); len(all.ProjectRoles) != 1 || len(all.EnvironmentRoles) != 2 || all.ProjectRole != nil || all.EnvironmentRole != nil {
			t.Errorf("without a scope: %+v", all)
		}
		if in := ask(w.admin.Token, "?"+project); text(in.ProjectRole) != "projectArchitect" || in.EnvironmentRole != nil {
			t.Errorf("in a project: %+v", in)
		}
		if in := ask(w.admin.Token, "?"+environment); text(in.EnvironmentRole) != "environmentReader" || in.ProjectRole != nil {
			t.Errorf("in an environment: %+v", in)
		}
		if in := ask(w.admin.Token, "?projectID="+costs); in.ProjectRole == nil || *in.ProjectRole != "" {
			t.Errorf("in a project without a role: %+v", in)
		}
		manager := w.person("project admin")
		if in := ask(manager, "?"+project); text(in.ProjectRole) != "projectArchitect" || len(in.EnvironmentRoles) != 0 {
			t.Errorf("an administrator of the project sees %+v", in)
		}
		if in := ask(manager, "?"+project+"&"+environment); text(in.EnvironmentRole) != "environmentReader" {
			t.Errorf("in both: %+v", in)
		}
		// Access to a project does not reveal an environment of another project.
		for _, path := range []string{user, "/api/v2/userRoles"} {
			wantFault(t, w.Get(manager, path+"?"+project+"&"+elsewhere), http.StatusNotFound, "environment "+secret+" was not found")
			wantFault(t, w.Get(manager, path+"?"+elsewhere), http.StatusNotFound)
			wantFault(t, w.Get(w.person("env admin"), path+"?"+project+"&"+environment), http.StatusForbidden)
			wantFault(t, w.Get(manager, path), http.StatusForbidden)
		}
	})
}

// person returns the token of the user with this role.
func (w *apiFixture) person(name string) string {
	w.t.Helper()
	for _, who := range w.people {
		if who.name == name {
			return who.Token
		}
	}
	w.t.Fatalf("no user is %s", name)
	return ""
}

// The last administrator cannot be removed, because then no user could restore access.
func TestLastAdministratorCannotBeRemoved(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		me := platform.Me(admin).User.ID
		tries := func(status int) {
			t.Helper()
			wantFault(t, platform.Patch(admin, "/api/v1/users/"+me, object{"status": "disabled"}), status, "last active administrator")
			wantFault(t, platform.Delete(admin, "/api/v1/users/"+me), status, "last active administrator")
			wantFault(t, platform.Put(admin, "/api/v2/userRoles/"+me+"/organizationRole", object{"role": "member"}), status, "last active administrator")
		}
		tries(http.StatusConflict)
		second := platform.NewPerson(admin, "second@example.com", "administrator")
		platform.Patch(admin, "/api/v1/users/"+second.ID, object{"status": "disabled"}).Want(http.StatusOK)
		tries(http.StatusConflict) // a disabled administrator does not count
		platform.Patch(admin, "/api/v1/users/"+second.ID, object{"status": "active"}).Want(http.StatusOK)
		platform.Delete(admin, "/api/v1/users/"+me).Want(http.StatusNoContent)
		wantFault(t, platform.Get(admin, environmentsPath), http.StatusUnauthorized)
	})
}
