package contract_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/run"
)

// rawResults returns the results of a run as JSON objects.
func (m *deployedFixture) rawResults(id string) []map[string]any {
	m.t.Helper()
	var answer struct{ Data []map[string]any }
	m.Get(m.token, "/api/v1/runs/"+id+"/results").Want(http.StatusOK).JSON(&answer)
	return answer.Data
}

// isAnyRunning is how clients find out from the results whether a run has ended.
func isAnyRunning(results []map[string]any) bool {
	return slices.ContainsFunc(results, func(node map[string]any) bool { return node["isRunning"] == true })
}

// Pollers take results without a running node for the end of the run. Until then a node is running, also while the run
// waits and between two nodes.
func TestResultsAreRunningUntilRunEnds(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		first := m.startSlow()
		m.awaitSlowNode(first)
		waiting := m.startSlow() // it has a node in common with the first
		for _, node := range m.rawResults(waiting) {
			if node["isRunning"] != true || node["runState"] != "waiting" {
				t.Errorf("a node of a run that waits is %v", node)
			}
		}
		for _, id := range []string{waiting, first} {
			if !isAnyRunning(m.rawResults(id)) {
				t.Errorf("run %s has not ended, and no node is running", id)
			}
			m.Post(m.token, "/scheduler/cancelRun", object{"runID": id}).Want(http.StatusNoContent)
			m.await(id, "canceled")
			if isAnyRunning(m.rawResults(id)) {
				t.Errorf("run %s has ended, and a node is running", id)
			}
		}
		m.pollToEnd(m.startRun(nil, nil))
	})
}

// pollToEnd reads the results as often as it can. Whenever the run has not ended afterwards, a node was running.
func (m *deployedFixture) pollToEnd(id string) {
	m.t.Helper()
	for {
		isRunning := isAnyRunning(m.rawResults(id))
		status := m.Get(m.token, "/scheduler/runStatus?runCounter="+id).Want(http.StatusOK).Field("runStatus")
		if status != "waitingToRun" && status != "running" {
			break
		}
		if !isRunning {
			m.t.Fatal("the run has not ended, and no node is running")
		}
	}
	if isAnyRunning(m.rawResults(id)) {
		m.t.Error("the run has ended, and a node is running")
	}
}

