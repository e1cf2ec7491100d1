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
		wantProcess(t, state)
		wantValue(t, "runs", state.Runs.Waiting, 1)
		wantValue(t, "runs in progress", state.Runs.Running, 1)
		m.wantLease(state, running)
		theirs := m.serverState(outsider.Token)
		wantValue(t, "runs of others", theirs.Runs, api.ServerRuns{})
		wantValue(t, "leases of others", len(theirs.Leases), 0)
		for _, run := range []string{waiting, running} {
			m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
			m.await(run, "canceled")
		}
		over := m.serverState(m.token)
		wantValue(t, "runs after the end", over.Runs, api.ServerRuns{})
		wantValue(t, "leases after the end", len(over.Leases), 0)
	})
}

// wantProcess checks what the state says about the process, its database and its disk.
func wantProcess(t *testing.T, state api.ServerState) {
	t.Helper()
	if state.Version == "" || state.Database.Version == "" || state.Worker == "" {
		t.Errorf("incomplete: %+v", state)
	}
	if state.Disk == nil || state.Disk.FreeBytes <= 0 || state.Disk.TotalBytes < state.Disk.FreeBytes || state.Disk.IsFull {
		t.Errorf("disk: %+v", state.Disk)
	}
}

// wantLease checks that the only lease is that of a run.
func (m *deployedFixture) wantLease(state api.ServerState, run string) {
	m.t.Helper()
	if len(state.Leases) != 1 {
		m.t.Fatalf("leases: %+v", state.Leases)
	}
	lease := state.Leases[0]
	wantValue(m.t, "run of the lease", strconv.FormatInt(lease.RunID, 10), run)
	wantValue(m.t, "environment of the lease", lease.EnvironmentID, m.environment)
	wantValue(m.t, "worker of the lease", lease.Worker, state.Worker)
	wantValue(m.t, "claims", lease.Attempt, 1)
	wantValue(m.t, "whether it is expired", lease.IsExpired, false)
}

func wantValue[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
