package review

import (
	"strings"
	"unicode"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// edit writes the change of a node.
func (p *printer) edit(e signed) {
	name := nameOf(e.PlanEdit)
	if kind := progress.Clean(value(e.NodeType)); kind != "" {
		name += " (" + kind + ")"
	}
	p.linef("\n%s %s", p.paint(e.sign.style(), string(e.sign)+" "+progress.Clean(e.Action)), p.paint(e.sign.style(), name))
	if description := progress.Clean(e.Description); description != "" {
		p.linef("    %s", description)
	}
	p.category(e.PlanEdit)
	for i := range value(e.Columns) {
		p.column(&value(e.Columns)[i])
	}
	for _, d := range value(e.Destructive) {
		p.linef("    %s", p.paint(progress.Bad, "deletes "+lossOf(&d)))
	}
	p.impact(value(e.Impact))
	if p.SQL {
		p.steps(value(e.Steps))
	}
}

func (p *printer) category(e *api.PlanEdit) {
	words := map[string]string{"breaking": "breaking", "nonBreaking": "not breaking", "metadataOnly": "metadata only"}
	style := progress.Faint
	if e.Category == "breaking" {
		style = progress.Bad
	}
	text := words[e.Category]
	if text == "" {
		text = progress.Clean(e.Category)
	}
	if reason := progress.Clean(e.Reason); reason != "" {
		text += ": " + reason
	}
	if text != "" {
		p.linef("    %s", p.paint(style, text))
	}
}

// column writes the change of a column as a line of a diff.
func (p *printer) column(c *api.PlanColumnChange) {
	name, from, to := progress.Clean(c.Column), progress.Clean(value(c.From)), progress.Clean(value(c.To))
	switch c.Change {
	case "added":
		p.linef("    %s", p.paint(progress.Good, strings.TrimRight("+ "+name+" "+to, " ")))
	case "dropped":
		p.linef("    %s", p.paint(progress.Bad, strings.TrimRight("- "+name+" "+from, " ")))
	case "renamed":
		p.linef("    %s", p.paint(progress.Careful, "~ "+orElse(from, "?")+" → "+orElse(to, name)))
	default:
		p.linef("    %s", p.paint(progress.Careful, "~ "+name+" "+progress.Clean(c.Change)+" "+orElse(from, "none")+" → "+orElse(to, "none")))
	}
}

// impact lists the readers of what changes, a node on a line.
func (p *printer) impact(list []api.PlanImpact) {
	var nodes []string
	columns := map[string][]string{}
	for _, i := range list {
		node := progress.Clean(i.Node)
		if _, seen := columns[node]; !seen {
			nodes = append(nodes, node)
			columns[node] = nil
		}
		if text := readingOf(&i); text != "" {
			columns[node] = append(columns[node], text)
		}
	}
	for _, node := range nodes {
		text := "read by " + node
		if len(columns[node]) > 0 {
			text += ": " + strings.Join(columns[node], ", ")
		}
		p.linef("    %s", p.paint(progress.Faint, text))
	}
}

func readingOf(i *api.PlanImpact) string {
	column, through := progress.Clean(value(i.Column)), progress.Clean(value(i.Through))
	switch {
	case column == "":
		return through
	case through == "" || through == column:
		return column
	default:
		return column + " from " + through
	}
}

// steps writes the statements exactly, except for control characters.
func (p *printer) steps(steps []api.PlanStep) {
	for _, step := range steps {
		p.linef("    %s", p.paint(progress.Faint, "-- "+progress.Clean(step.Name)))
		for line := range strings.Lines(strings.TrimRight(step.SQL, "\n")) {
			p.linef("    %s", printable(strings.ReplaceAll(line, "\t", "    ")))
		}
	}
}

// printable replaces characters that are not printable, and keeps spaces: a reviewer must see the statement that runs.
func printable(line string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsPrint(r), r == '\u200c', r == '\u200d': // joiners of letters
			return r
		case r == '\n', r == '\r':
			return -1
		}
		return '\ufffd' // visible to the reviewer
	}, line), " ")
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
