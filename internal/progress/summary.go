package progress

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/millrace/millrace/internal/run"
)

// maxSlow is how many of the slowest nodes are named.
const maxSlow = 5

// summary says what became of a run.
func (s Screen) summary(r *Snapshot) string {
	t := r.Tally()
	var out strings.Builder
	out.WriteString(s.verdict(r, t))
	if text := rows(t.Rows); text != "" {
		out.WriteString("Rows: " + text + ".\n")
	}
	if t.TestFailures > 0 {
		out.WriteString(s.paint(Careful, "Tests failed in "+nodes(t.TestFailures)+".") + "\n")
	}
	out.WriteString(s.slow(r))
	return out.String()
}

// verdict is the first line of the summary, and the reason when there is one.
func (s Screen) verdict(r *Snapshot, t Tally) string {
	text := r.title(sentence(r.Status))
	if took := r.Elapsed(); took > 0 {
		text += preposition(r.Status) + Duration(took)
	}
	text += ": " + counts(t) + "."
	switch {
	case r.Status == run.Completed && t.TestFailures == 0:
		text = s.paint(Good, text)
	case r.Status == run.Completed:
		text = s.paint(Careful, text)
	case r.Status.IsOver():
		text = s.paint(Bad, text)
	}
	if r.Status == run.Failed && t.Failed == 0 && r.Reason != "" { // else the nodes have said it
		text += "\n" + indented(printable(r.Reason))
	}
	return text + "\n"
}

// sentence is a status as what a run does or did.
func sentence(status run.Status) string {
	if status == run.WaitingToRun {
		return "waits to run"
	}
	return string(status)
}

func preposition(status run.Status) string {
	if status.IsOver() {
		return " in "
	}
	return " for "
}

// counts says how many nodes ended in which way.
func counts(t Tally) string {
	parts := []string{nodes(t.Nodes) + " complete"}
	switch {
	case t.LeftOut > 0 && t.LeftOut == t.Nodes:
		return "nothing had changed, " + nodes(t.Nodes) + " not built"
	case t.Complete != t.Nodes:
		parts[0] = fmt.Sprintf("%d of %s complete", t.Complete, nodes(t.Nodes))
	}
	if t.LeftOut > 0 {
		parts = append(parts, fmt.Sprintf("%d of them not built", t.LeftOut))
	}
	return strings.Join(append(parts, rest(t)...), ", ")
}

// rest are the counts beside what is complete, without those that are nil.
func rest(t Tally) []string {
	var parts []string
	for _, one := range []struct {
		count int
		word  string
	}{{t.Running, "running"}, {t.Failed, "failed"}, {t.Skipped, "skipped"}, {t.Canceled, "canceled"}} {
		if one.count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", one.count, one.word))
		}
	}
	return parts
}

// slow names the nodes that took longest, where there is more than one.
func (s Screen) slow(r *Snapshot) string {
	list := r.slowest(maxSlow)
	if len(list) < 2 {
		return ""
	}
	times, names := 0, 0
	for _, n := range list {
		times = max(times, len(Duration(n.Elapsed(r.At))))
		names = max(names, ansi.StringWidth(Clean(n.Name)))
	}
	var out strings.Builder
	out.WriteString("\n" + s.paint(Faint, "Slowest:") + "\n")
	for _, n := range list {
		line := fmt.Sprintf("  %*s  %s  %s", times, Duration(n.Elapsed(r.At)), pad(Clean(n.Name), names), came(n))
		out.WriteString(s.inside(strings.TrimRight(line, " ")) + "\n")
	}
	return out.String()
}

// came says what came of a node: the rows that it changed, or that they were rolled back.
func came(n *Node) string {
	if n.State == run.NodeComplete {
		return rows(n.Counts())
	}
	return string(n.State)
}

func nodes(count int) string {
	if count == 1 {
		return "1 node"
	}
	return number(int64(count)) + " nodes"
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}
