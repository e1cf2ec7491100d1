package execute

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// stageError is a fault of one stage.
type stageError struct {
	stage string // the display name
	cause error
}

func (e *stageError) Error() string { return e.stage + ": " + e.cause.Error() }

func (e *stageError) Unwrap() error { return e.cause }

// stageName returns the display name of a stage.
func stageName(node *plan.Node, stage int) string {
	kind := "stage"
	if node.Stages[stage].Kind == plan.Test {
		kind = "test"
	}
	if name := node.Stages[stage].Name; name != "" {
		return kind + " " + name
	}
	return fmt.Sprintf("%s %d", kind, stage+1)
}

// problemOf converts a fault for display.
func problemOf(err error) *run.Problem {
	f := fault.From(err)
	return &run.Problem{Message: clip(f.Message, maxMessage), Hint: clip(f.Hint, maxMessage)}
}

// maxMessage limits the bytes of an engine message. Some engines quote the rejected value, whatever its size.
const maxMessage = 4_000

// clip truncates a long text at a character boundary.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// problem explains why a node failed. Its hint ends with what happened to the node's data.
func (n *nodeExecution) problem(err error) *run.Problem {
	problem := problemOf(err)
	if stage, ok := errors.AsType[*stageError](err); ok {
		problem.Message = stage.stage + ": " + problem.Message
	}
	if n.publishes {
		problem.Hint = sentences(problem.Hint, n.publisher.consequence(n))
	}
	return problem
}

// sentences joins hints.
func sentences(parts ...string) string {
	var filled []string
	for _, part := range parts {
		if part != "" {
			filled = append(filled, part)
		}
	}
	return strings.Join(filled, " ")
}

// skipped returns the result of a node that cannot run because an upstream node did not complete.
func (w *workerPool) skipped(position, because int) run.NodeResult {
	n := w.newNodeExecution(position)
	cause := "failed"
	if w.queue.states[because] == run.NodeSkipped {
		cause = "was skipped"
	}
	return n.over(run.NodeSkipped, &run.Problem{
		Message: fmt.Sprintf("%s %s", nameOf(&w.Plan.Nodes[because]), cause),
		Hint: "Nodes downstream of a failed node are skipped. Fix the failed node, then rerun the refresh or resume the deployment; " +
			"the skipped nodes run after it.",
	})
}

func isOutage(err error) bool { return fault.Is(err, fault.Unavailable) }
