package progress

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// List writes the nodes of a run, one line each, with their errors below.
func List(screen Screen, s Snapshot) {
	names := 0
	for i := range s.Nodes {
		names = max(names, ansi.StringWidth(Clean(s.Nodes[i].Name)))
	}
	var out strings.Builder
	for i := range s.Nodes {
		n := &s.Nodes[i]
		line := screen.state(n) + " " + pad(Clean(n.Name), names) + "  " + screen.paint(Faint, detail(n))
		out.WriteString(strings.TrimRight(line, " ") + "\n" + screen.details(n))
	}
	screen.write(out.String())
}

// Summarize writes the result or the progress of a run.
func Summarize(screen Screen, s Snapshot) { screen.write(screen.summary(&s)) }
