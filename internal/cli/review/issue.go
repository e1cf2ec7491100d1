package review

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// issues lists issues, each with its hint.
func (p *printer) issues(list []api.PlanIssue, style progress.Style, one, many string) {
	if len(list) == 0 {
		return
	}
	p.linef("\n%s", p.paint(style, count(len(list), one, many)+":"))
	for _, group := range groupIssues(list) {
		p.issue(group, style)
	}
}

// fewRepeated is the number of equal issues up to which each of them is shown.
const fewRepeated = 3

// groupIssues returns the issues in groups. Issues with the same text are one group if there are many of them, else each is its own.
func groupIssues(list []api.PlanIssue) [][]*api.PlanIssue {
	counts, position := map[[2]string]int{}, map[[2]string]int{}
	for i := range list {
		counts[[2]string{list[i].Code, list[i].Message}]++
	}
	var groups [][]*api.PlanIssue
	for i := range list {
		kind := [2]string{list[i].Code, list[i].Message}
		if at, isRepeated := position[kind]; isRepeated && counts[kind] > fewRepeated {
			groups[at] = append(groups[at], &list[i])
			continue
		}
		position[kind] = len(groups)
		groups = append(groups, []*api.PlanIssue{&list[i]})
	}
	return groups
}

// moreText returns the number and the nodes of further issues with the same text.
func moreText(more []*api.PlanIssue) string {
	text := fmt.Sprintf("and %d more like it", len(more))
	var nodes []string
	for _, issue := range more {
		if node := progress.Clean(value(issue.Node)); node != "" {
			nodes = append(nodes, node)
		}
	}
	if len(nodes) == 0 {
		return text
	}
	return text + ": " + strings.Join(nodes, ", ")
}

// issue prints the first issue of a group, and what the others are about.
func (p *printer) issue(group []*api.PlanIssue, style progress.Style) {
	issue := group[0]
	mark := "!"
	if style == progress.Bad {
		mark = "✗"
	}
	text := progress.Clean(issue.Message)
	if node := value(issue.Node); node != "" {
		text = progress.Clean(node) + ": " + text
	}
	p.linef("  %s %s %s", p.paint(style, mark), text, p.paint(progress.Faint, "["+progress.Clean(issue.Code)+"]"))
	if more := group[1:]; len(more) > 0 {
		p.linef("      %s", p.paint(progress.Faint, moreText(more)))
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
