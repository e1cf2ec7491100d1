package contract_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/run"
)

const runStatusPath = "/scheduler/runStatus"

// Without runs every field is present and null.
func TestRunStatusWithoutRuns(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		var answer map[string]any
		platform.Get(token, runStatusPath).Want(http.StatusOK).JSON(&answer)
		wantSame(t, "fields", keys(answer), []string{"environmentID", "runCounter", "runLink", "runStatus", "runType", "scheduler"})
		load := answer["scheduler"].(map[string]any)
		delete(answer, "scheduler")
		for field, value := range answer {
			if value != nil {
				t.Errorf("%s is %v", field, value)
			}
		}
		wantSame(t, "fields of scheduler", keys(load), []string{"running", "waitingToRun"})
		if load["running"] != 0.0 || load["waitingToRun"] != 0.0 {
			t.Errorf("the scheduler's load is %v", load)
		}
		wantFault(t, platform.Get(token, runStatusPath+"?runCounter=1"), http.StatusNotFound, "run 1 was not found")
		wantFault(t, platform.Get(token, runStatusPath+"?runCounter=one"), http.StatusBadRequest)
	})
}

func TestRunStatusWithRuns(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, func(s *config.Settings) { s.BaseURL = "https://millrace.example" })
		admin := platform.AdminToken()
		me := platform.Me(admin)
		dataFolderID := platform.NewProject(admin, "Orders")
		seen, hidden := platform.NewEnvironment(admin, dataFolderID, "Seen"), platform.NewEnvironment(admin, dataFolderID, "Hidden")
		organization := me.Organization.ID
		deploy := platform.NewRun(organization, seen, run.Deploy, run.Completed)
		refresh := platform.NewRun(organization, seen, run.Refresh, run.Running)
		platform.NewRun(organization, hidden, run.Refresh, run.WaitingToRun)
		newest := platform.NewRun(organization, hidden, run.Refresh, run.WaitingToRun)
		reader := platform.NewPerson(admin, "ada@example.com", "member")
		platform.Put(admin, "/api/v2/userRoles/"+reader.ID+"/environments/"+seen, object{"role": "reader"}).Want(http.StatusOK)
		stranger := platform.NewPerson(admin, "bob@example.com", "member")

		// With a counter: that run, under both names of the parameter, without the scheduler's load.
		for _, query := range []string{"?runCounter=" + deploy, "?runID=" + deploy, "?runCounter=" + deploy + "&runID=" + deploy} {
			wantRun(t, platform.Get(reader.Token, runStatusPath+query), wantedRun{deploy, seen, "deploy", "completed", ""})
		}
		wantRun(t, platform.Get(admin, runStatusPath+"?runCounter="+newest), wantedRun{newest, hidden, "refresh", "waitingToRun", ""})
		// Without: the newest run and the load that the caller can see.
		wantRun(t, platform.Get(admin, runStatusPath), wantedRun{newest, hidden, "refresh", "waitingToRun", "2 waiting 1 running"})
		wantRun(t, platform.Get(reader.Token, runStatusPath), wantedRun{refresh, seen, "refresh", "running", "0 waiting 1 running"})
		wantRun(t, platform.Get(stranger.Token, runStatusPath), wantedRun{load: "0 waiting 0 running"})
		// A run that the caller cannot see is not found.
		wantFault(t, platform.Get(reader.Token, runStatusPath+"?runCounter="+newest), http.StatusNotFound, "run "+newest+" was not found")
		wantFault(t, platform.Get(stranger.Token, runStatusPath+"?runCounter="+deploy), http.StatusNotFound)
	})
}

// wantedRun is the expected status of a run; without a counter every field is null.
type wantedRun struct{ counter, environment, kind, status, load string }

func wantRun(t *testing.T, response apptest.Response, want wantedRun) {
	t.Helper()
	var got struct {
		RunCounter                                 *int64
		EnvironmentID, RunType, RunStatus, RunLink *string
		Scheduler                                  *struct{ WaitingToRun, Running int }
	}
	response.Want(http.StatusOK).JSON(&got)
	load := ""
	if got.Scheduler != nil {
		load = strconv.Itoa(got.Scheduler.WaitingToRun) + " waiting " + strconv.Itoa(got.Scheduler.Running) + " running"
	}
	if load != want.load {
		t.Errorf("the load is %q, want %q", load, want.load)
	}
	if want.counter == "" {
		if got.RunCounter != nil || got.EnvironmentID != nil || got.RunType != nil || got.RunStatus != nil || got.RunLink != nil {
			t.Errorf("a run that should not be seen: %s", response.Body)
		}
		return
	}
	if got.RunCounter == nil || strconv.FormatInt(*got.RunCounter, 10) != want.counter || *got.EnvironmentID != want.environment ||
		*got.RunType != want.kind || *got.RunStatus != want.status || !strings.HasPrefix(*got.RunLink, "https://millrace.example/") {
		t.Errorf("%s\nwant %+v", response.Body, want)
	}
}
