package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// collectIssues makes issues of what the compiler found. An error stops a plan, unless it is about a node that is not deployed; a
// warning is repeated when its node changes.
func (c *comparison) collectIssues() {
	byName := make(map[string]*compiler.Node)
	for _, n := range c.Desired.Nodes() {
		byName[n.Ref().String()] = n
	}
	for _, d := range c.Desired.Diagnostics {
		n := byName[d.Node]
		if n != nil && !n.DeployEnabled {
			continue
		}
		issue := Issue{Code: string(d.Code), Name: d.Node, File: d.File, Line: d.Line, Message: d.Message, Hint: d.Hint}
		if n != nil {
			issue.Node = n.ID
		}
		switch {
		case c.stops(d):
			c.issues.Stop = append(c.issues.Stop, issue)
		case n != nil && c.isMadeOrAltered(n.ID):
			c.issues.Warn = append(c.issues.Warn, issue)
		}
	}
	c.judgeTypes()
	c.judgeNames()
	c.judgeHeld()
}

func (c *comparison) isMadeOrAltered(id transform.NodeID) bool {
	w, ok := c.byID[id]
	return ok && w.change.Action != Rebuild
}

// stops reports whether a finding must not be deployed.
func (c *comparison) stops(d diagnostic.Diagnostic) bool {
	switch {
	case d.Severity == diagnostic.Error:
		return !isAboutWork(d.Code)
	case d.Code == diagnostic.SameObject:
		return true
	case d.Code == diagnostic.MappingMissing:
		return c.isInUse(d.Location)
	default:
		return false
	}
}

// isAboutWork is for findings about jobs, which keep nothing from being made.
func isAboutWork(code diagnostic.Code) bool {
	return code == diagnostic.SelectorSyntax || code == diagnostic.SelectorEmpty || code == diagnostic.SubgraphUnknownNode
}

// isInUse reports whether the project deploys a node to a location.
func (c *comparison) isInUse(location string) bool {
	return slices.ContainsFunc(c.Desired.Nodes(), func(n *compiler.Node) bool { return n.DeployEnabled && n.Location == location })
}

// judgeTypes warns of types that the engine did not know when it was asked.
func (c *comparison) judgeTypes() {
	for _, w := range c.works {
		if w.after == nil || w.after.Kind != Table || len(w.steps) == 0 || len(w.warehouse.types) == 0 {
			continue
		}
		for _, column := range w.after.Columns {
			if _, known := w.warehouse.types[column.Type]; !known && column.Type != "" {
				w.warn(Issue{
					Code:    CodeTypeUnknown,
					Message: fmt.Sprintf("the engine does not know the type %s of column %s of %s", column.Type, column.Name, w.change.Ref()),
					Hint:    "Use a type that it knows, or make the type there first.",
				})
			}
		}
	}
}
