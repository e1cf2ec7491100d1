package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// restoreProperties gives what is made anew the rights, the owner, the protections and the comments that the old object had. What
// cannot be given again is said.
func (w *nodePlan) restoreProperties() {
	if w.there == nil || len(w.there.Attached) == 0 || w.gives == nil || !w.isMadeAnew() {
		return
	}
	written := ddl.ReadProperties(w.templateStatements(), sqltext.Canonical(w.name()))
	var lost []string
	for i := range w.there.Attached {
		attached := &w.there.Attached[i]
		switch {
		case isWritten(written, attached) || !w.isNeeded(attached):
		case w.canAttach(attached):
			w.attach(attached)
		default:
			lost = append(lost, attached.What)
		}
	}
	if len(lost) > 0 {
		w.warn(Issue{
			Code:    CodeDetached,
			Message: fmt.Sprintf("%s is made anew and loses what was given to the old one: %s", w.name(), strings.Join(lost, ", ")),
			Hint:    "Give it again by hand after the deploy where it is needed.",
		})
	}
}

// isMadeAnew reports whether the object of the node is dropped and made again. Of a node that is its own, only the template
// knows.
func (w *nodePlan) isMadeAnew() bool {
	return w.after != nil && w.after.Kind != None && w.isReplaced && w.inPlace == nil && !w.isItsOwn()
}

// isTemplateManaged reports whether only the template knows what becomes of the object, or knew when it was deployed.
func (w *nodePlan) isItsOwn() bool {
	return w.before != nil && w.before.isTemplateManaged() || w.after != nil && w.after.isTemplateManaged()
}

// isNeeded reports whether the new object is made in a place that asks for it.
func (w *nodePlan) isNeeded(a *engine.RelationProperty) bool {
	return a.Schema == "" || w.warehouse.sameName(a.Schema, w.goal().Place.Name)
}

// canAttach reports whether we can give something again: the new object is of a kind that can have it, and has the column
// that it was given to.
func (w *nodePlan) canAttach(a *engine.RelationProperty) bool {
	if a.Before == "" || kindOf(w.there) != w.after.Kind && !w.canHaveRights(a) {
		return false
	}
	return a.Column == "" || slices.ContainsFunc(w.after.Columns, func(c StateColumn) bool { return c.Name == a.Column })
}

// canHaveRights reports whether it is about rights, which tables and views have in common: who may not read the one may not
// read the other that takes its place.
func (w *nodePlan) canHaveRights(a *engine.RelationProperty) bool {
	return (a.Sort == engine.Right || a.Sort == engine.Surplus) && (w.after.Kind == Table || w.after.Kind == View)
}

// attach writes the statement that gives something again, at the end of the step; and at its beginning the one that shows all
// rows to whoever copies them.
func (w *nodePlan) attach(a *engine.RelationProperty) {
	s := w.gives
	if sql := a.ShowAllRowsStatement(w.warehouse.qualified(w.at)); sql != "" && w.isCopied {
		s.script.insert(0, "Show all rows of the old table", sql)
		s.head++
	}
	at := len(s.script.stages)
	if a.Sort == engine.Surplus {
		at = w.made()
	}
	s.script.insert(at, "Give again "+a.What, a.Statement(w.name()))
}

// made is the position behind the statement of the template that makes the object: what the template says afterwards, such
// as who may read it, stays said. When none is seen, it is the end.
func (w *nodePlan) made() int {
	s := w.gives
	for i := s.head; i < len(s.script.stages); i++ {
		if ddl.Creates(s.script.stages[i].SQL, sqltext.Canonical(w.name())) {
			return i + 1
		}
	}
	return len(s.script.stages)
}

// insert adds a statement at a position.
func (s *script) insert(at int, name, sql string) {
	s.stages = slices.Insert(s.stages, at, plan.Stage{Name: name, Kind: plan.SQL, SQL: sql})
	s.destroy = slices.Insert(s.destroy, at, false)
}

// isWritten reports whether the template of the node sets a property by itself.
func isWritten(by *ddl.Properties, a *engine.RelationProperty) bool {
	switch a.Sort {
	case engine.Comment:
		return by.HasComments
	case engine.Policy:
		return by.HasPolicy(a.Name)
	case engine.Option:
		return by.HasOption(a.Name)
	default:
		return false
	}
}
