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
	more := repeated(list)
	for i := range list {
		if more[i] >= 0 {
			p.issue(&list[i], more[i], style)
		}
	}
}

// fewRepeated is the number of equal issues up to which each of them is shown.
const fewRepeated = 3

// repeated returns the number of further issues with the same text for the first of each kind, and -1 for these, if there are many.
func repeated(list []api.PlanIssue) []int {
	first, counts := map[[2]string]int{}, map[[2]string]int{}
	for i := range list {
		counts[[2]string{list[i].Code, list[i].Message}]++
	}
	more := make([]int, len(list))
	for i := range list {
		kind := [2]string{list[i].Code, list[i].Message}
		at, isRepeated := first[kind]
		switch {
		case counts[kind] <= fewRepeated:
		case isRepeated:
			more[at]++
			more[i] = -1
		default:
			first[kind] = i
		}
	}
	return more
}

func (p *printer) issue(issue *api.PlanIssue, more int, style progress.Style) {
	mark := "!"
	if style == progress.Bad {
		mark = "✗"
	}
	text := progress.Clean(issue.Message)
	if node := value(issue.Node); node != "" {
		text = progress.Clean(node) + ": " + text
	}
	p.linef("  %s %s %s", p.paint(style, mark), text, p.paint(progress.Faint, "["+progress.Clean(issue.Code)+"]"))
	if more > 0 {
		p.linef("      %s", p.paint(progress.Faint, fmt.Sprintf("and %d more like it", more)))
	}
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
