package contract_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const serverStatePath = "/api/v1/serverState"

func (m *deployedFixture) serverState(token string) api.ServerState {
	m.t.Helper()
	var state api.ServerState
	m.Get(token, serverStatePath).Want(http.StatusOK).JSON(&state)
	return state
}

// The state of the server has the queue and the leases of the caller's organization, and nothing of others.
func TestServerStateShowsOnlyTheOwnOrganization(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		_, outsider := m.NewOrganization("Rival", "boss@rival.example")
		m.newSchedule(object{"cron": "0 0 1 1 *", "jobID": 1})
		running := m.startSlow()
		m.awaitSlowNode(running)
		waiting := m.startSlow()
		state := m.serverState(m.token)
		if state.Version == "" || state.Database.Version == "" || state.Worker == "" {
			t.Errorf("incomplete: %+v", state)
		}
		if state.Disk == nil || state.Disk.FreeBytes <= 0 || state.Disk.TotalBytes < state.Disk.FreeBytes || state.Disk.IsFull {
			t.Errorf("disk: %+v", state.Disk)
		}
		if state.Runs.Waiting != 1 || state.Runs.Running != 1 || state.Firings.Due != 0 || state.Deliveries.Waiting != 0 {
			t.Errorf("work: %+v", state)
		}
		if len(state.Leases) != 1 {
			t.Fatalf("leases: %+v", state.Leases)
		}
		lease := state.Leases[0]
		if strconv.FormatInt(lease.RunID, 10) != running || lease.EnvironmentID != m.environment || lease.Worker != state.Worker ||
			lease.IsExpired || lease.Attempt != 1 {
			t.Errorf("lease: %+v, want that of run %s", lease, running)
		}
		if theirs := m.serverState(outsider.Token); theirs.Runs != (api.ServerRuns{}) || len(theirs.Leases) != 0 || theirs.Firings != (api.ServerFirings{}) {
			t.Errorf("another organization sees %+v", theirs)
		}
		for _, run := range []string{waiting, running} {
			m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
			m.await(run, "canceled")
		}
		if over := m.serverState(m.token); over.Runs.Waiting+over.Runs.Running+len(over.Leases) != 0 {
			t.Errorf("after the end of all runs: %+v", over)
		}
	})
}
