package compat_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	startPath  = "/scheduler/startRun"
	rerunPath  = "/scheduler/rerun"
	cancelPath = "/scheduler/cancelRun"
	runsPath   = "/api/v1/runs"
)

// orchestrator is a plug-in that starts runs, polls their status until they end, and repeats failed runs.
type orchestrator struct {
	*client
	deployedEnvironment

	number int // the environment's id, for calls that send ids as numbers
}

func runOrchestrator(t *testing.T, h *fixture) {
	t.Helper()
	o := orchestrator{client: h.client(t, http.Header{"Accept": {"application/json"}, "User-Agent": {"python-requests/2.32"}})}
	o.extras = true
	o.deployedEnvironment = h.newDeployedEnvironment(t, o.client, "orchestrator")
	number, err := strconv.Atoi(o.environment)
	if err != nil {
		t.Fatalf("the environment's id is no decimal number: %v", err)
	}
	o.number = number
	o.refreshes()
	o.repeats()
	o.cancels()
	o.reportsFailedTests()
	o.readsTheDetails()
	o.lists()
}

// credentials are what plug-ins send whether the engine needs them or not.
func credentials() object {
	return object{"snowflakeUsername": "ada", "snowflakePassword": "s3cret-words", "snowflakeWarehouse": "W", "snowflakeAuthType": "Basic"}
}

// refreshes starts runs with every spelling of the fields, and waits for each.
func (o orchestrator) refreshes() {
	for name, body := range map[string]object{
		"least":             {"runDetails": object{"environmentID": o.environment}},
		"numbers":           {"runDetails": object{"environmentID": o.number, "jobID": 1}},
		"texts":             {"runDetails": object{"environmentID": o.environment, "jobID": "1"}, "parameters": `{"number": "8"}`},
		"nulls":             {"runDetails": object{"environmentID": o.number, "jobID": nil, "includeNodesSelector": nil}, "parameters": nil},
		"extras":            {"runDetails": object{"environmentID": o.number, "runID": nil, "dag": "nightly"}, "dagRun": 7, "userCredentials": credentials()},
		"selectors, forced": {"runDetails": object{"environmentID": o.number, "includeNodesSelector": "{ GRAIN }", "excludeNodesSelector": "", "parallelism": 8, "forceIgnoreWorkspaceStatus": true}},
		"alias of force":    {"runDetails": object{"environmentID": o.environment, "forceIgnoreEnvironmentStatus": true}, "parameters": object{"number": 9}},
	} {
		run := o.started(startPath, body)
		if got := o.poll("runID=" + run.String()); got != "completed" {
			o.t.Errorf("%s: run %s is %s", name, run, got)
		}
		status := o.get("/scheduler/runStatus?runCounter=" + run.String())
		if text(o.t, status["runCounter"]) != run.String() || status["environmentID"] != o.environment || status["runType"] != "refresh" {
			o.t.Errorf("%s: the status is %v", name, status)
		}
		if _, isThere := status["scheduler"]; isThere || len(status) != 5 {
			o.t.Errorf("%s: the status of a run has the fields %v", name, fields(status))
		}
	}
}

// repeats lets a run fail, reads the reason, and reruns the rest with valid parameters.
func (o orchestrator) repeats() {
	failed := o.started(startPath, object{"runDetails": object{"environmentID": o.number}, "parameters": `{"number": "none"}`})
	o.wantEnd(failed, "failed")
	info := o.get(runsPath + "/" + failed.String())
	if reason := textField(o.t, info, "runFailureReason"); reason == "" || text(o.t, info["id"]) != failed.String() {
		o.t.Errorf("a failed run is %v", info)
	}
	if want := map[string]string{"GRAIN": "complete", "STONE": "complete", "INSPECT": "complete", "SIEVE": "failed", "SACK": "skipped"}; !same(o.t, o.states(failed.String()), want) {
		o.t.Errorf("the nodes are %v, want %v", o.states(failed.String()), want)
	}
	again := o.started(rerunPath, object{
		"runDetails": object{"runID": failed, "forceIgnoreWorkspaceStatus": false}, "userCredentials": credentials(), "parameters": object{"number": "5"},
	})
	o.wantEnd(again, "completed")
	if want := map[string]string{"SIEVE": "complete", "SACK": "complete"}; !same(o.t, o.states(again.String()), want) {
		o.t.Errorf("the rerun ran %v, want %v", o.states(again.String()), want)
	}
	if got := o.get(runsPath + "/" + again.String())["reRunID"]; got != failed.String() {
		o.t.Errorf("reRunID is %v, want the text %s", got, failed)
	}
	o.wantEnd(o.started(rerunPath, object{"runDetails": object{"runID": failed.String()}}), "failed")
	o.wantError(http.StatusNotFound, http.MethodPost, rerunPath, object{"runDetails": object{"runID": 99999999}})
	deploys := elements(o.t, o.get(runsPath+"?runType=deploy&environmentID="+o.environment))
	o.wantError(http.StatusBadRequest, http.MethodPost, rerunPath, object{"runDetails": object{"runID": deploys[0]["id"]}}, "/resume")
}

// states returns the states of the nodes of a run, by name.
func (o orchestrator) states(run string) map[string]string {
	o.t.Helper()
	states := map[string]string{}
	for _, node := range elements(o.t, o.get(runsPath+"/"+run+"/results")) {
		states[textField(o.t, node, "name")] = textField(o.t, node, "runState")
	}
	return states
}

