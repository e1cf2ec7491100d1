package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/project"
)

func TestRefreshFromStartToEnd(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		run := m.startRun(object{
			"jobID": 1, "excludeNodesSelector": "{ SACK }", "parallelism": 2, "refreshDescription": "before breakfast", "keepFailingRows": true,
		}, object{"number": 11})
		m.await(run, "completed")
		info := m.info(run)
		var details map[string]any
		details, _ = info["runDetails"].(map[string]any)
		for field, want := range map[string]any{
			"environmentID": m.environment, "jobID": 1.0, "includeNodesSelector": "", "excludeNodesSelector": "{ SACK }", "parallelism": 2.0,
			"forceIgnoreEnvironmentStatus": false, "refreshDescription": "before breakfast", "keepFailingRows": true, "nodesForRefresh": 2.0,
			"nodesInRun": 2.0, "canceled": false,
		} {
			if details[field] != want {
				t.Errorf("runDetails.%s is %v, want %v", field, details[field], want)
			}
		}
		if info["runType"] != "refresh" || info["environmentID"] != m.environment || info["userID"] != m.Me(m.token).User.ID ||
			asJSON(t, info["id"]) != run || asJSON(t, info["runTimeParameters"]) != `{"number":11}` ||
			asJSON(t, details["nodes"]) != `[{"nodeID":"`+grainNode+`"},{"nodeID":"`+sieveNode+`"}]` {
			t.Errorf("the run is %v", info)
		}
		wantSameStates(t, m.states(run), map[string]string{"GRAIN": "complete", "SIEVE": "complete"})
		if status := m.Get(m.token, environmentsPath+"/"+m.environment).Want(http.StatusOK).Field("status"); status != "Waiting" {
			t.Errorf("the environment is %s", status)
		}
	})
}

func wantSameStates(t *testing.T, got, want map[string]string) {
	t.Helper()
	if asJSON(t, got) != asJSON(t, want) {
		t.Errorf("the nodes are %v, want %v", got, want)
	}
}

