package contract_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const projectsPath = "/api/v1/projects"

func TestProjectsWithWorkspaces(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		author := platform.NewPerson(platform.AdminToken(), "ada@example.com", "contributor")
		token := author.Token
		dataFolderID := platform.NewProject(token, "Orders")
		second := platform.Post(token, "/api/v1/workspaces", object{"project": dataFolderID, "name": "second"}).Want(http.StatusCreated).Field("id")
		platform.NewProject(platform.AdminToken(), "Costs")
		read := func(query string) (shown api.Project) {
			t.Helper()
			platform.Get(token, projectsPath+"/"+dataFolderID+query).Want(http.StatusOK).JSON(&shown)
			return shown
		}
		if plain := read(""); plain.Workspaces != nil || plain.Jobs != nil || plain.Name != "Orders" || plain.PlatformKind != api.Duckdb {
			t.Errorf("a project by itself: %+v", plain)
		}
		full := read("?includeWorkspaces=true&includeJobs=true")
		if full.Workspaces == nil || len(*full.Workspaces) != 2 || (*full.Workspaces)[1].ID != second || (*full.Workspaces)[0].Project != dataFolderID {
			t.Errorf("its workspaces: %+v", full.Workspaces)
		}
		if full.Jobs == nil || len(*full.Jobs) != 0 {
			t.Errorf("its jobs: %+v", full.Jobs)
		}
		wantFault(t, platform.Get(token, projectsPath+"/"+dataFolderID+"?includeWorkspaces=yes"), http.StatusBadRequest)
		var list api.ProjectList
		platform.Get(token, projectsPath+"?includeWorkspaces=true").Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 1 || len(*list.Data[0].Workspaces) != 2 {
			t.Errorf("who made one project sees %+v", list.Data)
		}
	})
}

// The user who creates a project administers it: changes it, and deletes it when nothing runs in it any more.
func TestProjectCreatorIsAdministrator(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.NewPerson(platform.AdminToken(), "ada@example.com", "contributor").Token
		dataFolderID := platform.NewProject(token, "Orders")
		second := platform.Post(token, "/api/v1/workspaces", object{"project": dataFolderID, "name": "second"}).Want(http.StatusCreated).Field("id")
		platform.Patch(token, projectsPath+"/"+dataFolderID, object{"description": "x", "gitRepo": "https://git.example/x", "gitBranch": "main"}).Want(http.StatusOK)
		var after map[string]any
		platform.Patch(token, projectsPath+"/"+dataFolderID, object{"description": nil, "gitRepo": nil}).Want(http.StatusOK).JSON(&after)
		if after["description"] != "" || after["gitRepo"] != nil || after["gitBranch"] != "main" {
			t.Errorf("after null: %v", after)
		}
		environment := platform.NewEnvironment(token, dataFolderID, "Production")
		wantFault(t, platform.Delete(token, projectsPath+"/"+dataFolderID), http.StatusConflict, "environment")
		platform.Delete(token, environmentsPath+"/"+environment).Want(http.StatusNoContent)
		platform.Delete(token, projectsPath+"/"+dataFolderID).Want(http.StatusNoContent)
		wantFault(t, platform.Get(token, "/api/v1/workspaces/"+second), http.StatusNotFound)
		wantFault(t, platform.Get(token, projectsPath+"/"+dataFolderID), http.StatusNotFound)
	})
}

// Environments and workspaces of an organization share one sequence of numbers, and a number is never reused.
func TestEnvironmentsAndWorkspacesShareNumbers(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		dataFolderID := platform.NewProject(token, "Orders") // its first workspace is 1
		environment := platform.NewEnvironment(token, dataFolderID, "Production")
		workspace := platform.Post(token, "/api/v1/workspaces", object{"project": dataFolderID, "name": "x"}).Want(http.StatusCreated).Field("id")
		platform.Delete(token, "/api/v1/workspaces/"+workspace).Want(http.StatusNoContent)
		wantSame(t, "numbers", []string{environment, workspace, platform.NewEnvironment(token, dataFolderID, "Test")}, []string{"2", "3", "4"})
		wantFault(t, platform.Get(token, environmentsPath+"/1"), http.StatusNotFound, "environment 1 was not found")
		wantFault(t, platform.Get(token, "/api/v1/workspaces/2"), http.StatusNotFound, "workspace 2 was not found")
		_, other := platform.NewOrganization("Rival", "boss@rival.example")
		theirs := platform.NewProject(other.Token, "Orders")
		if id := platform.NewEnvironment(other.Token, theirs, "Production"); id != "2" {
			t.Errorf("another organization counts on from ours: %s", id)
		}
	})
}

// In an update an absent field stays, null clears, and a value sets.
func TestUpdateEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		path := environmentsPath + "/" + platform.NewEnvironment(token, platform.NewProject(token, "Orders"), "Production")
		full := object{
			"name": "Live", "description": "text", "oauthEnabled": true, "connectionAccount": "acme", "accessUrl": "https://x.example",
			"defaultStorageMapping": "RAW", "mappings": object{"RAW": object{"database": "d", "schema": "s"}}, "devEnv": true,
			"runTimeParameters": object{"day": "today"}, "tagColors": object{"backgroundColor": "#fff"},
		}
		set := platform.Patch(token, path, full).Want(http.StatusOK)
		if same := platform.Patch(token, path, object{}).Want(http.StatusOK); string(same.Body) != string(set.Body) {
			t.Errorf("an empty change changes %s\ninto %s", set.Body, same.Body)
		}
		var after map[string]any
		set.JSON(&after)
		for field, want := range full {
			if field == "mappings" {
				field = "currentMappings"
			}
			got, _ := json.Marshal(after[field])
			wanted, _ := json.Marshal(want)
			if string(got) != string(wanted) {
				t.Errorf("%s is %s, want %s", field, got, wanted)
			}
		}
		cleared := object{}
		for field := range full {
			if field != "name" {
				cleared[field] = nil
			}
		}
		after = nil
		platform.Patch(token, path, cleared).Want(http.StatusOK).JSON(&after)
		wantSame(t, "fields after null", keys(after), []string{
			"createdAt", "createdBy", "currentMappings", "description", "devEnv", "health", "id", "name", "oauthEnabled", "project", "runTimeParameters",
			"status",
		})
		if after["name"] != "Live" || after["description"] != "" || after["devEnv"] != false || after["oauthEnabled"] != false {
			t.Errorf("after null: %v", after)
		}
	})
}
