package app_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/sample"
)

// An embedded database is in the data folder of one server. Other servers accept its runs, but only that server claims them: no
// other server and no worker.
func TestRunsOfAnEmbeddedEngineNeedItsDataFolder(t *testing.T) {
	t.Parallel()
	database := apptest.Database{URL: pgtest.Database(t)}
	owner, other := apptest.Start(t, database), apptest.Start(t, database)
	token := owner.AdminToken()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	environment := owner.NewEnvironment(token, owner.NewProject(token, "Shop"), "Production")
	owner.Deploy(owner.Me(token).Organization.ID, environment, files)

	if status := refresh(t, other, token, environment); status != "completed" {
		t.Errorf("the run that the other server accepted is %s, want completed", status)
	}
	owner.Stop()
	startWorker(t, database)
	unclaimed := start(t, other, token, environment)
	wantWaitingFor(t, other, token, unclaimed, "no live worker owns the data folder with the files of the connection")
	// The other server runs its own work and does not claim the run of the stopped server.
	connection := other.Post(token, "/api/v1/connections", map[string]any{
		"name": "Elsewhere", "platformKind": "duckdb", "settings": map[string]any{"path": "elsewhere"},
	}).Want(http.StatusCreated).Field("id")
	elsewhere := other.Post(token, "/api/v1/environments", map[string]any{
		"project": other.NewProject(token, "Elsewhere"), "name": "Elsewhere", "connection": connection,
	}).Want(http.StatusCreated).Field("id")
	other.Deploy(other.Me(token).Organization.ID, elsewhere, files)
	if status := runStatus(t, other, token, unclaimed); status != "waitingToRun" {
		t.Errorf("after its server stopped, the run is %s, want waitingToRun", status)
	}
}

func wantWaitingFor(t *testing.T, platform *apptest.Platform, token string, id int64, want string) {
	t.Helper()
	var found struct {
		WaitingFor struct{ Reason, Hint string }
	}
	platform.Get(token, "/api/v1/runs/"+strconv.FormatInt(id, 10)).Want(http.StatusOK).JSON(&found)
	if found.WaitingFor.Reason != want || found.WaitingFor.Hint == "" {
		t.Errorf("the run waits for %+v, want the reason %q", found.WaitingFor, want)
	}
}

func start(t *testing.T, platform *apptest.Platform, token, environment string) int64 {
	t.Helper()
	var started struct{ RunCounter int64 }
	platform.Post(token, "/scheduler/startRun", map[string]any{"runDetails": map[string]any{"environmentID": environment}}).
		Want(http.StatusOK).JSON(&started)
	return started.RunCounter
}

func runStatus(t *testing.T, platform *apptest.Platform, token string, number int64) string {
	t.Helper()
	return platform.Get(token, "/scheduler/runStatus?runCounter="+strconv.FormatInt(number, 10)).Want(http.StatusOK).Field("runStatus")
}

// refresh starts a run and waits for its end.
func refresh(t *testing.T, platform *apptest.Platform, token, environment string) string {
	t.Helper()
	number := start(t, platform, token, environment)
	status := ""
	await(t, func() bool {
		status = runStatus(t, platform, token, number)
		return status != "waitingToRun" && status != "running"
	})
	return status
}
