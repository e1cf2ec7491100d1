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

// publicNode is the node that a step of a plan works on, by the id that clients know.
func publicNode(step transform.NodeID) string { return workspace.PublicID(plan.NodeOf(step)) }

// worstFirst are the states of the steps of a node in the order in which they say what became of the node.
func worstFirst() []string {
	return []string{
		string(run.NodeFailed), string(run.NodeCanceled), string(run.NodeRunning), string(run.NodeSkipped), string(run.NodeWaiting), string(run.NodeComplete),
	}
}

// foldSteps makes one result of those of two steps of a node, of which the first is ahead in the plan: the state is the
// worse one with what is said about it, and the queries are one after the other.
func foldSteps(first, second api.NodeResult) api.NodeResult {
	states := worstFirst()
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
	return folded
}

func isUnfinished(state string) bool {
	return state == string(run.NodeWaiting) || state == string(run.NodeRunning)
}
