package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// restoreProperties gives a recreated object the rights, the owner, the policies and the comments of the old object. It
// reports those that the plan cannot restore.
func (d *decision) restoreProperties() {
	provider := providing(d.steps)
	if d.observed == nil || len(d.observed.Properties) == 0 || provider == nil || !d.recreatesObject() {
		return
	}
	written := ddl.ReadProperties(d.templateStatements(), sqltext.Canonical(d.object()))
	var lost []string
	for i := range d.observed.Properties {
		p := &d.observed.Properties[i]
		switch {
		case isWritten(written, p) || !d.isNeeded(p):
		case d.canRestore(p):
			d.restore(provider, p)
		default:
			lost = append(lost, p.What)
		}
	}
	if len(lost) > 0 {
		d.warn(Issue{
			Code:    CodePropertiesLost,
			Message: fmt.Sprintf("%s is recreated and loses properties of the old object: %s", d.object(), strings.Join(lost, ", ")),
			Hint:    "Restore them manually after the deploy where they are needed.",
		})
	}
}

// recreatesObject reports whether the object of the node is dropped and created. It is false if only the template knows.
func (d *decision) recreatesObject() bool {
	return d.desired != nil && d.desired.Kind != None && d.replaces && d.alter == nil && !d.isTemplateManaged()
}

// isWritten reports whether the create template sets a property by itself. Then the project decides about it.
func isWritten(by *ddl.Properties, p *engine.RelationProperty) bool {
	switch p.Kind {
	case engine.Comment:
		return by.HasComments
	case engine.Policy:
		return by.HasPolicy(p.Name)
	case engine.Option:
		return by.HasOption(p.Name)
	default:
		return false
	}
}

// isNeeded reports whether the schema of the new object needs the property.
func (n *nodeFacts) isNeeded(p *engine.RelationProperty) bool {
	return p.Schema == "" || n.sameName(p.Schema, n.target().Schema.Name)
}

// canRestore reports whether a statement can restore a property: the new object is of a kind that can have it, and has the
// column that it is about.
func (n *nodeFacts) canRestore(p *engine.RelationProperty) bool {
	if p.Before == "" || n.changesKind() && !n.isSharedRight(p) {
		return false
	}
	return p.Column == "" || slices.ContainsFunc(n.desired.Columns, func(c StateColumn) bool { return c.Name == p.Column })
}

// isSharedRight reports whether a property is a right, which both tables and views can have. A role without access to the
// old object gets no access to the new one.
func (n *nodeFacts) isSharedRight(p *engine.RelationProperty) bool {
	return (p.Kind == engine.Right || p.Kind == engine.Surplus) && (n.desired.Kind == Table || n.desired.Kind == View)
}

// restore adds the statement that restores a property at the end of the step. If rows are copied, it also adds the statement
// at the beginning that makes all rows visible.
func (d *decision) restore(s *step, p *engine.RelationProperty) {
	if sql := p.ShowAllRowsStatement(d.qualified(d.start)); sql != "" && d.copiesRows {
		s.script.insert(0, "Show all rows of the old table", sql)
		s.drops++
	}
	at := len(s.script.stages)
	if p.Kind == engine.Surplus {
		at = d.afterCreate(s)
	}
	s.script.insert(at, "Restore "+p.What, p.Statement(d.object()))
}

// afterCreate returns the position after the CREATE statement of the template, so that later statements of the template, such
// as grants, stay in effect. If there is none, it returns the end.
func (d *decision) afterCreate(s *step) int {
	name := sqltext.Canonical(d.object())
	for i := s.drops; i < len(s.script.stages); i++ {
		if ddl.Creates(s.script.stages[i].SQL, name) {
			return i + 1
		}
	}
	return len(s.script.stages)
}
