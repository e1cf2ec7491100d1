package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const loadNode = "7d0c0a0e-0000-4000-8000-000000000011"

// customTypeFiles is a project with one node of a custom type, whose run template is given.
func customTypeFiles(runTemplate string) map[string][]byte {
	files := map[string]string{
		"data.yml":      "defaultStorageMapping: MILL\nfileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml": "defaultStorageMapping: MILL\nfileVersion: 1\nlocations:\n  - MILL\n",
		"nodeTypes/Load-Load/definition.yml": "fileVersion: 2\nid: Load\nname: Load\ntype: NodeType\nisDisabled: false\nmetadata:\n" +
			"  nodeMetadataSpec: |-\n    capitalized: Load\n    short: LOAD\n    plural: Loads\n    tagColor: blue\n",
		"nodeTypes/Load-Load/create.sql.j2": "{{ stage('create') }} CREATE TABLE {{ this }} (n integer)",
		"nodeTypes/Load-Load/run.sql.j2":    runTemplate,
		"nodes/MILL-LOADED.sql":             "@id(\"" + loadNode + "\")\n@nodeType(\"Load\")\nSELECT cast(1 AS integer) AS n\n",
	}
	raw := make(map[string][]byte, len(files))
	for path, content := range files {
		raw[path] = []byte(content)
	}
	return raw
}

// newCustomTypeFixture is a platform with this project deployed.
func newCustomTypeFixture(t *testing.T, database apptest.Database, runTemplate string) *deployedFixture {
	t.Helper()
	m := &deployedFixture{Platform: start(t, database), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	m.Deploy(m.organization, m.environment, customTypeFiles(runTemplate))
	return m
}

// A failed load fails its node and its run, although its template lets stages continue on failure.
func TestFailedLoadFailsTheRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newCustomTypeFixture(t, database,
			"{{ stage('load') }} INSERT INTO {{ this }} SELECT {{ parameters.value | default(1) }}\n{{ stage('more', true) }} INSERT INTO {{ this }} SELECT 2")
		run := m.startRun(nil, object{"value": "'not a number'"})
		m.await(run, "failed")
		m.results(run)["LOADED"].wantFailed(t, "not a number")
		if reason, _ := m.info(run)["runFailureReason"].(string); !strings.Contains(reason, "MILL.LOADED") {
			t.Errorf("the reason of the run is %q", reason)
		}
		m.await(m.startRun(nil, object{"value": 3}), "completed")
	})
}

// A failed test that does not halt leaves the run completed, and is visible everywhere: in the run, in lists, results,
// events, webhooks and metrics.
func TestFailedTestIsVisible(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newWebhookFixture(t, database)
		box := newReceiver(t)
		newWebhook(m.Platform, m.token, object{"url": box.URL + "/hook", "environmentID": m.environment})
		stream := openEvents(t, m.Platform, m.token, "?environmentID="+m.environment)
		run := m.startRun(nil, object{"flaw": 2})
		m.await(run, "completed")

		if failed := m.info(run)["failedTests"]; failed != 1.0 {
			t.Errorf("the run has %v failed tests", failed)
		}
		var list struct{ Data []struct{ FailedTests int } }
		m.Get(m.token, "/api/v1/runs?limit=1").Want(http.StatusOK).JSON(&list)
		if list.Data[0].FailedTests != 1 {
			t.Errorf("the list has %+v", list.Data)
		}
		node := m.results(run)["INSPECT"]
		test := node.QueryResults[len(node.QueryResults)-1]
		if node.FailedTests != 1 || !node.HasTestFailures || test.FailedRows != 1 || test.Error == nil ||
			!strings.HasSuffix(test.Error.ErrorString, "1 row failed") || asJSON(t, test.failingValues()) != `[[null]]` {
			t.Errorf("the result is %+v", node)
		}
		if got := stream.failedTests(run); got["run"] != 1.0 || got["INSPECT"] != 1.0 || got["GRAIN"] != nil {
			t.Errorf("the events say %v", got)
		}
		if got := box.next(); got.Type != "run.completed" || got.Data.Run.FailedTests != 1 {
			t.Errorf("the webhook got %s", got.body)
		}
		if metrics := string(m.Get(apptest.MetricsToken, "/metrics").Want(http.StatusOK).Body); !strings.Contains(metrics, "millrace_failed_tests_total 1\n") {
			t.Error("the metrics do not count the failed test")
		}
	})
}

// failedTests follows a run to its end, and returns the counts of failed tests in the last events of the run and of its
// nodes.
func (e *events) failedTests(run string) map[string]any {
	e.t.Helper()
	counts := map[string]any{}
	for {
		event := e.next()
		if event.name == "node" {
			counts[event.data["name"].(string)] = event.data["failedTests"]
			continue
		}
		if asJSON(e.t, event.data["id"]) == run && event.data["runStatus"] == "completed" {
			counts["run"] = event.data["failedTests"]
			return counts
		}
	}
}

// With haltOnTestFailure in data.yml a test halts its node unless it is set to continue, after all tests of the node are run.
func TestProjectHaltsOnTestFailure(t *testing.T) {
	t.Parallel()
	m := &deployedFixture{Platform: start(t, apptest.Database{}), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	files := customTypeFiles("{{ test_stage('allowed', true) }} SELECT {{ parameters.flaw | default(0) }} WHERE {{ parameters.flaw | default(0) }} > 0\n" +
		"{{ test_stage('first') }} SELECT {{ parameters.flaw | default(0) }} WHERE {{ parameters.flaw | default(0) }} > 1\n" +
		"{{ test_stage('second') }} SELECT 1 WHERE {{ parameters.flaw | default(0) }} > 1\n" +
		"{{ stage('load') }} INSERT INTO {{ this }} SELECT 1")
	files["data.yml"] = append(files["data.yml"], "haltOnTestFailure: true\n"...)
	m.Deploy(m.organization, m.environment, files)

	m.await(m.startRun(nil, object{"flaw": 1}), "completed")
	run := m.startRun(nil, object{"flaw": 2})
	m.await(run, "failed")
	node := m.results(run)["LOADED"]
	if node.RunState != "failed" || node.FailedTests != 3 || len(node.QueryResults) != 3 || node.Error == nil ||
		!strings.Contains(node.Error.ErrorString, "3 tests failed: test allowed: 1 row failed; test first: 1 row failed; test second: 1 row failed") {
		t.Errorf("the node is %+v", node)
	}
}
