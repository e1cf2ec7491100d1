package attack_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// engineFixture is a platform with a deployed project: the node SLOW sleeps for as many seconds as the table of the node
// PAUSE says.
type engineFixture struct {
	*apptest.Platform

	t                           *testing.T
	token, project, environment string
	pauses                      int
}

func newEngineFixture(t *testing.T, database apptest.Database, changes ...func(*config.Settings)) *engineFixture {
	t.Helper()
	f := &engineFixture{Platform: apptest.Start(t, database, changes...), t: t}
	f.token = f.AdminToken()
	f.project = f.NewProject(f.token, "Orders")
	f.environment = f.NewEnvironment(f.token, f.project, "Production")
	f.Deploy(f.Me(f.token).Organization.ID, f.environment, map[string][]byte{
		"data.yml":          []byte("defaultStorageMapping: M\nfileVersion: 3\nplatformKind: duckdb\n"),
		"locations.yml":     []byte("defaultStorageMapping: M\nfileVersion: 1\nlocations:\n  - M\n"),
		"nodes/M-PAUSE.sql": []byte("@id(\"pause\")\n@nodeType(\"Stage\")\nSELECT cast({{ parameters.seconds | default(0) }} AS integer) AS seconds\n"),
		"nodes/M-SLOW.sql": []byte("@id(\"slow\")\n@nodeType(\"Stage\")\n" +
			"SELECT p.seconds, cast(pg_sleep(p.seconds) AS varchar) AS slept FROM {{ ref('M', 'PAUSE') }} AS p\n"),
	})
	return f
}

// start starts a run of one node and returns its number.
func (f *engineFixture) start(node string, parameters object) string {
	f.t.Helper()
	details := object{"environmentID": f.environment, "includeNodesSelector": "{ " + node + " }"}
	var started struct{ RunCounter int }
	f.Post(f.token, "/scheduler/startRun", object{"runDetails": details, "parameters": parameters}).Want(http.StatusOK).JSON(&started)
	return strconv.Itoa(started.RunCounter)
}

func (f *engineFixture) status(run string) string {
	f.t.Helper()
	return f.Get(f.token, "/scheduler/runStatus?runCounter="+run).Want(http.StatusOK).Field("runStatus")
}

// awaitCompleted waits for the end of a run that succeeds.
func (f *engineFixture) awaitCompleted(run string) {
	f.t.Helper()
	status := f.status(run)
	for ; status == "running" || status == "waitingToRun"; status = f.status(run) {
		f.pause("the end of run " + run)
	}
	if status != "completed" {
		results := f.Get(f.token, "/api/v1/runs/"+run+"/results").Body
		f.t.Fatalf("run %s is %s: %s", run, status, results)
	}
}

// awaitStatement waits until a run executes the statement that sleeps.
func (f *engineFixture) awaitStatement(run string) {
	f.t.Helper()
	for !f.sleeps(run) {
		f.pause("the statement of run " + run)
	}
	f.pause("the engine") // from the record of the statement to its execution
}

func (f *engineFixture) sleeps(run string) bool {
	f.t.Helper()
	var results api.RunResults
	f.Get(f.token, "/api/v1/runs/"+run+"/results").Want(http.StatusOK).JSON(&results)
	for _, node := range results.Data {
		for _, query := range node.QueryResults {
			if query.IsRunning && strings.Contains(query.SQL, "pg_sleep") {
				return true
			}
		}
	}
	return false
}

// maxPauses ends a test that waits for what never happens, so that it can say what it waits for.
const maxPauses = 3000

// pause waits before the next request of a test that waits for the server.
func (f *engineFixture) pause(reason string) {
	f.t.Helper()
	if f.pauses++; f.pauses > maxPauses {
		f.t.Fatalf("waited too long for %s", reason)
	}
	select {
	case <-time.After(20 * time.Millisecond):
	case <-f.t.Context().Done():
		f.t.Fatal("the test ended")
	}
}
