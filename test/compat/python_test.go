package compat_test

import (
	"maps"
	"net/http"
	"testing"
)

// python is a script of a data engineer. Its HTTP library writes booleans as Python does, and sends empty values for
// what was not configured. To change an object it gets it, changes one field and sends it back whole.
type python struct{ *client }

func runPython(t *testing.T, h *fixture) {
	t.Helper()
	p := python{h.client(t, http.Header{"Accept": {"*/*"}, "User-Agent": {"python-requests/2.32.3"}, "Accept-Encoding": {"gzip, deflate"}})}
	project := textField(t, p.create("/api/v1/projects", object{"name": "Python", "platformKind": "duckdb"}), "id")
	environment := textField(t, p.create("/api/v1/environments", object{"project": project, "name": "Nightly"}), "id")
	p.sendsPythonValues(project, environment)
	p.sendsBackObjects(project, environment)
	p.editsItsWorkspace(project)
	p.remove("/api/v1/environments/" + environment)
	p.remove("/api/v1/projects/" + project)
}

func (p python) sendsPythonValues(project, environment string) {
	const unset = "&limit=&startingFrom=&orderBy=&orderByDirection="
	for query, isDetailed := range map[string]bool{"detail=True": true, "detail=False": false, "detail=": false, "detail=1": true} {
		list := p.get("/api/v1/environments?project=" + project + unset + "&" + query)
		if _, detailed := elements(p.t, list)[0]["currentMappings"]; detailed != isDetailed || len(list) != 1 {
			p.t.Errorf("%s returned %v", query, list)
		}
	}
	whole := p.get("/api/v1/projects/" + project + "?includeWorkspaces=True&includeJobs=False")
	if len(listField(p.t, whole, "workspaces")) != 1 || whole["jobs"] != nil {
		p.t.Errorf("the project is %v", whole)
	}
	for _, direction := range []string{"ASC", "DESC", "Desc"} {
		p.get("/api/v1/runs?environmentID=" + environment + "&orderBy=id&runType=&runStatus=&orderByDirection=" + direction)
	}
	p.wantError(http.StatusBadRequest, http.MethodGet, "/api/v1/environments?detail=None", nil, "true or false")
	p.wantError(http.StatusBadRequest, http.MethodGet, "/scheduler/runStatus?runCounter=", nil)
}

func (p python) sendsBackObjects(project, environment string) {
	path := "/api/v1/environments/" + environment
	found := p.get(path)
	found["description"] = "by a script"
	objectField(p.t, found, "currentMappings")["WORK"] = object{"database": "", "schema": "scripted"}
	if got := p.change(path, found); !same(p.t, got, found) || !same(p.t, p.get(path), found) {
		p.t.Errorf("sent %v and got %v", found, got)
	}
	path = "/api/v1/projects/" + project + "?includeWorkspaces=True&includeJobs=True"
	found = p.get(path)
	found["description"] = "by a script"
	if got := p.change(path, found); !same(p.t, got, found) {
		p.t.Errorf("sent %v and got %v", found, got)
	}
	sent := maps.Clone(found)
	sent["owner"] = "me"
	if got := p.change(path, sent); !same(p.t, got, found) {
		p.t.Errorf("sent %v and got %v", sent, got)
	}
	account := p.create("/api/v1/gitAccounts", object{
		"gitAccountName": "script", "gitUsername": "ada", "gitAuthorName": "Ada", "gitAuthorEmail": "ada@example.com", "gitToken": "t",
	})
	path = "/api/v1/gitAccounts/" + textField(p.t, account, "id")
	account["gitAuthorName"] = "Ada Lovelace"
	if got := p.change(path, account); !same(p.t, got, account) {
		p.t.Errorf("sent %v and got %v", account, got)
	}
	p.remove(path)
}

func (p python) editsItsWorkspace(project string) {
	workspace := "/api/v1/workspaces/" + textField(p.t, listField(p.t, p.get("/api/v1/projects/"+project+"?includeWorkspaces=True"), "workspaces")[0], "id")
	node := p.create(workspace+"/nodes", object{"nodeType": "Stage"})
	job := p.create(workspace+"/jobs", object{"name": "Nightly", "includeSelector": "{ nodeType: Stage }", "excludeSelector": ""})
	group := p.create(workspace+"/subgraphs", object{"name": "Stages", "steps": []any{node["id"]}})
	for path, made := range map[string]object{"/nodes/": node, "/jobs/": job, "/subgraphs/": group} {
		path = workspace + path + textField(p.t, made, "id")
		found := p.get(path)
		if got := p.replace(path, found); got["id"] != found["id"] || got["name"] != found["name"] {
			p.t.Errorf("sent %v and got %v", found, got)
		}
	}
}
