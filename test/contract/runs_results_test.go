package contract_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func decodeJSON(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

func TestResultsOfRunningRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		run := m.startRun(object{"includeNodesSelector": "{ GRAIN } || { STONE } || { SACK }"}, object{"wait": 3600})
		m.awaitSlowNode(run)
		stone := m.results(run)["STONE"]
		if !stone.IsRunning || stone.RunState != "running" || stone.Status != "running" || stone.Error != nil {
			t.Errorf("STONE is %+v", stone)
		}
		if grain := m.results(run)["GRAIN"]; grain.IsRunning || grain.RunState != "complete" || grain.Status != "success" {
			t.Errorf("GRAIN is %+v", grain)
		}
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
		m.await(run, "canceled")
		stone = m.results(run)["STONE"]
		if stone.IsRunning || stone.RunState != "canceled" {
			t.Errorf("after the cancel STONE is %+v", stone)
		}
		for _, query := range stone.QueryResults {
			if query.IsRunning {
				t.Errorf("a query of a run that is over is running: %+v", query)
			}
		}
	})
}

func TestResultsOfFailedRun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		run := m.startRun(nil, object{"number": "none"})
		m.await(run, "failed")
		if reason, _ := m.info(run)["runFailureReason"].(string); !strings.Contains(reason, "SIEVE") {
			t.Errorf("the reason is %q", reason)
		}
		results := m.results(run)
		results["GRAIN"].wantInserted(t, 3)
		results["SIEVE"].wantFailed(t, "none")
		if sack := results["SACK"]; sack.RunState != "skipped" || sack.Error == nil || len(sack.QueryResults) != 0 {
			t.Errorf("SACK is %+v", sack)
		}
	})
}

// wantInserted fails the test unless everything succeeded and inserted this number of rows.
func (n nodeResult) wantInserted(t *testing.T, rows int64) {
	t.Helper()
	if n.RunState != "complete" || n.Status != "success" || n.HasTestFailures || n.Error != nil {
		t.Errorf("%s is %+v", n.Name, n)
	}
	for _, query := range n.QueryResults {
		if query.Type != "sql" || query.Status != "success" || !query.Success || query.Name == "" || query.SQL == "" || query.Error != nil {
			t.Errorf("a query of %s is %+v", n.Name, query)
		}
		if query.RowsInserted != nil {
			rows -= *query.RowsInserted
		}
	}
	if rows != 0 {
		t.Errorf("%s lacks %d rows", n.Name, rows)
	}
}

// wantFailed fails the test unless the last query failed with an error.
func (n nodeResult) wantFailed(t *testing.T, says string) {
	t.Helper()
	if n.RunState != "failed" || n.Status != "failed" || n.Error == nil || !strings.Contains(n.Error.ErrorString, says) || len(n.QueryResults) == 0 {
		t.Fatalf("%s is %+v", n.Name, n)
	}
	last := n.QueryResults[len(n.QueryResults)-1]
	if last.Success || last.Status != "failed" || last.Error == nil || !strings.Contains(last.Error.ErrorString, says) {
		t.Errorf("the query of %s that failed is %+v", n.Name, last)
	}
}

// A failing test does not fail the node, and is shown. Its rows are stored if the run requests it.
func TestResultsOfFailedTest(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	inspect := func(keep bool, parameters object) nodeResult {
		run := m.startRun(object{"includeNodesSelector": "{ INSPECT }", "keepFailingRows": keep}, parameters)
		m.await(run, "completed")
		node := m.results(run)["INSPECT"]
		if node.RunState != "complete" || len(node.QueryResults) == 0 {
			t.Fatalf("INSPECT is %+v", node)
		}
		return node
	}
	for _, keep := range []bool{false, true} {
		node := inspect(keep, object{"flaw": 2})
		test := node.QueryResults[len(node.QueryResults)-1]
		if !node.HasTestFailures || test.Type != "sqlTest" || test.Success || test.Status != "failed" {
			t.Errorf("the test is %+v", test)
		}
		if want := map[bool]string{true: `[[null]]`, false: `null`}[keep]; asJSON(t, test.failingValues()) != want {
			t.Errorf("the rows that were kept are %+v, want %s", test.FailingRows, want)
		}
	}
	if node := inspect(true, nil); node.HasTestFailures {
		t.Errorf("a test that passed is %+v", node)
	}
}

