package compat_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

// deployedFiles is a project whose run parameters determine the outcome: STONE waits for a number of seconds, SIEVE
// fails if its parameter is not a number, and then SACK is skipped; INSPECT has a test that fails for the id in the
// parameter failingID.
func deployedFiles() map[string][]byte {
	files := map[string][]byte{
		"data.yml":         []byte("defaultStorageMapping: MILL\nfileVersion: 3\nplatformKind: duckdb\n"),
		"locations.yml":    []byte("defaultStorageMapping: MILL\nfileVersion: 1\nlocations:\n  - MILL\n"),
		"jobs/Sacks-1.yml": []byte("excludeSelector: \"\"\nfileVersion: 1\nid: \"1\"\nincludeSelector: \"+{ SACK }\"\nname: Sacks\ntype: Job\n"),
	}
	for name, node := range map[string]struct{ id, query string }{
		"GRAIN": {"c0a70000-0000-4000-8000-000000000001", `SELECT cast(v.id AS integer) AS id FROM (VALUES (1), (2), (3)) AS v(id)`},
		"STONE": {
			"c0a70000-0000-4000-8000-000000000002",
			`SELECT g.id, cast(pg_sleep({{ parameters.wait | default(0) }}) AS varchar) AS slept FROM {{ ref('MILL', 'GRAIN') }} AS g`,
		},
		"SIEVE": {
			"c0a70000-0000-4000-8000-000000000003",
			`SELECT g.id, cast('{{ parameters.number | default('7') }}' AS integer) AS number FROM {{ ref('MILL', 'GRAIN') }} AS g`,
		},
		"SACK": {"c0a70000-0000-4000-8000-000000000004", `SELECT s.id FROM {{ ref('MILL', 'SIEVE') }} AS s`},
		"INSPECT": {
			"c0a70000-0000-4000-8000-000000000005",
			`SELECT nullif(g.id, {{ parameters.failingID | default(0) }}) AS id @testNotNull FROM {{ ref('MILL', 'GRAIN') }} AS g`,
		},
	} {
		files["nodes/MILL-"+name+".sql"] = []byte("@id(\"" + node.id + "\")\n@nodeType(\"Stage\")\n" + node.query + "\n")
	}
	return files
}

// deployedEnvironment is an environment with this project.
type deployedEnvironment struct{ project, environment string }

// newDeployedEnvironment creates an environment with its own schema and deploys the project.
func (h *fixture) newDeployedEnvironment(t *testing.T, c *client, name string) deployedEnvironment {
	t.Helper()
	var made deployedEnvironment
	made.project = textField(t, c.create("/api/v1/projects", object{"name": name, "platformKind": "duckdb"}), "id")
	made.environment = textField(t, c.create("/api/v1/environments", object{
		"project": made.project, "name": "Production", "mappings": object{"MILL": object{"database": "", "schema": name}},
	}), "id")
	h.For(t).Deploy(h.organization, made.environment, deployedFiles())
	return made
}

const (
	runTimeout   = 3 * time.Minute       // a run takes much less, even on a busy machine
	pollInterval = 50 * time.Millisecond // between two requests of a client that polls
)

// poll requests the status of a run until it ends, as clients do, and returns the status.
func (c *client) poll(query string) string {
	c.t.Helper()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	late := time.After(runTimeout)
	for {
		switch status := textField(c.t, c.get("/scheduler/runStatus?"+query), "runStatus"); status {
		case "waitingToRun", "running":
		default:
			return status
		}
		select {
		case <-tick.C:
		case <-late:
			c.t.Fatalf("the run with %s does not end", query)
		}
	}
}

// wantEnd waits for a run to end with this status.
func (c *client) wantEnd(run json.Number, status string) {
	c.t.Helper()
	if got := c.poll("runCounter=" + run.String()); got != status {
		c.t.Fatalf("run %s is %s, want %s: %v", run, got, status, c.get("/api/v1/runs/"+run.String()+"/results"))
	}
}

// started starts a run or a rerun with this body and returns its number, which is the whole response.
func (c *client) started(path string, body any) json.Number {
	c.t.Helper()
	var answer map[string]json.Number
	c.call(http.StatusOK, http.MethodPost, path, body).JSON(&answer)
	if len(answer) != 1 || answer["runCounter"] == "" {
		c.t.Fatalf("%s returned %v", path, answer)
	}
	return answer["runCounter"]
}
