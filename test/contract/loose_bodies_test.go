package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// Clients send numbers and booleans as texts. The server converts them.
func TestRunStartAcceptsTextValues(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		m.Transport = nil // the document says what to send; this is what is accepted in addition
		m.Patch(m.token, environmentsPath+"/"+m.environment, object{"runTimeParameters": object{"flaw": 0}, "devEnv": "False"}).Want(http.StatusOK)
		run := counter(t, m.Post(m.token, "/scheduler/startRun", object{
			"runDetails": object{
				"environmentID": m.environment, "parallelism": "3", "keepFailingRows": "TRUE", "onlyChanged": "false",
				"forceIgnoreWorkspaceStatus": "true",
			},
			"parameters": object{"number": "none"}, "mergeParameters": "true",
		}))
		m.await(run, "failed")
		info := m.info(run)
		details, _ := info["runDetails"].(map[string]any)
		if details["parallelism"] != 3.0 || details["keepFailingRows"] != true || details["forceIgnoreEnvironmentStatus"] != true ||
			asJSON(t, info["runTimeParameters"]) != `{"flaw":0,"number":"none"}` {
			t.Errorf("the run is %s", asJSON(t, info))
		}
		again := counter(t, m.Post(m.token, "/scheduler/rerun", object{
			"runDetails": object{"runID": run, "forceIgnoreEnvironmentStatus": "True"}, "parameters": `{"number": "7"}`,
		}))
		m.await(again, "completed")
		for body, says := range map[string]string{
			`"parallelism":"0"`: "parallelism cannot be 0", `"parallelism":"-1"`: "parallelism cannot be -1",
			`"parallelism":"257"`: "parallelism cannot be 257", `"parallelism":""`: "whole number", `"parallelism":"abc"`: "whole number",
			`"parallelism":"1e3"`: "whole number", `"parallelism":"1.5"`: "whole number", `"parallelism":"99999999999999999999"`: "whole number",
			`"onlyChanged":"on"`: "true or false", `"keepFailingRows":""`: "true or false",
		} {
			wantFault(t, m.Post(m.token, "/scheduler/startRun", `{"runDetails":{"environmentID":"`+m.environment+`",`+body+`}}`),
				http.StatusBadRequest, says)
		}
	})
}

// The fields of a node accept texts as well: clients store these fields as texts.
func TestSetNodeAcceptsTextValues(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	node := b.source("ORDERS", column("ID", "INTEGER"))
	id := wordOf(node["id"])
	node["isMultisource"], node["deployEnabled"], node["version"] = "TRUE", "false", asJSON(t, node["version"])
	columnNamed(node, "ID")["nullable"] = "False"
	b.set(node).Want(http.StatusOK)
	if after := b.node(id); after["isMultisource"] != true || after["deployEnabled"] != false || columnNamed(after, "ID")["nullable"] != false {
		t.Errorf("the node is %s", asJSON(t, after))
	}
	for field, value := range map[string]any{"deployEnabled": "off", "version": "new", "overrideSQL": 1, "description": 5} {
		node := b.node(id)
		node[field] = value
		wantFault(t, b.set(node), http.StatusBadRequest, field)
	}
	node = b.node(id)
	columnNamed(node, "ID")["nullable"] = "no"
	wantFault(t, b.set(node), http.StatusBadRequest, "nullable")
}
