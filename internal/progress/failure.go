package progress

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// maxMessageLines limits how much of an engine's message is shown; the report has all of it.
const maxMessageLines = 20

// trouble returns the failures of a node as text; empty if there are none.
func (s Screen) trouble(n *Node) string {
	if n.State != run.NodeFailed {
		return s.details(n)
	}
	heading := fmt.Sprintf("%s %s failed", s.paint(Bad, "✗"), Clean(n.Name))
	if how := n.failure(); how != "" {
		heading += " after " + how
	}
	return heading + "\n" + s.details(n)
}

// failure says after what time and in which stage a node failed.
func (n *Node) failure() string {
	var parts []string
	if took := n.Elapsed(n.Ended); took > 0 {
		parts = append(parts, Duration(took))
	}
	if at := n.fatal(); at >= 0 {
		parts = append(parts, "in "+n.Stages[at].called())
	}
	return strings.Join(parts, ", ")
}

// fatal returns the stage that failed a node: the last one that failed; -1 if none did, or if several tests did. A node
// that a test halts runs the tests after it too.
func (n *Node) fatal() int {
	if n.State != run.NodeFailed {
		return -1
	}
	for i := len(n.Stages) - 1; i >= 0; i-- {
		stage := &n.Stages[i]
		switch {
		case stage.State == run.NodeFailed && stage.Kind == plan.Test && (n.FailedTests > 1 || !n.isFailedBy(stage)):
			return -1
		case stage.State == run.NodeFailed:
			return i
		case stage.Kind != plan.Test:
			return -1
		}
	}
	return -1
}

// isFailedBy reports whether the problem of the node is that of a stage. The problem of a node begins with the name of
// the stage.
func (n *Node) isFailedBy(stage *Stage) bool {
	return n.Problem == nil || stage.Problem == nil || strings.HasSuffix(n.Problem.Message, stage.Problem.Message)
}

// details returns the lines below a node: why it failed, and which stages failed without stopping it.
func (s Screen) details(n *Node) string {
	var out strings.Builder
	fatal := n.fatal()
	if n.State == run.NodeFailed {
		s.writeProblem(&out, n.why(fatal))
	}
	for i := range n.Stages {
		stage := &n.Stages[i]
		if stage.State != run.NodeFailed {
			continue
		}
		if i != fatal {
			_, _ = fmt.Fprintf(&out, "%s %s: %s failed\n", s.paint(Careful, "!"), Clean(n.Name), stage.called())
			s.writeProblem(&out, stage.Problem)
		}
		writeRows(&out, stage.FailingRows)
	}
	return out.String()
}

// called names the stage in a sentence.
func (s *Stage) called() string {
	name := Clean(s.Name)
	switch {
	case name == "" && s.Kind == plan.Test:
		return "a test"
	case name == "":
		return "an unnamed statement"
	case s.Kind == plan.Test:
		return fmt.Sprintf("the test %q", name)
	default:
		return fmt.Sprintf("%q", name)
	}
}

// why returns the problem of a failed node, with the hint of the node and the message of its stage, which does not
// repeat the name of the stage.
func (n *Node) why(fatal int) *run.Problem {
	if fatal < 0 || n.Stages[fatal].Problem == nil {
		return n.Problem
	}
	problem := *n.Stages[fatal].Problem
	if n.Problem != nil {
		problem.Hint = n.Problem.Hint
	}
	return &problem
}

func (s Screen) writeProblem(out *strings.Builder, problem *run.Problem) {
	if problem == nil {
		return
	}
	lines := strings.Split(strings.TrimSpace(printable(problem.Message)), "\n")
	for _, line := range lines[:min(len(lines), maxMessageLines)] {
		if line = strings.TrimRight(line, " "); line != "" {
			_, _ = fmt.Fprintf(out, "    %s\n", line)
		}
	}
	if more := len(lines) - maxMessageLines; more > 0 {
		_, _ = fmt.Fprintf(out, "    … and %d more lines\n", more)
	}
	if problem.Hint != "" {
		_, _ = fmt.Fprintf(out, "    %s\n", s.paint(Next, "→ "+Clean(problem.Hint)))
	}
}
