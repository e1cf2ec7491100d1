package progress

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/run"
)

// Lines shows a run as plain lines, one for every state change of a node, for logs and pipes.
type Lines struct {
	screen  Screen
	seen    map[int]run.NodeState // by position; a missing node waits
	over    int
	waiting bool // the line about waiting was written
	note    string
}

// NewLines returns a display that writes lines.
func NewLines(screen Screen) *Lines { return &Lines{screen: screen, seen: map[int]run.NodeState{}} }

// Show writes the changes since the last snapshot.
func (l *Lines) Show(s Snapshot) {
	if s.Status == run.WaitingToRun && !l.waiting {
		l.waiting = true
		l.screen.write(s.title("waits to run") + "\n")
	}
	if s.Note != l.note && s.Note != "" {
		l.screen.write(capital(Clean(s.Note)) + "\n")
	}
	l.note = s.Note
	l.screen.write(l.changes(&s))
}

// End writes the last changes and the result of the run.
func (l *Lines) End(s Snapshot) {
	l.screen.write(l.changes(&s) + l.screen.summary(&s))
}

// Leave does nothing: the lines stay.
func (l *Lines) Leave() {}

func (l *Lines) changes(s *Snapshot) string {
	var out strings.Builder
	for i := range s.Nodes {
		n := &s.Nodes[i]
		before, known := l.seen[i]
		if n.State == before || !known && n.State == run.NodeWaiting {
			continue
		}
		l.seen[i] = n.State
		if n.State.IsOver() {
			l.over++
		}
		l.writeChange(&out, n, len(s.Nodes))
	}
	return out.String()
}

func (l *Lines) writeChange(out *strings.Builder, n *Node, all int) {
	digits := len(strconv.Itoa(all))
	_, _ = fmt.Fprintf(out, "[%*d/%d] %s %s", digits, l.over, all, l.screen.state(n), Clean(n.Name))
	if detail := detail(n); detail != "" {
		out.WriteString("  " + l.screen.paint(Faint, detail))
	}
	out.WriteByte('\n')
	if n.State.IsOver() {
		out.WriteString(l.screen.details(n))
	}
}

// state returns the text of the node's state, padded to a common width.
func (s Screen) state(n *Node) string {
	word := fmt.Sprintf("%-8s", n.State)
	switch {
	case n.State == run.NodeFailed:
		return s.paint(Bad, word)
	case n.State == run.NodeComplete && n.FailedTests > 0:
		return s.paint(Careful, word)
	case n.State == run.NodeComplete:
		return s.paint(Good, word)
	default:
		return word
	}
}

// detail returns the text after the name of a node.
func detail(n *Node) string {
	var parts []string
	switch n.State {
	case run.NodeComplete:
		if n.IsLeftOut {
			return "not built"
		}
		if !n.Started.IsZero() { // a node without statements has no details
			parts = append(parts, Duration(n.Elapsed(n.Ended)))
		}
		if text := rows(n.Counts()); text != "" {
			parts = append(parts, text)
		}
		if n.FailedTests > 0 {
			parts = append(parts, tests(n.FailedTests)+" failed")
		}
	case run.NodeFailed:
		parts = append(parts, n.failure())
	case run.NodeSkipped, run.NodeCanceled:
		if n.Problem != nil {
			parts = append(parts, Clean(n.Problem.Message))
		}
	case run.NodeRunning:
		if text := n.current(); len(n.Stages) > 0 && n.Stages[len(n.Stages)-1].Progress != nil {
			parts = append(parts, Clean(text))
		}
	default: // no details yet
	}
	return strings.Join(parts, ", ")
}
