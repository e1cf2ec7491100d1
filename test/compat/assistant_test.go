package compat_test

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// assistant edits a workspace in small steps, runs it, and reads what was deployed. It finds jobs by trying their ids
// one after another.
type assistant struct {
	*client

	project, id string
	path        string // of the workspace
}

func runAssistant(t *testing.T, h *fixture) {
	t.Helper()
	a := assistant{client: h.client(t, http.Header{"Accept": {"application/json"}, "User-Agent": {"node"}})}
	a.extras = true
	a.project = textField(t, a.create("/api/v1/projects", object{"name": "assistant", "platformKind": "duckdb"}), "id")
	a.id = textField(t, listField(t, a.get("/api/v1/projects/"+a.project+"?includeWorkspaces=true"), "workspaces")[0], "id")
	a.path = "/api/v1/workspaces/" + a.id
	orders, dimension := a.createsNodes()
	a.editsSubgraphs(orders, dimension)
	a.editsJobs()
	a.startsDevelopmentRun()
	a.readsDeployedNodes()
	a.remove(a.path + "/nodes/" + dimension)
	a.wantError(http.StatusNotFound, http.MethodGet, a.path+"/nodes/"+dimension, nil, "was not found")
}

// createsNodes creates a node, and one that reads it.
func (a assistant) createsNodes() (orders, dimension string) {
	node := a.create(a.path+"/nodes", object{"nodeType": "Stage"})
	orders = textField(a.t, node, "id")
	node["name"], node["description"] = "ORDERS", "what was ordered"
	objectField(a.t, node, "metadata")["columns"] = []object{
		{"name": "ORDER_ID", "dataType": "INTEGER", "nullable": false, "description": "its number", "transform": "1"},
		{"name": "CUSTOMER", "dataType": "VARCHAR", "nullable": true, "description": "", "transform": "'Ada'"},
	}
	a.setsNode(node)
	made := a.create(a.path+"/nodes", object{"nodeType": "Dimension", "predecessorNodeIDs": []string{orders}})
	dimension = textField(a.t, made, "id")
	if made["name"] != "DIM_ORDERS" || !same(a.t, made["predecessorNodeIDs"], []string{orders}) {
		a.t.Errorf("the node that reads ORDERS is %v", made)
	}
	source := listField(a.t, objectField(a.t, made, "metadata"), "sourceMapping")[0]
	if !same(a.t, source["aliases"], object{"ORDERS": orders}) || textField(a.t, objectField(a.t, source, "join"), "joinCondition") == "" {
		a.t.Errorf("its source is %v", source)
	}
	if found := text(a.t, a.get(a.path+"/validation")); !strings.Contains(found, "set isBusinessKey in one or more columns") {
		a.t.Errorf("no diagnostic reports what a dimension lacks: %s", found)
	}
	made["description"] = "who ordered"
	for _, column := range listField(a.t, objectField(a.t, made, "metadata"), "columns") {
		if column["name"] == "ORDER_ID" {
			column["isBusinessKey"] = true
		}
	}
	a.setsNode(made)
	made["name"] = "ORDERS"
	a.wantError(http.StatusBadRequest, http.MethodPut, a.path+"/nodes/"+dimension, made, "unique names", "same Storage Location")
	if list := elements(a.t, a.get(a.path+"/nodes")); len(list) != 2 {
		a.t.Errorf("the nodes are %v", list)
	}
	return orders, dimension
}

// setsNode sets a whole node with additional fields of the client, and checks that a GET returns it as it was set.
func (a assistant) setsNode(node object) {
	a.t.Helper()
	delete(node, "version") // clients that do not know it do not send it
	sent := object{"createdAt": "2024-01-01T00:00:00.000Z", "lastModified": nil, "tags": []string{"new"}}
	maps.Copy(sent, node)
	set := a.replace(a.path+"/nodes/"+textField(a.t, node, "id"), sent)
	if set["name"] != node["name"] || set["description"] != node["description"] || set["createdAt"] != nil {
		a.t.Errorf("set\n%v\nand got\n%v", sent, set)
	}
	got := a.get(a.path + "/nodes/" + textField(a.t, node, "id"))
	if !same(a.t, got, set) {
		a.t.Errorf("set\n%v\nand got\n%v", set, got)
	}
	if again := a.replace(a.path+"/nodes/"+textField(a.t, node, "id"), got); !sameBut(a.t, again, got, "version") {
		a.t.Errorf("set the unchanged node\n%v\nand got\n%v", got, again)
	}
}

// sameBut reports whether two objects are equal except for one field.
func sameBut(t *testing.T, one, other object, field string) bool {
	t.Helper()
	delete(one, field)
	other = maps.Clone(other)
	delete(other, field)
	return same(t, one, other)
}

func (a assistant) editsSubgraphs(nodes ...string) {
	made := a.create(a.path+"/subgraphs", object{"name": "Orders", "steps": nodes})
	path := a.path + "/subgraphs/" + textField(a.t, made, "id")
	if got := a.get(path); !same(a.t, got, made) || !same(a.t, got["steps"], nodes) {
		a.t.Errorf("made %v and got %v", made, got)
	}
	if got := a.replace(path, object{"name": "Few", "steps": nodes[:1]}); got["name"] != "Few" || !same(a.t, got["steps"], nodes[:1]) {
		a.t.Errorf("set and got %v", got)
	}
	a.replace(path, a.get(path))
	a.remove(path)
	a.wantError(http.StatusNotFound, http.MethodGet, path, nil)
}