// Everything that clients send.
func TestRunStartBodies(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	m.Transport = nil // the document says what to send; this is what is accepted in addition
	for name, tt := range map[string]struct {
		body, parameters string
	}{
		"an id as a string":          {`{"runDetails":{"environmentID":"HERE"}}`, `{}`},
		"an id as a number":          {`{"runDetails":{"environmentID":HERE}}`, `{}`},
		"nothing but nulls":          {`{"runDetails":{"environmentID":"HERE","jobID":null,"parallelism":null,"includeNodesSelector":null},"parameters":null,"userCredentials":null}`, `{}`},
		"empty texts":                {`{"runDetails":{"environmentID":"HERE","jobID":"","includeNodesSelector":"","excludeNodesSelector":""},"parameters":""}`, `{}`},
		"a job as a string":          {`{"runDetails":{"environmentID":"HERE","jobID":"1"}}`, `{}`},
		"a job as a number":          {`{"runDetails":{"environmentID":"HERE","jobID":1}}`, `{}`},
		"either word for force":      {`{"runDetails":{"environmentID":"HERE","forceIgnoreWorkspaceStatus":true,"forceIgnoreEnvironmentStatus":false}}`, `{}`},
		"parameters":                 {`{"runDetails":{"environmentID":"HERE"},"parameters":{"number":"8"}}`, `{"number":"8"}`},
		"parameters in a string":     {`{"runDetails":{"environmentID":"HERE"},"parameters":"{\"number\": \"8\"}"}`, `{"number": "8"}`},
		"no parameters, in a string": {`{"runDetails":{"environmentID":"HERE"},"parameters":"{}"}`, `{}`},
		"unknown fields":             {`{"runDetails":{"environmentID":"HERE","color":"red","runID":5},"x":[1],"runLink":null}`, `{}`},
		"credentials": {`{"runDetails":{"environmentID":"HERE"},"userCredentials":{"snowflakeUsername":"ada","snowflakePassword":"s3cret-words",
			"snowflakeAuthType":"Basic"}}`, `{}`},
		"the least parallelism": {`{"runDetails":{"environmentID":"HERE","parallelism":1}}`, `{}`},
		"the most parallelism":  {`{"runDetails":{"environmentID":"HERE","parallelism":256}}`, `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response := m.For(t).Post(m.token, "/scheduler/startRun", strings.ReplaceAll(tt.body, "HERE", m.environment))
			run := counter(t, response)
			if got, want := strings.TrimSpace(string(response.Body)), `{"runCounter":`+run+`}`; got != want {
				t.Errorf("the answer is %s, want %s", got, want)
			}
			shown := m.For(t).Get(m.token, "/api/v1/runs/"+run).Want(http.StatusOK).Body
			var info map[string]any
			m.For(t).Get(m.token, "/api/v1/runs/"+run).JSON(&info)
			var want any
			decodeJSON(t, tt.parameters, &want)
			if asJSON(t, info["runTimeParameters"]) != asJSON(t, want) {
				t.Errorf("the parameters are %v, want %s", info["runTimeParameters"], tt.parameters)
			}
			if strings.Contains(string(shown), "s3cret") || info["userCredentials"] != nil {
				t.Errorf("credentials are shown: %s", shown)
			}
		})
	}
}

// The parameters of a run replace the environment's, or are merged over them.
func TestRunParameters(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	m.Patch(m.token, environmentsPath+"/"+m.environment, object{"runTimeParameters": object{"number": "12", "flaw": 2}}).Want(http.StatusOK)
	for name, tt := range map[string]struct {
		body object
		want string
	}{
		"none":    {object{}, `{"flaw":2,"number":"12"}`},
		"instead": {object{"parameters": object{"number": "13"}}, `{"number":"13"}`},
		"over":    {object{"parameters": object{"number": "13"}, "mergeParameters": true}, `{"flaw":2,"number":"13"}`},
		"empty":   {object{"parameters": object{}}, `{}`},
	} {
		tt.body["runDetails"] = object{"environmentID": m.environment}
		run := counter(t, m.Post(m.token, "/scheduler/startRun", tt.body))
		if got := asJSON(t, m.info(run)["runTimeParameters"]); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

func TestInvalidRunsAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	empty := m.NewEnvironment(m.token, m.home, "Empty")
	workspace := m.Post(m.token, "/api/v1/workspaces", object{"project": m.home, "name": "Mine"}).Want(http.StatusCreated).Field("id")
	details := func(fields string) string {
		return `{"runDetails":{"environmentID":"` + m.environment + `"` + fields + `}}`
	}
	for name, tt := range map[string]struct {
		body   string
		status int
		says   []string
	}{
		"no environment":           {`{"runDetails":{}}`, 400, []string{"environmentID is missing"}},
		"no details":               {`{}`, 400, []string{"environmentID is missing"}},
		"null":                     {`null`, 400, []string{"environmentID is missing"}},
		"no body":                  {``, 400, []string{"no body"}},
		"unknown environment":      {`{"runDetails":{"environmentID":"900000"}}`, 404, []string{"environment 900000 was not found"}},
		"nothing deployed":         {`{"runDetails":{"environmentID":"` + empty + `"}}`, 400, []string{"nothing is deployed in environment " + empty}},
		"a workspace":              {`{"runDetails":{"environmentID":"` + workspace + `"}}`, 400, []string{"no nodes"}},
		"unknown job":              {details(`,"jobID":77`), 404, []string{"job 77", "deployed"}},
		"a job that is no number":  {details(`,"jobID":"nightly"`), 404, []string{"job nightly"}},
		"a job of nothing":         {details(`,"jobID":2`), 400, nil},
		"a selector of noise":      {details(`,"includeNodesSelector":"{ name: }"`), 400, []string{"selector"}},
		"a selector half done":     {details(`,"excludeNodesSelector":"{ GRAIN"`), 400, []string{"selector"}},
		"a selector of nothing":    {details(`,"includeNodesSelector":"{ NOBODY }"`), 400, []string{"no node"}},
		"everything left out":      {details(`,"includeNodesSelector":"{ GRAIN }","excludeNodesSelector":"{ GRAIN }"`), 400, []string{"no node"}},
		"a number for a selector":  {details(`,"includeNodesSelector":7`), 400, []string{"includeNodesSelector", "number"}},
		"parallelism 0":            {details(`,"parallelism":0`), 400, []string{"parallelism cannot be 0", "256"}},
		"parallelism below 0":      {details(`,"parallelism":-3`), 400, []string{"parallelism cannot be -3"}},
		"parallelism too much":     {details(`,"parallelism":257`), 400, []string{"parallelism cannot be 257"}},
		"parallelism huge":         {details(`,"parallelism":99999999999999999999`), 400, []string{"parallelism"}},
		"parallelism in half":      {details(`,"parallelism":1.5`), 400, []string{"parallelism", "1.5"}},
		"parallelism as a text":    {details(`,"parallelism":"many"`), 400, []string{"parallelism", "string"}},
		"force as a text":          {details(`,"forceIgnoreWorkspaceStatus":"yes"`), 400, []string{"forceIgnoreWorkspaceStatus"}},
		"parameters of noise":      {`{"runDetails":{"environmentID":"` + m.environment + `"},"parameters":"{\"a\":"}`, 400, []string{"parameters", "JSON object"}},
		"parameters: a word":       {`{"runDetails":{"environmentID":"` + m.environment + `"},"parameters":"day"}`, 400, []string{"parameters", "JSON object"}},
		"parameters: a list":       {`{"runDetails":{"environmentID":"` + m.environment + `"},"parameters":[1]}`, 400, []string{"parameters", "JSON object"}},
		"parameters: a number":     {`{"runDetails":{"environmentID":"` + m.environment + `"},"parameters":7}`, 400, []string{"parameters", "JSON object"}},
		"parameters: a list, text": {`{"runDetails":{"environmentID":"` + m.environment + `"},"parameters":"[1]"}`, 400, []string{"parameters", "JSON object"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantFault(t, m.For(t).Post(m.token, "/scheduler/startRun", tt.body), tt.status, tt.says...)
		})
	}
	t.Cleanup(func() { // after the subtests
		var list struct{ Total int }
		m.Get(m.token, "/api/v1/runs").Want(http.StatusOK).JSON(&list)
		if list.Total != 2 { // the deploy and the refresh after it
			t.Errorf("there are %d runs: one that was refused was stored", list.Total)
		}
	})
}

func TestFailedDeployBlocksRefreshUnlessForced(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.MoveEnvironment(m.organization, m.environment, project.Waiting, project.Deploying, project.FailedDeploy)
		details := object{"environmentID": m.environment}
		wantFault(t, m.Post(m.token, "/scheduler/startRun", object{"runDetails": details}), http.StatusBadRequest,
			"Failed Deploy", "forceIgnoreWorkspaceStatus")
		for _, word := range []string{"forceIgnoreWorkspaceStatus", "forceIgnoreEnvironmentStatus"} {
			run := m.startRun(object{word: true}, nil)
			m.await(run, "completed")
			if details := m.info(run)["runDetails"].(map[string]any); details["forceIgnoreEnvironmentStatus"] != true {
				t.Errorf("%s does not show: %v", word, details)
			}
			if status := m.Get(m.token, environmentsPath+"/"+m.environment).Field("status"); status != "Failed Deploy" {
				t.Errorf("after a forced refresh the environment is %s", status)
			}
		}
	})
}

func TestEnvironmentShowsRefresh(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		status := func() string {
			return m.Get(m.token, environmentsPath+"/"+m.environment).Want(http.StatusOK).Field("status")
		}
		run := m.startSlow()
		m.awaitSlowNode(run)
		if got := status(); got != "Refreshing" {
			t.Errorf("during a refresh: %s", got)
		}
		m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
		m.await(run, "canceled")
		if got := status(); got != "Waiting" {
			t.Errorf("after a cancel: %s", got)
		}
		m.await(m.startRun(nil, object{"number": "none"}), "failed")
		if got := status(); got != "Failed Refresh" {
			t.Errorf("after a failure: %s", got)
		}
		m.await(m.startRun(nil, nil), "completed")
		if got := status(); got != "Waiting" {
			t.Errorf("after a success: %s", got)
		}
	})
}
