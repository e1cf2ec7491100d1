package contract_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// The nodes of the fixture, by name.
const (
	grainNode   = "7d0c0a0e-0000-4000-8000-000000000001"
	stoneNode   = "7d0c0a0e-0000-4000-8000-000000000002"
	sieveNode   = "7d0c0a0e-0000-4000-8000-000000000003"
	sackNode    = "7d0c0a0e-0000-4000-8000-000000000004"
	inspectNode = "7d0c0a0e-0000-4000-8000-000000000005"
)

// deployedFiles is a project whose run parameters determine the outcome: STONE waits for a number of seconds, SIEVE
// fails if its parameter is not a number, and then SACK is skipped; INSPECT has a test that fails for the id in the
// parameter flaw.
func deployedFiles() map[string][]byte {
	files := map[string]string{
		"data.yml":          "defaultStorageMapping: MILL\nfileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml":     "defaultStorageMapping: MILL\nfileVersion: 1\nlocations:\n  - MILL\n",
		"jobs/Sacks-1.yml":  "excludeSelector: \"\"\nfileVersion: 1\nid: \"1\"\nincludeSelector: \"+{ SACK }\"\nname: Sacks\ntype: Job\n",
		"jobs/Nobody-2.yml": "excludeSelector: \"{ GRAIN }\"\nfileVersion: 1\nid: \"2\"\nincludeSelector: \"{ GRAIN }\"\nname: Nobody\ntype: Job\n",
	}
	for name, node := range map[string]struct{ id, query string }{
		"GRAIN":   {grainNode, `SELECT cast(v.id AS integer) AS id FROM (VALUES (1), (2), (3)) AS v(id)`},
		"STONE":   {stoneNode, `SELECT g.id, cast(pg_sleep({{ parameters.wait | default(0) }}) AS varchar) AS slept FROM {{ ref('MILL', 'GRAIN') }} AS g`},
		"SIEVE":   {sieveNode, `SELECT g.id, cast('{{ parameters.number | default('7') }}' AS integer) AS number FROM {{ ref('MILL', 'GRAIN') }} AS g`},
		"SACK":    {sackNode, `SELECT s.id FROM {{ ref('MILL', 'SIEVE') }} AS s`},
		"INSPECT": {inspectNode, `SELECT nullif(g.id, {{ parameters.flaw | default(0) }}) AS id @testNotNull FROM {{ ref('MILL', 'GRAIN') }} AS g`},
	} {
		files["nodes/MILL-"+name+".sql"] = "@id(\"" + node.id + "\")\n@nodeType(\"Stage\")\n" + node.query + "\n"
	}
	raw := make(map[string][]byte, len(files))
	for path, content := range files {
		raw[path] = []byte(content)
	}
	return raw
}

// deployedFixture is a platform with this project deployed in an environment.
type deployedFixture struct {
	*apptest.Platform

	t                                      *testing.T
	token, organization, home, environment string
}

func newDeployedFixture(t *testing.T, database apptest.Database) *deployedFixture {
	t.Helper()
	m := &deployedFixture{Platform: start(t, database), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	m.Deploy(m.organization, m.environment, deployedFiles())
	return m
}

// mapToOwnSchema maps an environment to its own schema, so that it can be deployed beside others.
func mapToOwnSchema(platform *apptest.Platform, token, environment string) {
	platform.Patch(token, environmentsPath+"/"+environment, object{
		"mappings": object{"MILL": object{"database": "", "schema": "apart_" + environment}},
	}).Want(http.StatusOK)
}

// startRun starts a run with these details and returns its number.
func (m *deployedFixture) startRun(details, parameters object) string {
	m.t.Helper()
	if details == nil {
		details = object{}
	}
	details["environmentID"] = m.environment
	body := object{"runDetails": details}
	if parameters != nil {
		body["parameters"] = parameters
	}
	return counter(m.t, m.Post(m.token, "/scheduler/startRun", body))
}

// counter returns the number of the run in a response of startRun or rerun.
func counter(t *testing.T, response apptest.Response) string {
	t.Helper()
	var started struct{ RunCounter int64 }
	response.Want(http.StatusOK).JSON(&started)
	return strconv.FormatInt(started.RunCounter, 10)
}

// await waits until a run ends and checks its status.
func (m *deployedFixture) await(run, status string) {
	m.t.Helper()
	awaitRun(m.t, m.Platform, m.token, run, status)
}

// awaitRun follows the events of a run until it ends.
func awaitRun(t *testing.T, platform *apptest.Platform, token, run, status string) {
	t.Helper()
	events := openEvents(t, platform, token, "?runID="+run)
	defer events.close()
	for {
		event := events.next()
		if event.name != "run" {
			continue
		}
		switch got := event.data["runStatus"]; got {
		case "waitingToRun", "running":
		case status:
			return
		default:
			t.Fatalf("run %s is %v, want %s: %v", run, got, status, event.data)
		}
	}
}

// startSlow starts a run that would take an hour. Further runs wait for the first.
func (m *deployedFixture) startSlow() string {
	m.t.Helper()
	return m.startRun(object{"includeNodesSelector": "{ STONE }"}, object{"wait": 3600})
}

// awaitSlowNode follows the events of a run until the engine executes STONE.
func (m *deployedFixture) awaitSlowNode(run string) {
	m.t.Helper()
	events := openEvents(m.t, m.Platform, m.token, "?runID="+run)
	defer events.close()
	for {
		if event := events.next(); event.name == "node" && event.data["nodeID"] == stoneNode && event.data["runState"] == "running" {
			return
		}
	}
}

// nodeResult is a node in the results of a run.
type nodeResult struct {
	NodeID, Name, RunState, Status string
	IsRunning, HasTestFailures     bool
	FailedTests                    int
	Error                          *errorText
	QueryResults                   []queryResult
}

type errorText struct{ ErrorString, ErrorDetail string }

type queryResult struct {
	Name, Type, SQL, Status string
	Success, IsRunning      bool
	RowsInserted            *int64
	FailedRows              int
	Error                   *errorText
	FailingRows             *struct{ Values [][]any }
}

func (q queryResult) failingValues() [][]any {
	if q.FailingRows == nil {
		return nil
	}
	return q.FailingRows.Values
}

// results returns the results of a run by the names of the nodes.
func (m *deployedFixture) results(run string) map[string]nodeResult {
	m.t.Helper()
	var answer struct{ Data []nodeResult }
	m.Get(m.token, "/api/v1/runs/"+run+"/results").Want(http.StatusOK).JSON(&answer)
	byName := map[string]nodeResult{}
	for _, node := range answer.Data {
		byName[node.Name] = node
	}
	return byName
}

// states returns the states of the nodes of a run.
func (m *deployedFixture) states(run string) map[string]string {
	m.t.Helper()
	states := map[string]string{}
	for name, node := range m.results(run) {
		states[name] = node.RunState
	}
	return states
}

// info returns a run as GET /api/v1/runs/{id} shows it.
func (m *deployedFixture) info(run string) map[string]any {
	m.t.Helper()
	var info map[string]any
	m.Get(m.token, "/api/v1/runs/"+run).Want(http.StatusOK).JSON(&info)
	return info
}

func asJSON(t *testing.T, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
