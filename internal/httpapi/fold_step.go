package httpapi

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// publicNode returns the public id of the node that a step of a plan belongs to.
func publicNode(step transform.NodeID) string { return workspace.PublicID(plan.NodeOf(step)) }

// statesBySeverity lists the states of a node's steps. The first that occurs is the state of the node.
func statesBySeverity() []string {
	return []string{
		string(run.NodeFailed), string(run.NodeCanceled), string(run.NodeRunning), string(run.NodeSkipped), string(run.NodeWaiting), string(run.NodeComplete),
	}
}

// foldSteps merges the results of two steps of a node into one; the first step is earlier in the plan. The state is the
// worse one, with its details. The queries are concatenated.
func foldSteps(first, second api.NodeResult) api.NodeResult {
	states := statesBySeverity()
	folded, other := first, second
	if slices.Index(states, second.RunState) < slices.Index(states, first.RunState) {
		folded, other = second, first
	}
	folded.QueryResults = append(slices.Clone(first.QueryResults), second.QueryResults...)
	folded.IsRunning = first.IsRunning || second.IsRunning
	folded.StartTime, folded.EndTime = cmp.Or(first.StartTime, second.StartTime), nil
	if !isUnfinished(first.RunState) && !isUnfinished(second.RunState) {
		folded.EndTime = cmp.Or(second.EndTime, first.EndTime)
	}
	if other.HasTestFailures != nil {
		folded.HasTestFailures = other.HasTestFailures
	}
	folded.FailedTests = optionalCount(value(first.FailedTests) + value(second.FailedTests))
	return folded
}

func isUnfinished(state string) bool {
	return state == string(run.NodeWaiting) || state == string(run.NodeRunning)
}
