package progress

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"github.com/millrace/millrace/internal/run"
)

// maxSlow limits how many of the slowest nodes are listed.
const maxSlow = 5

// summary returns the result of a run.
func (s Screen) summary(r *Snapshot) string {
	t := r.Tally()
	var out strings.Builder
	out.WriteString(s.verdict(r, t))
	if text := rows(t.Rows); text != "" {
		out.WriteString("Rows: " + text + ".\n")
	}
	if t.TestFailures > 0 {
		out.WriteString(s.paint(Careful, tests(t.FailedTests)+" failed in "+nodes(t.TestFailures)+".") + "\n")
	}
	out.WriteString(s.slow(r))
	return out.String()
}

// verdict returns the first line of the summary, and the reason if there is one.
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
	if r.Status == run.Failed && t.Failed == 0 && r.Reason != "" { // otherwise the nodes show the reason
		text += "\n" + indented(printable(r.Reason))
	}
	return text + "\n"
}

// sentence returns a status as a verb.
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

// counts lists how many nodes ended in which state.
func counts(t Tally) string {
	parts := []string{nodes(t.Nodes) + " complete"}
	switch {
	case t.LeftOut > 0 && t.LeftOut == t.Nodes:
		return "nothing changed, " + nodes(t.Nodes) + " not built"
	case t.Complete != t.Nodes:
		parts[0] = fmt.Sprintf("%d of %s complete", t.Complete, nodes(t.Nodes))
	}
	if t.LeftOut > 0 {
		parts = append(parts, fmt.Sprintf("%d of them not built", t.LeftOut))
	}
	return strings.Join(append(parts, rest(t)...), ", ")
}

// rest returns the counts of other states than complete, without zeros.
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

// slow lists the slowest nodes, if there is more than one node.
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

// came describes the result of a node: the rows that it changed, or that they were rolled back.
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

func tests(count int) string {
	if count == 1 {
		return "1 test"
	}
	return number(int64(count)) + " tests"
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}
