package execute

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// maxNames is how many nodes a reason names.
const maxNames = 3

// outcome is that of the run when all its nodes are over.
func (w *workerPool) outcome() run.Outcome {
	var failed []string
	var canceled, skipped bool
	for i, state := range w.board.states {
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
	case len(failed) > 0 && w.refusal != nil:
		return run.Outcome{Status: run.Failed, Reason: w.refusal.Message}
	case len(failed) > 0:
		return run.Outcome{Status: run.Failed, Reason: reason(failed, len(w.Plan.Nodes))}
	case skipped: // by an earlier owner that recorded no failure
		return run.Outcome{Status: run.Failed, Reason: "nodes were skipped"}
	}
	return run.Outcome{Status: run.Completed}
}

// reason is one line about the nodes that failed.
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
