package httpapi_test

import (
	"testing"

	"github.com/millrace/millrace/internal/httpapi"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// A node that a deployment executes in several steps is one node in the API, under its own id.
func TestStepsOfNodeAreFoldedIntoOneResult(t *testing.T) {
	t.Parallel()
	const node, other = "a0000000-0000-4000-8000-000000000002", "a0000000-0000-4000-8000-000000000003"
	stages := func(name string) []plan.Stage { return []plan.Stage{{Name: name, Kind: plan.SQL, SQL: "SELECT 1"}} }
	planned := plan.Plan{Nodes: []plan.Node{
		{ID: node + plan.DropStep, Name: "V", Stages: stages("drop")},
		{ID: other, Name: "T", Stages: stages("alter")},
		{ID: node, Name: "V", Stages: stages("create")},
	}}
	result := func(state run.NodeState) run.NodeResult {
		return run.NodeResult{State: state, Queries: []run.QueryResult{{Stage: 0, State: state}}}
	}
	for name, tt := range map[string]struct {
		drop, create run.NodeState
		want         run.NodeState
	}{
		"both are done":          {run.NodeComplete, run.NodeComplete, run.NodeComplete},
		"the second is running":  {run.NodeComplete, run.NodeRunning, run.NodeRunning},
		"the second was skipped": {run.NodeComplete, run.NodeSkipped, run.NodeSkipped},
		"the first failed":       {run.NodeFailed, run.NodeSkipped, run.NodeFailed},
		"the second failed":      {run.NodeComplete, run.NodeFailed, run.NodeFailed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shown := httpapi.PresentResults(run.Results{Plan: planned, Nodes: map[transform.NodeID]run.NodeResult{
				node + plan.DropStep: result(tt.drop), other: result(run.NodeComplete), node: result(tt.create),
			}}).Data
			if len(shown) != 2 || shown[0].NodeID != node || shown[1].NodeID != other || shown[0].RunState != string(tt.want) {
				t.Fatalf("the results are %+v", shown)
			}
			if queries := shown[0].QueryResults; len(queries) != 2 || queries[0].Name != "drop" || queries[1].Name != "create" {
				t.Errorf("the queries are %+v", queries)
			}
		})
	}
	if got := planned.CountNodes(); got != 2 {
		t.Errorf("the plan counts %d nodes", got)
	}
}
