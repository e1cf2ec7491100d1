package execute

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// maxNames is how many nodes a reason lists.
const maxNames = 3

// outcome returns the outcome of the run after all its nodes have ended.
func (w *workerPool) outcome() run.Outcome {
	var failed []string
	var canceled, skipped bool
	for i, state := range w.queue.states {
		switch state {
		case run.NodeFailed:
			failed = append(failed, nameOf(&w.Plan.Nodes[i]))
		case run.NodeCanceled:
			canceled = true
		case run.NodeSkipped:
			skipped = true
		default: // complete
		}
	}
	switch {
	case canceled:
		return run.Outcome{Status: run.Canceled}
	case len(failed) > 0 && w.startProblem != nil:
		return run.Outcome{Status: run.Failed, Reason: w.startProblem.Message}
	case len(failed) > 0:
		return run.Outcome{Status: run.Failed, Reason: reason(failed, len(w.Plan.Nodes))}
	case skipped: // by an earlier owner that recorded no failure
		return run.Outcome{Status: run.Failed, Reason: "nodes were skipped"}
	}
	return run.Outcome{Status: run.Completed}
}

// reason describes the failed nodes in one line.
func reason(failed []string, all int) string {
	names := strings.Join(failed[:min(len(failed), maxNames)], ", ")
	if len(failed) > maxNames {
		names += ", …"
	}
	if all == 1 {
		return fmt.Sprintf("the node failed: %s", names)
	}
	return fmt.Sprintf("%d of %d nodes failed: %s", len(failed), all, names)
}

func nameOf(node *plan.Node) string {
	if node.Location == "" {
		return node.Name
	}
	return node.Location + "." + node.Name
}