// Every query result has an end, which is null while it runs. A failed node says why in one text.
func TestResultsHaveEndTimeAndErrorMessage(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	slow := m.startSlow()
	m.awaitSlowNode(slow)
	queries := 0
	for _, node := range m.rawResults(slow) {
		for _, query := range listOf(node["queryResults"]) {
			queries++
			if end, isThere := query["endTime"]; !isThere || query["isRunning"] == true && end != nil {
				t.Errorf("a query that runs is %v", query)
			}
		}
	}
	if queries == 0 {
		t.Error("a run in progress has no query results")
	}
	m.Post(m.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
	m.await(slow, "canceled")
	failed := m.startRun(nil, object{"number": "none"})
	m.await(failed, "failed")
	for _, node := range append(m.rawResults(failed), m.rawResults(slow)...) {
		for _, query := range listOf(node["queryResults"]) {
			if _, err := time.Parse(time.RFC3339, wordOf(query["endTime"])); err != nil {
				t.Errorf("a query that ended is %v", query)
			}
		}
		structured, _ := node["error"].(map[string]any)
		if node["runState"] == "failed" && wordOf(node["errorMessage"]) == "" || node["errorMessage"] != structured["errorString"] {
			t.Errorf("the error of %v is %v, and its message %v", node["name"], structured, node["errorMessage"])
		}
	}
}

func listOf(value any) []map[string]any {
	var list []map[string]any
	items, _ := value.([]any)
	for _, item := range items {
		element, _ := item.(map[string]any)
		list = append(list, element)
	}
	return list
}

// Clients write the details of a run inside runDetails or beside it, and the environment under two names.
func TestRunDetailsUnderEveryName(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	other := m.NewEnvironment(m.token, m.home, "Other")
	const details = `"includeNodesSelector":"{ GRAIN }","parallelism":3,"refreshDescription":"by hand","forceIgnoreWorkspaceStatus":true`
	for name, body := range map[string]string{
		"inside":                   `{"runDetails":{"environmentID":"HERE",` + details + `}}`,
		"inside, in snake case":    `{"runDetails":{"environment_id":HERE,` + details + `}}`,
		"environment beside":       `{"environmentID":"HERE","runDetails":{` + details + `}}`,
		"beside, in snake case":    `{"environment_id":"HERE","runDetails":{` + details + `}}`,
		"everything beside":        `{"environmentID":HERE,` + details + `}`,
		"everything in two places": `{"environmentID":"HERE","runDetails":{"environmentID":HERE,"environment_id":"HERE",` + details + `},` + details + `}`,
		"empty inside":             `{"environmentID":"HERE","runDetails":{"environmentID":"","includeNodesSelector":""},` + details + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := m.For(t)
			id := counter(t, p.Post(m.token, "/scheduler/startRun", strings.ReplaceAll(body, "HERE", m.environment)))
			var info struct {
				EnvironmentID string
				RunDetails    map[string]any
			}
			p.Get(m.token, "/api/v1/runs/"+id).Want(http.StatusOK).JSON(&info)
			got := info.RunDetails
			if info.EnvironmentID != m.environment || got["includeNodesSelector"] != "{ GRAIN }" || got["parallelism"] != 3.0 ||
				got["refreshDescription"] != "by hand" || got["forceIgnoreEnvironmentStatus"] != true {
				t.Errorf("the run is %+v", info)
			}
		})
	}
	for body, says := range map[string]string{
		`{"environmentID":"HERE","runDetails":{"environmentID":"` + other + `"}}`:                                               "environmentID",
		`{"runDetails":{"environmentID":"HERE","environment_id":"` + other + `"}}`:                                              "environmentID",
		`{"includeNodesSelector":"{ SACK }","runDetails":{"environmentID":"HERE","includeNodesSelector":"{ GRAIN }"}}`:          "includeNodesSelector",
		`{"parallelism":2,"runDetails":{"environmentID":"HERE","parallelism":3}}`:                                               "parallelism",
		`{"jobID":2,"runDetails":{"environmentID":"HERE","jobID":"1"}}`:                                                         "jobID",
		`{"onlyChanged":true,"runDetails":{"environmentID":"HERE","onlyChanged":false}}`:                                        "onlyChanged",
		`{"environment_id":"HERE","runDetails":{"environmentID":"HERE","excludeNodesSelector":"a"},"excludeNodesSelector":"b"}`: "excludeNodesSelector",
	} {
		wantFault(t, m.Post(m.token, "/scheduler/startRun", strings.ReplaceAll(body, "HERE", m.environment)),
			http.StatusBadRequest, "two different values for "+says, "once")
	}
}

// Credentials in a request are neither stored nor shown, not even as an empty object.
func TestCredentialsOfRunAreNotShown(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	id := counter(t, m.Post(m.token, "/scheduler/startRun", object{
		"runDetails": object{"environmentID": m.environment}, "userCredentials": object{"snowflakeUsername": "ada", "snowflakeKeyPairKey": "s3cret"},
	}))
	var list struct{ Data []map[string]any }
	m.Get(m.token, "/api/v1/runs?detail=true").Want(http.StatusOK).JSON(&list)
	for _, info := range append(list.Data, m.info(id)) {
		if _, isShown := info["userCredentials"]; isShown || strings.Contains(asJSON(t, info), "s3cret") {
			t.Errorf("the run is %v", info)
		}
	}
}

