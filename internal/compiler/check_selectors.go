package compiler

import (
	"errors"
	"fmt"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// selectorText is a selector as written in the file of a job.
type selectorText struct {
	job  *transform.Job
	name string // the key in the file
	text string
	at   diagnostic.Position
}

// checkJobs reports selectors that do not parse, that match nothing, or that do not mean what they seem to mean.
func (c *Compilation) checkJobs() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for i := range c.Project.Jobs {
		job := &c.Project.Jobs[i]
		include := selectorText{job, "includeSelector", job.Include, job.IncludeAt}
		exclude := selectorText{job, "excludeSelector", job.Exclude, job.ExcludeAt}
		found = append(found, c.checkSelector(include)...)
		if job.Exclude != "" {
			found = append(found, c.checkSelector(exclude)...)
			found = append(found, c.checkBoth(include, exclude)...)
		}
	}
	return found
}

// checkBoth reports a job whose exclude removes every node that its include selects.
func (c *Compilation) checkBoth(include, exclude selectorText) []diagnostic.Diagnostic {
	all, _, err := c.Select(include.text, "")
	if err != nil || len(all.IDs) == 0 {
		return nil // reported already
	}
	left, _, err := c.Select(include.text, exclude.text)
	if err != nil || len(left.IDs) > 0 {
		return nil
	}
	return []diagnostic.Diagnostic{diagnostic.Diagnostic{
		Code: diagnostic.SelectorEmpty, Severity: diagnostic.Warning,
		Message: fmt.Sprintf("%s of job %s removes every node that %s selects", exclude.name, exclude.job.Name, include.name),
		Hint:    "list the nodes of a selector with `millrace select`",
	}.At(exclude.job.File, exclude.at)}
}

func (c *Compilation) checkSelector(s selectorText) []diagnostic.Diagnostic {
	if _, _, err := selector.Parse(s.text); err != nil {
		return []diagnostic.Diagnostic{s.syntax(err)}
	}
	result, warnings, err := c.Select(s.text, "")
	if err != nil {
		return []diagnostic.Diagnostic{s.syntax(err)}
	}
	var found []diagnostic.Diagnostic
	for _, w := range append(warnings, result.Warnings...) {
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.SelectorWarning, Severity: diagnostic.Warning,
			Message: fmt.Sprintf("%s of job %s: %s", s.name, s.job.Name, w.Text),
		}.At(s.job.File, s.at.Inside(s.text, w.Offset)))
	}
	if len(result.IDs) == 0 && len(c.nodes) > 0 {
		found = append(found, diagnostic.Diagnostic{
			Code: diagnostic.SelectorEmpty, Severity: diagnostic.Warning,
			Message: fmt.Sprintf("%s of job %s matches no node", s.name, s.job.Name),
			Hint:    "list the nodes of a selector with `millrace select`",
		}.At(s.job.File, s.at))
	}
	return found
}

func (s selectorText) syntax(err error) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Code: diagnostic.SelectorSyntax, Severity: diagnostic.Error,
		Message: fmt.Sprintf("%s of job %s: %v", s.name, s.job.Name, err),
	}
	var syntax *selector.SyntaxError
	if !errors.As(err, &syntax) {
		return d.At(s.job.File, s.at)
	}
	d.Hint = syntax.Hint
	return d.At(s.job.File, s.at.Inside(s.text, syntax.Offset))
}

// checkSubgraphs reports steps that name an unknown node.
func (c *Compilation) checkSubgraphs() []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for i := range c.Project.Subgraphs {
		s := &c.Project.Subgraphs[i]
		for _, id := range s.Steps {
			if _, known := c.byID[id]; known {
				continue
			}
			found = append(found, diagnostic.Diagnostic{
				Code: diagnostic.SubgraphUnknownNode, Severity: diagnostic.Warning,
				Message: fmt.Sprintf("subgraph %s names node %s, which is not in the project", s.Name, id),
				Hint:    "remove the step from the subgraph",
			}.At(s.File, s.At))
		}
	}
	return found
}
