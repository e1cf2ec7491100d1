package contract_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
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

// Objects of another organization are not found: the same text as for an unknown id, and lists without them.
func TestAnotherOrganizationSeesNothing(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		_, outsider := w.NewOrganization("Rival", "boss@rival.example")
		cases, absent := operationCases(), w.absent()
		for _, route := range loadDocument(t).Routes {
			if isAboutOwnSignIn(route.Operation.ID) {
				continue
			}
			how := cases[route.Operation.ID]
			there := how.good(w.namesFor(how, w.admin))
			there.Token = outsider.Token
			response := w.Do(there)
			w.wantNothingOfOurs(t, route.Operation.ID, response)
			if response.Status != http.StatusNotFound {
				continue
			}
			nowhere := how.good(absent)
			nowhere.Token = outsider.Token
			if got, want := w.anonymous(response), w.anonymous(w.Do(nowhere)); got != want {
				t.Errorf("%s: of what is there  %s\nof what is not: %s", route.Operation.ID, got, want)
			}
		}
	})
}

// wantNothingOfOurs fails the test if a response to another organization contains something of this one.
func (w *apiFixture) wantNothingOfOurs(t *testing.T, operation string, response apptest.Response) {
	t.Helper()
	if response.Status == http.StatusNotFound {
		return // it contains only the requested id, as the comparison shows
	}
	for _, secret := range []string{w.names.project, w.names.connection, w.names.user, w.names.token, w.organization, w.admin.ID, w.admin.Email} {
		if strings.Contains(string(response.Body), secret) {
			t.Errorf("%s shows %s to another organization: %s", operation, secret, response.Body)
		}
	}
}

// anonymous returns an error without the ids in it.
func (w *apiFixture) anonymous(response apptest.Response) string {
	text := uuidInText.ReplaceAllString(faultText(w.t, response), "ID") // first, because a UUID may contain a number that is an id
	absent := w.absent()
	for _, id := range []string{
		w.names.project, w.names.connection, w.names.user, w.names.token, w.admin.ID,
		absent.workspace, absent.environment, absent.run,
		" " + w.names.workspace + " ", " " + w.names.environment + " ", " " + w.names.run + " ",
	} {
		text = strings.ReplaceAll(text, id, strings.Replace(id, strings.TrimSpace(id), "ID", 1))
	}
	return numberInText.ReplaceAllString(text, "$1 ID")
}

// numberInText matches the name of a numbered object.
var numberInText = regexp.MustCompile(`\b(environment|workspace|run|deployment|job) [0-9]+\b`)
