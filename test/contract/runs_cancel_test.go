package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const cancelPath = "/scheduler/cancelRun"

func TestCancel(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		running := m.startSlow()
		m.awaitSlowNode(running)
		waiting := m.startSlow()
		if status := m.Get(m.token, runStatusPath+"?runCounter="+waiting).Field("runStatus"); status != "waitingToRun" {
			t.Errorf("a run of the same node is %s", status)
		}
		// A waiting run is canceled at once.
		response := m.Post(m.token, cancelPath, object{"runID": waiting, "environmentID": m.environment, "orgID": "x"}).Want(http.StatusNoContent)
		if len(response.Body) != 0 {
			t.Errorf("204 with %s", response.Body)
		}
		if status := m.Get(m.token, runStatusPath+"?runCounter="+waiting).Field("runStatus"); status != "canceled" {
			t.Errorf("a waiting run after its cancel is %s", status)
		}
		wantSameStates(t, m.states(waiting), map[string]string{"STONE": "canceled"})
		// A running run stops.
		m.Post(m.token, cancelPath, object{"runCounter": running}).Want(http.StatusNoContent)
		m.await(running, "canceled")
		wantSameStates(t, m.states(running), map[string]string{"STONE": "canceled"})
		if details := m.info(running)["runDetails"].(map[string]any); details["canceled"] != true {
			t.Errorf("the details are %v", details)
		}
		// A run that has ended stays as it is.
		for _, run := range []string{waiting, running, "1", "2"} {
			wantFault(t, m.Post(m.token, cancelPath, object{"runID": run}), http.StatusBadRequest, "run "+run)
		}
	})
}

func TestCancelAllRunsOfEnvironment(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		wantFault(t, m.Post(m.token, cancelPath, object{"environmentID": m.environment}), http.StatusBadRequest, "nothing is running")
		var runs []string
		for range 3 {
			runs = append(runs, m.startSlow())
		}
		m.awaitSlowNode(runs[0])
		m.Post(m.token, cancelPath, object{"environmentID": m.environment}).Want(http.StatusNoContent)
		for _, run := range runs {
			m.await(run, "canceled")
		}
	})
}

func TestInvalidCancelsAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	other := m.NewEnvironment(m.token, m.home, "Other")
	workspace := m.Post(m.token, "/api/v1/workspaces", object{"project": m.home, "name": "Mine"}).Want(http.StatusCreated).Field("id")
	goesOn := m.startSlow()
	for name, tt := range map[string]struct {
		body   any
		status int
		says   []string
	}{
		"nothing":                       {object{}, 400, []string{"the run is missing", "environmentID"}},
		"empty":                         {object{"runID": "", "environmentID": ""}, 400, []string{"the run is missing"}},
		"unknown run":                   {object{"runID": 900000}, 404, []string{"run 900000 was not found"}},
		"unknown environment":           {object{"environmentID": 900000}, 404, []string{"environment 900000 was not found"}},
		"no number":                     {object{"runID": "one"}, 400, []string{"not the number of a run"}},
		"two runs":                      {object{"runID": 1, "runCounter": 2}, 400, []string{"two different runs"}},
		"in another environment":        {object{"runID": goesOn, "environmentID": other}, 400, []string{"is not in environment " + other}},
		"nothing in it":                 {object{"environmentID": other}, 400, []string{"nothing is running"}},
		"nothing in it, of a workspace": {object{"environmentID": workspace}, 400, []string{"nothing is running"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantFault(t, m.For(t).Post(m.token, cancelPath, tt.body), tt.status, tt.says...)
		})
	}
}