// cancels ends runs in every supported way of canceling.
func (o orchestrator) cancels() {
	slow := object{"runDetails": object{"environmentID": o.environment, "includeNodesSelector": "{ STONE }"}, "parameters": object{"wait": 3600}}
	for name, naming := range map[string]func(run any) object{
		"a run": func(run any) object { return object{"runID": run} },
		"a run with its environment": func(run any) object {
			return object{"runID": text(o.t, run), "environmentID": o.number, "orgID": "acme"}
		},
		"an environment": func(any) object { return object{"environmentID": o.environment} },
	} {
		run := o.started(startPath, slow)
		o.call(http.StatusNoContent, http.MethodPost, cancelPath, naming(run))
		if got := o.poll("runCounter=" + run.String()); got != "canceled" {
			o.t.Errorf("%s: run %s is %s", name, run, got)
		}
		o.wantError(http.StatusBadRequest, http.MethodPost, cancelPath, object{"runID": run}, "run "+run.String())
	}
	o.wantError(http.StatusBadRequest, http.MethodPost, startPath, object{"runDetails": object{"environmentID": o.number, "includeNodesSelector": "{ MISSING }"}})
}

// reportsFailedTests runs failing tests. The run completes all the same, and the node shows it.
func (o orchestrator) reportsFailedTests() {
	run := o.started(startPath, object{"runDetails": object{"environmentID": o.environment}, "parameters": object{"failingID": 2}})
	o.wantEnd(run, "completed")
	for _, node := range elements(o.t, o.get(runsPath+"/"+run.String()+"/results")) {
		_, isReported := node["hasTestFailures"]
		if isExpected := node["name"] == "INSPECT"; isReported != isExpected || node["runState"] != "complete" {
			o.t.Errorf("after a failed test the node is %v", node)
		}
		var kinds []any
		for _, query := range listField(o.t, node, "queryResults") {
			kinds = append(kinds, query["type"])
		}
		if slices.Contains(kinds, any("sqlTest")) != isReported || !slices.Contains(kinds, any("sql")) {
			o.t.Errorf("the queries of %v are of the types %v", node["name"], kinds)
		}
	}
}

// readsTheDetails checks that each type of run shows its request.
func (o orchestrator) readsTheDetails() {
	run := o.started(startPath, object{
		"runDetails": object{"environmentID": o.number, "jobID": "1", "excludeNodesSelector": "{ SACK }", "parallelism": 2},
		"parameters": `{"number": 3}`, "userCredentials": credentials(),
	})
	o.wantEnd(run, "completed")
	response := o.call(http.StatusOK, http.MethodGet, runsPath+"/"+run.String(), nil)
	if strings.Contains(string(response.Body), "s3cret") {
		o.t.Errorf("the run shows credentials: %s", response.Body)
	}
	info := decoded(response)
	if !same(o.t, info["runTimeParameters"], object{"number": 3}) {
		o.t.Errorf("the parameters are %v", info["runTimeParameters"])
	}
	o.wantDetails(info, object{
		"environmentID": o.environment, "jobID": 1, "includeNodesSelector": "", "excludeNodesSelector": "{ SACK }", "parallelism": 2,
		"forceIgnoreEnvironmentStatus": false, "refreshDescription": "", "nodesForRefresh": 2, "nodesInRun": 2, "canceled": false,
	})
	if nodes := listField(o.t, objectField(o.t, info, "runDetails"), "nodes"); len(nodes) != 2 || nodes[0]["nodeID"] == nil {
		o.t.Errorf("the nodes of the run are %v", nodes)
	}
	deploy := elements(o.t, o.get(runsPath+"?detail=true&runType=deploy&environmentID="+o.environment))[0]
	o.wantDetails(deploy, object{"environmentID": o.environment, "nodesInRun": 5, "canceled": false, "parallelism": 16, "deployCommitMessage": ""})
	textField(o.t, objectField(o.t, deploy, "runDetails"), "deployCommit")
}

func (o orchestrator) wantDetails(info, want object) {
	o.t.Helper()
	details := objectField(o.t, info, "runDetails")
	for field, value := range want {
		if !same(o.t, details[field], value) {
			o.t.Errorf("runDetails.%s is %v, want %v", field, details[field], value)
		}
	}
}

// lists reads the history, newest first.
func (o orchestrator) lists() {
	for query, want := range map[string]object{
		"?environmentID=" + o.environment + "&runStatus=failed":                  {"runStatus": "failed"},
		"?environmentID=" + o.environment + "&runStatus=canceled&detail=true":    {"runStatus": "canceled"},
		"?environmentID=" + o.environment + "&runType=refresh&limit=2":           {"runType": "refresh"},
		"?environmentID=" + o.environment + "&orderBy=id&orderByDirection=desc":  {"environmentID": o.environment},
		"?limit=3&startingFrom=99999999&orderBy=id&orderByDirection=desc":        {},
		"?environmentID=" + o.environment + "&orderBy=runStartTime&detail=false": {"environmentID": o.environment},
	} {
		found := elements(o.t, o.get(runsPath+query))
		if len(found) == 0 {
			o.t.Errorf("%s found nothing", query)
		}
		for _, run := range found {
			for field, value := range want {
				if run[field] != value {
					o.t.Errorf("%s found %v", query, run)
				}
			}
		}
	}
	newest := elements(o.t, o.get(runsPath+"?environmentID="+o.environment))
	for i := 1; i < len(newest); i++ {
		if newest[i-1]["id"].(float64) < newest[i]["id"].(float64) {
			o.t.Errorf("the newest run does not come first: %v before %v", newest[i-1]["id"], newest[i]["id"])
		}
	}
	o.wantError(http.StatusBadRequest, http.MethodGet, runsPath+"/last", nil)
	o.wantError(http.StatusNotFound, http.MethodGet, runsPath+"/99999999", nil, "run 99999999 was not found")
	o.wantError(http.StatusNotFound, http.MethodGet, runsPath+"/99999999/results", nil)
}
