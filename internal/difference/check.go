package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
)

// checker finds the issues that concern several decisions, or that are the same for every kind of object.
type checker struct {
	*facts

	changes []*decision
	issues  Issues
}

// check returns the issues of all decisions, of their order, of the compiler, and those that it finds itself.
func check(ds *decisions, o *order) Issues {
	c := &checker{facts: o.facts, changes: o.changes}
	for _, d := range ds.all {
		c.issues.Blocking, c.issues.Warnings = append(c.issues.Blocking, d.issues.Blocking...), append(c.issues.Warnings, d.issues.Warnings...)
	}
	c.issues.Blocking = append(c.issues.Blocking, o.issues...)
	c.checkDiagnostics(o)
	c.checkTypes()
	c.checkNames()
	c.checkForeign()
	c.checkDependentViews(o)
	c.checkTransactions()
	return Issues{Blocking: sortIssues(c.issues.Blocking), Warnings: sortIssues(c.issues.Warnings)}
}

func (c *checker) block(d *decision, issue Issue) {
	c.issues.Blocking = append(c.issues.Blocking, d.about(issue))
}

// checkDiagnostics makes issues of the compiler's findings. An error blocks the plan, unless it is about a node that is not
// deployed. A warning is repeated if its node changes.
func (c *checker) checkDiagnostics(o *order) {
	byName := make(map[string]*compiler.Node)
	for _, n := range c.in.Desired.Nodes() {
		byName[n.Ref().String()] = n
	}
	for _, found := range c.in.Desired.Diagnostics {
		n := byName[found.Node]
		if n != nil && !n.DeployEnabled {
			continue
		}
		issue := Issue{Code: string(found.Code), Name: found.Node, File: found.File, Line: found.Line, Message: found.Message, Hint: found.Hint}
		if n != nil {
			issue.Node = n.ID
		}
		switch {
		case c.blocks(found):
			c.issues.Blocking = append(c.issues.Blocking, issue)
		case n != nil:
			if d, changes := o.byNode[n.ID]; changes && d.action != Rebuild {
				c.issues.Warnings = append(c.issues.Warnings, issue)
			}
		}
	}
}

// blocks reports whether a project with a finding must not be deployed. Findings about jobs do not matter for a deploy.
func (c *checker) blocks(d diagnostic.Diagnostic) bool {
	switch {
	case d.Code == diagnostic.SelectorSyntax || d.Code == diagnostic.SelectorEmpty || d.Code == diagnostic.SubgraphUnknownNode:
		return false
	case d.Severity == diagnostic.Error, d.Code == diagnostic.SameObject:
		return true
	case d.Code == diagnostic.MappingMissing:
		return slices.ContainsFunc(c.in.Desired.Nodes(), func(n *compiler.Node) bool { return n.DeployEnabled && n.Location == d.Location })
	default:
		return false
	}
}

// checkTypes warns of types that the engine did not know.
func (c *checker) checkTypes() {
	if len(c.types) == 0 {
		return
	}
	for _, d := range c.changes {
		if d.desired == nil || d.desired.Kind != Table || len(d.steps) == 0 {
			continue
		}
		for _, column := range d.desired.Columns {
			if _, known := c.types[column.Type]; !known && column.Type != "" {
				c.issues.Warnings = append(c.issues.Warnings, d.about(Issue{
					Code:    CodeTypeUnknown,
					Message: fmt.Sprintf("the engine does not know the type %s of column %s of %s", column.Type, column.Name, d.ref()),
					Hint:    "Use a type that the engine knows, or create the type first.",
				}))
			}
		}
	}
}

// checkNames blocks names that the engine would truncate: a later plan would not find the object under the name of the
// project, and take it for gone.
func (c *checker) checkNames() {
	limit := c.dialect.Capabilities().MaxNameBytes
	if limit == 0 {
		return
	}
	for _, d := range c.changes {
		if d.desired == nil || d.desired.Kind == None || len(d.steps) == 0 {
			continue
		}
		c.checkName(d, "the name "+d.desired.Object, len(d.desired.Object))
		c.checkName(d, "the schema "+d.desired.Schema.Name, len(d.desired.Schema.Name))
		for i := range d.desired.Columns {
			name := d.desired.Columns[i].Name
			c.checkName(d, "the column "+name, len(name))
		}
	}
}

func (c *checker) checkName(d *decision, what string, bytes int) {
	limit := c.dialect.Capabilities().MaxNameBytes
	if bytes <= limit {
		return
	}
	c.block(d, Issue{
		Code:    CodeNameTooLong,
		Message: fmt.Sprintf("%s of %s is longer than %d bytes, the maximum of the engine", what, d.ref(), limit),
		Hint:    "Shorten the name; characters outside ASCII take two bytes or more.",
	})
}

// checkForeign blocks a plan that would create, adopt or change an object that another environment deployed, because neither
// environment could rely on it.
func (c *checker) checkForeign() {
	for _, d := range c.changes {
		if d.desired == nil || d.desired.Kind == None || len(d.steps) == 0 && d.action != Adopt {
			continue
		}
		if owner := c.foreignOwner(d.target()); owner != "" {
			c.block(d, Issue{
				Code:    CodeNameTaken,
				Message: fmt.Sprintf("%s cannot become %s: %s has deployed that object", d.ref(), d.object(), owner),
				Hint:    fmt.Sprintf("Map location %s of this environment to a schema of its own.", d.desired.Location),
			})
		}
	}
}

// checkDependentViews blocks a plan that drops or retypes what a view reads, if the plan does not drop that view first. The
// engine would reject it in the middle of the deploy.
func (c *checker) checkDependentViews(o *order) {
	dropped := map[objectKey]bool{}
	for _, d := range c.changes {
		if d.observed != nil && d.observed.IsView && o.removing(d) != nil {
			dropped[c.keyOf(d.source)] = true
		}
	}
	for _, d := range c.changes {
		if d.observed == nil || !d.replaces || d.isTemplateManaged() || o.removing(d) == nil {
			continue
		}
		var blocking []string
		for i := range d.observed.Dependents {
			view := &d.observed.Dependents[i]
			if (d.alter == nil || d.affectsColumns(view, false)) && !dropped[d.dependentKey(view)] {
				blocking = append(blocking, c.dialect.Qualify(d.source.Schema.Database, view.Schema, view.Name))
			}
		}
		if len(blocking) > 0 {
			c.block(d, Issue{
				Code: CodeBlockedByView,
				Message: fmt.Sprintf("%s cannot be changed while views read it that this plan does not recreate: %s",
					c.qualified(d.source), strings.Join(blocking, ", ")),
				Hint: "Drop them manually and create them again after the deploy, or add them to the project as nodes.",
			})
		}
	}
}
