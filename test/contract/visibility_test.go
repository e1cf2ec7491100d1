package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
)

// An administrator of the organization sees all environments, a user with a role in a project those of the project, a
// user with a role in an environment that one, any other user none.
func TestVisibleEnvironments(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		w.createUsers()
		here := w.names.environment
		beside := w.NewEnvironment(w.admin.Token, w.names.project, "Beside")
		elsewhere := w.NewEnvironment(w.admin.Token, w.NewProject(w.admin.Token, "Costs"), "Elsewhere")
		for _, who := range w.callers() {
			var want []string
			switch {
			case who.organizationRole == account.OrganizationAdministrator.Wire():
				want = []string{here, beside, elsewhere}
			case who.projectRole != "":
				want = []string{here, beside}
			case who.environmentRole != "":
				want = []string{here}
			case who.name == "nobody", who.name == "bad token":
				wantFault(t, w.Get(who.Token, environmentsPath), http.StatusUnauthorized)
				continue
			}
			for _, query := range []string{"", "?detail=true", "?limit=100", "?orderBy=name"} {
				_, seen := list(w.Platform, who.Token, query)
				wantSame(t, who.name+" sees with "+query, slices.Sorted(slices.Values(idsOf(seen))), slices.Sorted(slices.Values(want)))
			}
			w.wantEachVisible(t, who, want, []string{here, beside, elsewhere})
		}
	})
}

// wantEachVisible checks that a GET finds each element of the list, and none of the other environments.
func (w *apiFixture) wantEachVisible(t *testing.T, who *caller, visible, all []string) {
	t.Helper()
	for _, id := range all {
		response := w.Get(who.Token, environmentsPath+"/"+id)
		if slices.Contains(visible, id) {
			response.Want(http.StatusOK)
			continue
		}
		wantFault(t, response, http.StatusNotFound, "environment "+id+" was not found")
	}
}

// A granted or revoked role takes effect at once, on every server, whatever was cached before.
func TestRoleChangesTakeEffectAtOnce(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		admin := d.first().AdminToken()
		dataFolderID := d.first().NewProject(admin, "Orders")
		d.first().NewEnvironment(admin, dataFolderID, "Production")
		user := d.first().NewPerson(admin, "ada@example.com", "member")
		role := "/api/v2/userRoles/" + user.ID
		sees := func(n int) {
			t.Helper()
			for _, server := range d {
				if _, environments := list(server, user.Token, ""); len(environments) != n {
					t.Errorf("sees %d environments, want %d", len(environments), n)
				}
			}
		}
		sees(0)
		d.first().Put(admin, role+"/projects/"+dataFolderID, object{"projectRole": "member"}).Want(http.StatusOK)
		sees(1)
		d.first().Delete(admin, role+"/projects/"+dataFolderID).Want(http.StatusNoContent)
		sees(0)
		d.first().Put(admin, role+"/organizationRole", object{"role": "administrator"}).Want(http.StatusOK)
		sees(1)
		d.first().Put(admin, role+"/organizationRole", object{"role": "member"}).Want(http.StatusOK)
		sees(0)
	})
}
