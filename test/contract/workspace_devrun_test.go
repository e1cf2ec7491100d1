package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// addDeployedFiles adds the nodes of deployedFixture to the workspace.
func (b *workspaceFixture) addDeployedFiles() {
	b.t.Helper()
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"MILL", "WORK"}, "defaultStorageLocation": "MILL"}).Want(http.StatusOK)
	for _, name := range []string{"GRAIN", "STONE", "SIEVE", "SACK"} {
		b.create(object{"nodeType": "Stage", "name": name, "locationName": "MILL", "sql": string(deployedFiles()["nodes/MILL-"+name+".sql"])})
	}
}

func (b *workspaceFixture) startRun(details, parameters object) string {
	b.t.Helper()
	details["environmentID"] = b.id
	body := object{"runDetails": details}
	if parameters != nil {
		body["parameters"] = parameters
	}
	return counter(b.t, b.Post(b.token, "/scheduler/startRun", body))
}

func (b *workspaceFixture) status() string {
	b.t.Helper()
	return b.Get(b.token, b.path).Want(http.StatusOK).Field("status")
}

func TestDevelopmentRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		b.addDeployedFiles()
		if got := b.status(); got != "Waiting" {
			t.Errorf("before the first run the workspace is %s", got)
		}
		awaitRun(t, b.Platform, b.token, b.startRun(object{}, nil), "completed")
		if got := b.status(); got != "Waiting" {
			t.Errorf("after a good run the workspace is %s", got)
		}
		awaitRun(t, b.Platform, b.token, b.startRun(object{}, object{"number": "none"}), "failed")
		if got := b.status(); got != "Failed Dev Run" {
			t.Errorf("after a bad run the workspace is %s", got)
		}
		awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": "+{ SACK }"}, nil), "completed")
		if got := b.status(); got != "Waiting" {
			t.Errorf("after another good run the workspace is %s", got)
		}
	})
}

func TestDevelopmentRunIsCanceledByWorkspace(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.addDeployedFiles()
	run := b.startRun(object{"includeNodesSelector": "+{ STONE }"}, object{"wait": 3600})
	awaitRunning(t, b, run)
	if got := b.status(); got != "Running Dev Run" {
		t.Errorf("during a run the workspace is %s", got)
	}
	b.Post(b.token, "/scheduler/cancelRun", object{"environmentID": b.id}).Want(http.StatusNoContent)
	awaitRun(t, b.Platform, b.token, run, "canceled")
	if got := b.status(); got != "Waiting" {
		t.Errorf("after the cancel the workspace is %s", got)
	}
	b.Delete(b.token, b.path).Want(http.StatusNoContent)
}

// awaitRunning follows the events of a run until the engine executes STONE.
func awaitRunning(t *testing.T, b *workspaceFixture, run string) {
	t.Helper()
	events := openEvents(t, b.Platform, b.token, "?runID="+run)
	defer events.close()
	for {
		if event := events.next(); event.name == "node" && event.data["nodeID"] == stoneNode && event.data["runState"] == "running" {
			return
		}
	}
}
