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
	stage string // how people know it
	cause error
}

func (e *stageError) Error() string { return e.stage + ": " + e.cause.Error() }

func (e *stageError) Unwrap() error { return e.cause }

// stageName is how people know a stage.
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

// problemOf is a fault as it is shown.
func problemOf(err error) *run.Problem {
	f := fault.From(err)
	return &run.Problem{Message: clip(f.Message, maxMessage), Hint: clip(f.Hint, maxMessage)}
}

// maxMessage is how much is kept of what an engine says, in bytes. Some quote the value that they choke on, whatever
// its size.
const maxMessage = 4_000

// clip cuts a text that is too long, between two letters.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + "…"
}

// problem is why a node failed. Its hint ends with what people who see a failed node want to know most.
func (n *nodeExecution) problem(err error) *run.Problem {
	problem := problemOf(err)
	if stage, ok := errors.AsType[*stageError](err); ok {
		problem.Message = stage.stage + ": " + problem.Message
	}
	switch {
	case n.publishes && n.inDoubt:
		problem.Hint = sentences(problem.Hint,
			"The engine did not say whether the node is published. It is so whole or not at all, but which of the two is not known.")
	case n.publishes:
		problem.Hint = sentences(problem.Hint, "Nothing of this node was published; what was there before is in place.")
	}
	return problem
}

// sentences joins hints.
func sentences(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " ")
}

// skipped is the result of a node that cannot be worked on because of another one.
func (w *workerPool) skipped(position, because int) run.NodeResult {
	n := w.newNodeWork(position)
	cause := "failed"
	if w.board.states[because] == run.NodeSkipped {
		cause = "was skipped"
	}
	return n.over(run.NodeSkipped, &run.Problem{
		Message: fmt.Sprintf("%s %s", nameOf(&w.Plan.Nodes[because]), cause),
		Hint: "Nodes that are made from a node that failed are skipped. Mend that one; to rerun a refresh, or to resume a deployment, " +
			"works on them after it.",
	})
}

func isOutage(err error) bool { return fault.Is(err, fault.Unavailable) }