// The list of runs starts after a run or a moment in every order, under both names of the cursor.
func TestRunListStartsAnywhere(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newRunListFixture(t, database)
		moment, before, after := w.momentOf(t, "4")
		for query, want := range map[string][]string{
			"?orderBy=id&startingFrom=" + moment:                       before,
			"?startingFrom=" + moment:                                  before,
			"?cursor=" + moment:                                        before,
			"?orderBy=id&orderByDirection=asc&startingFrom=" + moment:  after,
			"?startingFrom=2100-01-01":                                 {"7", "6", "5", "4", "3", "2", "1"},
			"?startingFrom=1970-01-01T00:00:00":                        {},
			"?orderByDirection=asc&startingFrom=1970-01-01T00:00:00.5": {"1", "2", "3", "4", "5", "6", "7"},
			"?cursor=3": {"2", "1"},
			"?orderBy=runStatus&orderByDirection=asc&startingFrom=5": {"2", "6", "7"},
			"?orderBy=runType&startingFrom=2":                        {"3", "1"},
			"?orderBy=environmentID&orderByDirection=asc&cursor=6":   {"3", "4", "7"},
			"?orderBy=runEndTime&startingFrom=2":                     {"1", "7", "6"},
			"?orderBy=runEndTime&startingFrom=7":                     {"6"},
			"?orderBy=runStatus&startingFrom=2100-01-01":             {"7", "6", "2", "5", "3", "1", "4"},
			"?limit=0":           {"7", "6", "5", "4", "3", "2", "1"},
			"?limit=00&cursor=3": {"2", "1"},
		} {
			if got, _ := listRuns(t, w.Platform, w.admin, query); !slices.Equal(got, want) {
				t.Errorf("%s: %v, want %v", query, got, want)
			}
		}
		// A client that pages with cursor sees every run once, and then stops.
		var all []string
		for next := ""; ; {
			found, page := listRuns(t, w.Platform, w.admin, "?limit=3"+next)
			all = append(all, found...)
			if page.Next == nil || len(all) > 7 {
				break
			}
			next = "&cursor=" + *page.Next
		}
		if !slices.Equal(all, []string{"7", "6", "5", "4", "3", "2", "1"}) {
			t.Errorf("pages by cursor have %v", all)
		}
		wantFault(t, w.Get(w.admin, "/api/v1/runs?orderBy=runType&startingFrom=900000"), http.StatusNotFound, "run 900000 was not found")
		wantFault(t, w.Get(w.outsider, "/api/v1/runs?orderBy=runType&startingFrom=3"), http.StatusNotFound, "run 3 was not found")
		wantFault(t, w.Get(w.admin, "/api/v1/runs?cursor=nothing"), http.StatusBadRequest, "startingFrom")
	})
}

// momentOf returns when a run was requested, the runs that were requested before, newest first, and those that were
// requested afterwards, oldest first.
func (w runListFixture) momentOf(t *testing.T, id string) (moment string, before, after []string) {
	t.Helper()
	var list struct {
		Data []struct {
			ID        json.Number
			CreatedAt string
		}
	}
	w.Get(w.admin, "/api/v1/runs?detail=true").Want(http.StatusOK).JSON(&list)
	for _, info := range list.Data {
		if info.ID.String() == id {
			moment = info.CreatedAt
		}
	}
	before, after = []string{}, []string{}
	for _, info := range list.Data {
		switch {
		case info.CreatedAt < moment:
			before = append(before, info.ID.String())
		case info.CreatedAt > moment:
			after = append(after, info.ID.String())
		}
	}
	slices.Reverse(after)
	return moment, before, after
}

// projectID selects the runs of one project.
func TestRunListOfProject(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		other := m.NewProject(m.token, "Other")
		environment := m.NewEnvironment(m.token, other, "Production")
		own := m.NewRun(m.organization, environment, run.Refresh, run.Completed)
		for project, want := range map[string]bool{m.home: false, other: true, "": true} {
			found, _ := listRuns(t, m.Platform, m.token, "?projectID="+project)
			if slices.Contains(found, own) != want || len(found) == 0 {
				t.Errorf("projectID=%s: %v", project, found)
			}
		}
		if found, _ := listRuns(t, m.Platform, m.token, "?projectID=nothing"); len(found) > 0 {
			t.Errorf("runs of no project: %v", found)
		}
	})
}

// A node without columns cannot run. It fails, and the rest of the run continues.
func TestNodeWithoutColumnsDoesNotStopRun(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"Stage", "Dimension", "View"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			b := newWorkspaceFixture(t, apptest.Database{})
			b.addDeployedFiles()
			empty := b.create(object{"nodeType": kind, "name": "EMPTY", "locationName": "MILL"})
			b.create(object{"nodeType": "Stage", "name": "READER", "locationName": "MILL", "predecessorNodeIDs": []any{empty["id"]}})
			id := b.startRun(object{}, nil)
			awaitRun(t, b.Platform, b.token, id, "failed")
			m := &deployedFixture{Platform: b.Platform, t: t, token: b.token}
			results := m.results(id)
			for name, want := range map[string]string{"GRAIN": "complete", "SIEVE": "complete", "SACK": "complete", "EMPTY": "failed", "READER": "skipped"} {
				if got := results[name].RunState; got != want {
					t.Errorf("%s is %s, want %s: %+v", name, got, want, results[name].Error)
				}
			}
			if problem := results["EMPTY"].Error; problem == nil || !strings.Contains(problem.ErrorString, "node MILL.EMPTY cannot run") {
				t.Errorf("the error of the node without columns is %+v", problem)
			}
		})
	}
}