// editsJobs creates jobs, deletes one, and finds the rest by their ids, which keep the gap.
func (a assistant) editsJobs() {
	for _, name := range []string{"First", "Second", "Third"} {
		a.create(a.path+"/jobs", object{"name": name, "includeSelector": "{ ORDERS }", "excludeSelector": ""})
	}
	if got := a.probes(a.path + "/jobs/"); !slices.Equal(got, []int{1, 2, 3}) {
		a.t.Errorf("the jobs are %v", got)
	}
	if got := a.replace(a.path+"/jobs/1", object{"name": "All", "includeSelector": "", "excludeSelector": ""}); got["id"] != "1" || got["name"] != "All" {
		a.t.Errorf("set a job and got %v", got)
	}
	third := a.get(a.path + "/jobs/3")
	a.replace(a.path+"/jobs/3", third)
	a.remove(a.path + "/jobs/2")
	a.wantError(http.StatusNotFound, http.MethodGet, a.path+"/jobs/2", nil, "job 2")
	a.get(a.path + "/jobs/3")
	if next := a.create(a.path+"/jobs", object{"name": "Fourth", "includeSelector": "", "excludeSelector": ""}); next["id"] != "4" {
		a.t.Errorf("the next job is %v", next)
	}
	whole := a.get("/api/v1/projects/" + a.project + "?includeWorkspaces=true&includeJobs=true")
	if spaces := listField(a.t, whole, "workspaces"); len(spaces) != 1 || spaces[0]["id"] != a.id || spaces[0]["project"] != a.project {
		a.t.Errorf("the project's workspaces are %v", spaces)
	}
	if jobs := listField(a.t, whole, "jobs"); len(jobs) != 3 || !contains(jobs, "name", "All") {
		a.t.Errorf("the project's jobs are %v", jobs)
	}
}

// probes tries ids one after another until a job is not found.
func (a assistant) probes(path string) []int {
	a.t.Helper()
	var found []int
	for id := 1; ; id++ {
		response := a.Get(a.token, path+strconv.Itoa(id))
		if response.Status != http.StatusOK {
			response.Want(http.StatusNotFound)
			return found
		}
		if got := decoded(response); got["id"] != strconv.Itoa(id) {
			a.t.Errorf("job %d is %v", id, got)
		}
		found = append(found, id)
	}
}

// startsDevelopmentRun runs the workspace, which is named like an environment.
func (a assistant) startsDevelopmentRun() {
	number, err := strconv.Atoi(a.id)
	if err != nil {
		a.t.Fatalf("the workspace's id is no decimal number: %v", err)
	}
	run := a.started(startPath, object{"runDetails": object{"environmentID": number, "includeNodesSelector": "{ ORDERS }"}})
	a.wantEnd(run, "completed")
	if info := a.get(runsPath + "/" + run.String()); info["environmentID"] != a.id || info["runType"] != "refresh" {
		a.t.Errorf("the development run is %v", info)
	}
	if state := textField(a.t, a.get(a.path), "status"); !slices.Contains(environmentStates(), state) {
		a.t.Errorf("the workspace is %s", state)
	}
	a.wantError(http.StatusBadRequest, http.MethodPost, cancelPath, object{"environmentID": a.id})
	a.cancelsDevelopmentRun(number)
}

// cancelsDevelopmentRun cancels a run that would take an hour, by naming its workspace.
func (a assistant) cancelsDevelopmentRun(workspace int) {
	slow := a.create(a.path+"/nodes", object{"nodeType": "Stage"})
	slow["name"] = "SLOW"
	objectField(a.t, slow, "metadata")["columns"] = []object{
		{"name": "SLEPT", "dataType": "VARCHAR", "nullable": true, "description": "", "transform": "cast(pg_sleep(3600) AS varchar)"},
	}
	a.setsNode(slow)
	run := a.started(startPath, object{"runDetails": object{"environmentID": workspace, "includeNodesSelector": "{ SLOW }"}})
	a.call(http.StatusNoContent, http.MethodPost, cancelPath, object{"environmentID": workspace})
	a.wantEnd(run, "canceled")
	a.remove(a.path + "/nodes/" + textField(a.t, slow, "id"))
}

// readsDeployedNodes deploys the workspace and checks that the deployed nodes keep every id.
func (a assistant) readsDeployedNodes() {
	path := "/api/v1/environments/" + textField(a.t, a.create("/api/v1/environments", object{
		"project": a.project, "name": "Live", "mappings": object{"WORK": object{"database": "", "schema": "assistant"}},
	}), "id")
	if list := elements(a.t, a.get(path+"/nodes")); len(list) != 0 {
		a.t.Errorf("before the first deploy there are the nodes %v", list)
	}
	a.extras = false // plans are new, and no existing client sends them unknown fields
	plan := a.create(path+"/plans", object{"workspaceID": a.id})
	run := a.started("/api/v1/plans/"+textField(a.t, plan, "id")+"/deploy", object{"confirmDestructive": true})
	a.wantEnd(run, "completed")
	if commit := textField(a.t, a.get(path), "deployedCommit"); commit == "" {
		a.t.Error("the environment does not show what is deployed")
	}
	for _, node := range elements(a.t, a.get(a.path+"/nodes")) {
		deployed := a.get(path + "/nodes/" + textField(a.t, node, "id"))
		if deployed["name"] != node["name"] || deployed["schema"] != "assistant" {
			a.t.Errorf("%v is deployed as %v", node, deployed)
		}
		a.wantError(http.StatusMethodNotAllowed, http.MethodPut, path+"/nodes/"+textField(a.t, node, "id"), deployed)
	}
	if got := a.probes(path + "/jobs/"); !slices.Equal(got, []int{1}) {
		a.t.Errorf("up to the gap the deployed jobs are %v", got)
	}
	if job := a.get(path + "/jobs/3"); !sameBut(a.t, a.get(a.path+"/jobs/3"), job, "version") {
		a.t.Errorf("the deployed job is %v", job)
	}
}
