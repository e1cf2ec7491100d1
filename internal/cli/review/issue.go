package review

import (
	"fmt"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// issues lists issues, each with its hint.
func (p *printer) issues(list []api.PlanIssue, style progress.Style, one, many string) {
	if len(list) == 0 {
		return
	}
	p.linef("\n%s", p.paint(style, count(len(list), one, many)+":"))
	for i := range list {
		p.issue(&list[i], style)
	}
}

func (p *printer) issue(issue *api.PlanIssue, style progress.Style) {
	mark := "!"
	if style == progress.Bad {
		mark = "✗"
	}
	text := progress.Clean(issue.Message)
	if node := value(issue.Node); node != "" {
		text = progress.Clean(node) + ": " + text
	}
	p.linef("  %s %s %s", p.paint(style, mark), text, p.paint(progress.Faint, "["+progress.Clean(issue.Code)+"]"))
	if position := positionOf(issue); position != "" {
		p.linef("      %s", p.paint(progress.Faint, position))
	}
	if hint := progress.Clean(issue.Hint); hint != "" {
		p.linef("      %s", p.paint(progress.Next, "→ "+hint))
	}
}

// positionOf returns the position of the issue in the project, in the form that editors open.
func positionOf(issue *api.PlanIssue) string {
	file := progress.Clean(value(issue.File))
	if line := value(issue.Line); file != "" && line > 0 {
		return fmt.Sprintf("%s:%d", file, line)
	}
	return file
}