func TestRerun(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		failed := m.startRun(object{"parallelism": 3}, object{"number": "none"})
		m.await(failed, "failed")
		rerun := func(details, parameters object) apptest.Response {
			body := object{"runDetails": details}
			if parameters != nil {
				body["parameters"] = parameters
			}
			return m.Post(m.token, "/scheduler/rerun", body)
		}
		// With the parameters of the old run it fails again, on the remaining nodes.
		again := counter(t, rerun(object{"runID": failed}, nil))
		m.await(again, "failed")
		wantSameStates(t, m.states(again), map[string]string{"SIEVE": "failed", "SACK": "skipped"})
		if info := m.info(again); info["reRunID"] != failed || asJSON(t, info["runTimeParameters"]) != `{"number":"none"}` ||
			info["runDetails"].(map[string]any)["parallelism"] != 3.0 {
			t.Errorf("the second run is %v", info)
		}
		// With other parameters it succeeds, also by the other name of the field.
		mended := counter(t, rerun(object{"runCounter": again, "forceIgnoreEnvironmentStatus": true}, object{"number": "5"}))
		m.await(mended, "completed")
		wantSameStates(t, m.states(mended), map[string]string{"SIEVE": "complete", "SACK": "complete"})
		if info := m.info(mended); info["reRunID"] != again {
			t.Errorf("the third run is %v", info)
		}
		wantFault(t, rerun(object{"runID": mended}, nil), http.StatusBadRequest, "every node of run "+mended)
	})
}

func TestInvalidRerunsAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	goesOn := m.startSlow()
	for name, tt := range map[string]struct {
		body   any
		status int
		says   []string
	}{
		"no run":         {object{"runDetails": object{}}, 400, []string{"the run is missing"}},
		"no details":     {object{}, 400, []string{"the run is missing"}},
		"unknown":        {object{"runDetails": object{"runID": 900000}}, 404, []string{"run 900000 was not found"}},
		"no number":      {object{"runDetails": object{"runID": "one"}}, 400, []string{"not the number of a run"}},
		"two runs":       {object{"runDetails": object{"runID": 1, "runCounter": 2}}, 400, []string{"two different runs"}},
		"a deploy":       {object{"runDetails": object{"runID": "1"}}, 400, []string{"deploy"}},
		"nothing left":   {object{"runDetails": object{"runID": 2}}, 400, []string{"every node of run 2"}},
		"has not ended":  {object{"runDetails": object{"runID": goesOn}}, 400, []string{"has not ended"}},
		"bad parameters": {object{"runDetails": object{"runID": 2}, "parameters": "{"}, 400, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantFault(t, m.For(t).Post(m.token, "/scheduler/rerun", tt.body), tt.status, tt.says...)
		})
	}
}

// The file of a node is that of the run, also after another version was deployed.
func TestRunNodeSource(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		run := m.startRun(object{"includeNodesSelector": "{ SIEVE } OR { GRAIN }"}, object{"number": "none"})
		m.await(run, "failed")
		m.deployPlan(m.plan(edited("nodes/MILL-SIEVE.sql", "SELECT g.id,", "SELECT g.id + 1 AS id,")).ID, confirm, "completed")
		path := "/api/v1/runs/" + run + "/nodes/"
		var source struct{ File, Text string }
		m.Get(m.token, path+sieveNode+"/source").Want(http.StatusOK).JSON(&source)
		if want := string(deployedFiles()["nodes/MILL-SIEVE.sql"]); source.File != "nodes/MILL-SIEVE.sql" || source.Text != want {
			t.Errorf("got %s: %s", source.File, source.Text)
		}
		wantFault(t, m.Get(m.token, path+sackNode+"/source"), http.StatusNotFound, "has no node")
		wantFault(t, m.Get(m.token, "/api/v1/runs/900003/nodes/"+sieveNode+"/source"), http.StatusNotFound)
		_, outsider := m.NewOrganization("Rival", "boss@rival.example")
		wantFault(t, m.Get(outsider.Token, path+sieveNode+"/source"), http.StatusNotFound)
	})
}
