package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// Role words are accepted in any case, with the level or without, with spaces, and short.
func TestRoleWords(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		project := platform.NewProject(token, "Orders")
		environment := platform.NewEnvironment(token, project, "Production")
		user := platform.NewPerson(token, "ada@example.com", "Organization Member")
		path := "/api/v2/userRoles/" + user.ID
		for _, level := range []struct {
			path, field string
			words       map[string]string
		}{
			{"/organizationRole", "organizationRole", map[string]string{
				"admin": "organizationAdministrator", "ADMIN": "organizationAdministrator", "Organization Administrator": "organizationAdministrator",
				"organization admin": "organizationAdministrator", "organizationadmin": "organizationAdministrator",
				"Organization Contributor": "organizationContributor", "CONTRIBUTOR": "organizationContributor", " member ": "organizationMember",
			}},
			{"/projects/" + project, "projectRole", map[string]string{
				"Project Architect": "projectArchitect", "architect": "projectArchitect", "PROJECTARCHITECT": "projectArchitect",
				"admin": "projectAdministrator", "Project Admin": "projectAdministrator", "Project  Member": "projectMember",
				"projectContributor": "projectContributor",
			}},
			{"/environments/" + environment, "environmentRole", map[string]string{
				"Environment Reader": "environmentReader", "Reader": "environmentReader", "admin": "environmentAdministrator",
				"ENVIRONMENT ADMINISTRATOR": "environmentAdministrator",
			}},
		} {
			for word, want := range level.words {
				for _, field := range []string{level.field, "role"} {
					if got := platform.Put(token, path+level.path, object{field: word}).Want(http.StatusOK).Field(level.field); got != want {
						t.Errorf("%s %q is %s, want %s", field, word, got, want)
					}
				}
			}
			wantFault(t, platform.Put(token, path+level.path, object{"role": "owner"}), http.StatusBadRequest, "owner", "Administrator")
		}
		made := platform.Post(token, "/api/v1/users", object{"email": "b@example.com", "password": "a long password", "organizationRole": "Admin"})
		if got := made.Want(http.StatusCreated).Field("organizationRole"); got != "organizationAdministrator" {
			t.Errorf("a new user is %s", got)
		}
	})
}

// gitRepoURL is another name of gitRepo.
func TestProjectRepositoryUnderBothNames(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		const first, second = "https://git.example.com/first.git", "https://git.example.com/second.git"
		for _, body := range []object{{"gitRepoURL": first}, {"gitRepo": first}, {"gitRepo": first, "gitRepoURL": first}, {"gitRepo": "", "gitRepoURL": first}} {
			body["name"], body["platformKind"] = "Orders", "duckdb"
			made := platform.Post(token, projectsPath, body).Want(http.StatusCreated)
			if got := made.Field("gitRepo"); got != first {
				t.Errorf("%v: gitRepo is %q", body, got)
			}
			path := projectsPath + "/" + made.Field("id")
			if got := platform.Patch(token, path, object{"gitRepoURL": second}).Want(http.StatusOK).Field("gitRepo"); got != second {
				t.Errorf("after the change gitRepo is %q", got)
			}
			wantFault(t, platform.Patch(token, path, object{"gitRepo": first, "gitRepoURL": second}), http.StatusBadRequest, "two different values for gitRepo")
			var cleared object
			platform.Patch(token, path, object{"gitRepoURL": nil}).Want(http.StatusOK).JSON(&cleared)
			if cleared["gitRepo"] != nil {
				t.Errorf("null leaves %v", cleared["gitRepo"])
			}
		}
		wantFault(t, platform.Post(token, projectsPath, object{"name": "Both", "platformKind": "duckdb", "gitRepo": first, "gitRepoURL": second}),
			http.StatusBadRequest, "two different values for gitRepo")
	})
}

// limit=0 is the same as no limit, and cursor another name of startingFrom, in every list.
func TestListsWithoutLimitAndWithCursor(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	project := platform.NewProject(token, "Orders")
	for _, name := range []string{"A", "B", "C"} {
		platform.NewEnvironment(token, project, name)
	}
	var whole struct {
		Data  []map[string]any
		Limit *int
		Next  *string
		Total int
	}
	platform.Get(token, environmentsPath+"?limit=0").Want(http.StatusOK).JSON(&whole)
	if len(whole.Data) != 3 || whole.Limit != nil || whole.Next != nil || whole.Total != 3 {
		t.Errorf("limit=0: %+v", whole)
	}
	var names []any
	for next := ""; ; {
		page := whole
		platform.Get(token, environmentsPath+"?limit=1"+next).Want(http.StatusOK).JSON(&page)
		names = append(names, page.Data[0]["name"])
		if page.Next == nil || len(names) > 3 {
			break
		}
		next = "&cursor=" + *page.Next
	}
	if asJSON(t, names) != `["A","B","C"]` {
		t.Errorf("pages by cursor have %v", names)
	}
}
