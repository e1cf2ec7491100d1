package app_test

import (
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// A newcomer's first page shows environments that are deployed and refreshed.
func TestSampleIsDeployedAndRefreshed(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		t.Helper()
		settings := apptest.Settings(t, database, func(s *config.Settings) { s.NoSample = false })
		platform := apptest.Serve(t, settings, slog.New(slog.DiscardHandler))
		token := platform.AdminToken()
		type ended struct{ RunType, RunStatus string }
		var runs struct{ Data []ended }
		// A start waits for the sample, but not forever: on a busy machine the last refresh may go on.
		isLive := func() bool {
			platform.Get(token, "/api/v1/runs?orderBy=id").Want(http.StatusOK).JSON(&runs)
			return slices.ContainsFunc(runs.Data, func(r ended) bool { return r.RunStatus == "waitingToRun" || r.RunStatus == "running" })
		}
		for deadline := time.Now().Add(2 * time.Minute); isLive() && time.Now().Before(deadline); {
			time.Sleep(100 * time.Millisecond)
		}
		if len(runs.Data) != 4 {
			t.Fatalf("the runs are %+v, want a deploy and a refresh of two environments", runs.Data)
		}
		for _, r := range runs.Data {
			if r.RunStatus != "completed" {
				t.Errorf("a %s is %s", r.RunType, r.RunStatus)
			}
		}
		var environments struct {
			Data []struct{ Name, Status, DeployedCommit string }
		}
		platform.Get(token, "/api/v1/environments?detail=true").Want(http.StatusOK).JSON(&environments)
		if len(environments.Data) != 2 {
			t.Fatalf("the environments are %+v", environments.Data)
		}
		for _, e := range environments.Data {
			if e.Status != "Waiting" || e.DeployedCommit == "" {
				t.Errorf("%+v is not deployed", e)
			}
		}
		platform.Stop() // and a second start leaves it as it is
	})
}
