package app_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/sample"
)

// An embedded database lies in the data folder of one server. Others accept its runs and leave them to that server.
func TestRunsOfAnEmbeddedEngineNeedItsDataFolder(t *testing.T) {
	t.Parallel()
	database := apptest.Database{URL: pgtest.Database(t)}
	home, other := apptest.Start(t, database), apptest.Start(t, database)
	token := home.AdminToken()
	files, err := sample.Files(sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	environment := home.NewEnvironment(token, home.NewProject(token, "Shop"), "Production")
	home.Deploy(home.Me(token).Organization.ID, environment, files)

	if status := refresh(t, other, token, environment); status != "completed" {
		t.Errorf("the run that the other server accepted is %s", status)
	}
	home.Stop()
	left := start(t, other, token, environment)
	// The other server has work of its own, and passes over the run that is not its own.
	own := other.Post(token, "/api/v1/connections", map[string]any{
		"name": "Elsewhere", "platformKind": "duckdb", "settings": map[string]any{"path": "elsewhere"},
	}).Want(http.StatusCreated).Field("id")
	elsewhere := other.Post(token, "/api/v1/environments", map[string]any{
		"project": other.NewProject(token, "Elsewhere"), "name": "Elsewhere", "connection": own,
	}).Want(http.StatusCreated).Field("id")
	other.Deploy(other.Me(token).Organization.ID, elsewhere, files)
	if status := runStatus(t, other, token, left); status != "waitingToRun" {
		t.Errorf("with its server gone the run is %s", status)
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
