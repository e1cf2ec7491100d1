package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// Clients write booleans as their language does: Python's requests sends True.
func TestFlagSpellings(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	dataFolderID := platform.NewProject(token, "Orders")
	platform.NewEnvironment(token, dataFolderID, "Production")
	for word, isDetailed := range map[string]bool{
		"true": true, "True": true, "TRUE": true, "tRuE": true, "1": true, "false": false, "False": false, "FALSE": false, "0": false, "": false,
	} {
		t.Run(word, func(t *testing.T) {
			t.Parallel()
			platform := platform.For(t)
			_, environments := list(platform, token, "?detail="+word)
			if _, detailed := environments[0]["description"]; detailed != isDetailed {
				t.Errorf("detail=%s gives %v", word, environments[0])
			}
			var project map[string]any
			platform.Get(token, projectsPath+"/"+dataFolderID+"?includeWorkspaces="+word+"&includeJobs="+word).Want(http.StatusOK).JSON(&project)
			for _, field := range []string{"workspaces", "jobs"} {
				if _, included := project[field]; included != isDetailed {
					t.Errorf("%s with %s: %v", field, word, project)
				}
			}
		})
	}
	for _, query := range []string{
		environmentsPath + "?detail=yes", environmentsPath + "?detail=2", environmentsPath + "?detail=tru", environmentsPath + "?detail=None",
		projectsPath + "?includeJobs=on", "/api/v1/runs?detail=t", environmentsPath + "?detail",
	} {
		wantFault(t, platform.Get(token, query), http.StatusBadRequest, "cannot be", "true or false")
	}
}

func TestOrderDirectionIgnoresCase(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	dataFolderID := platform.NewProject(token, "Orders")
	up := []string{platform.NewEnvironment(token, dataFolderID, "One"), platform.NewEnvironment(token, dataFolderID, "Two")}
	down := []string{up[1], up[0]}
	for word, want := range map[string][]string{"ASC": up, "Asc": up, "asc": up, "": up, "DESC": down, "Desc": down, "desc": down, "%44esc": down} {
		_, environments := list(platform, token, "?orderByDirection="+word)
		wantSame(t, "orderByDirection="+word, idsOf(environments), want)
	}
	fields, _ := list(platform, token, "?orderByDirection=DESC")
	if string(fields["orderByDirection"]) != `"desc"` {
		t.Errorf("the envelope says %s", fields["orderByDirection"])
	}
	wantFault(t, platform.Get(token, environmentsPath+"?orderByDirection=Sideways"), http.StatusBadRequest, "orderByDirection", "asc or desc")
}

// Forms and templates send fields that were not filled in with an empty value.
func TestEmptyQueryValuesAreIgnored(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	const paging = "limit=&startingFrom=&orderBy=&orderByDirection="
	for _, path := range []string{
		environmentsPath, projectsPath, "/api/v1/workspaces", "/api/v1/runs", "/api/v1/users", "/api/v2/userRoles", connectionsPath, gitAccountsPath,
		schedulesPath, "/api/v1/webhooks", "/api/v1/auth/tokens", environmentsPath + "/" + w.names.environment + "/nodes",
		schedulesPath + "/" + w.names.schedule + "/firings", "/api/v1/workspaces/" + w.names.workspace + "/nodes",
	} {
		bare := w.Get(w.admin.Token, path).Want(http.StatusOK)
		full := w.Get(w.admin.Token, path+"?"+paging+"&detail=&project=&environment=&environmentID=&projectID=&runType=&runStatus=&accountOwner=").
			Want(http.StatusOK)
		if string(bare.Body) != string(full.Body) {
			t.Errorf("%s gives %s, and with empty values %s", path, shortened(bare.Body), shortened(full.Body))
		}
	}
	if fields, _ := list(w.Platform, w.admin.Token, "?"+paging); len(fields) != 1 {
		t.Errorf("empty paging parameters count as asked for: %v", keys(fields))
	}
	// A client that lost the number of its run must not mistake another run for it.
	for _, path := range []string{"/scheduler/runStatus?runCounter=", "/scheduler/runStatus?runID=", "/api/v1/events?runID="} {
		wantFault(t, w.Get(w.admin.Token, path), http.StatusBadRequest)
	}
	compare := projectsPath + "/" + w.names.project + "/diff?from=&to=main"
	wantFault(t, w.Get(w.admin.Token, compare), http.StatusBadRequest, "from is missing")
}
