package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// nodePlan is what is found out about one node.
type nodePlan struct {
	*comparison

	node   *compiler.Node   // nil when the project has it no longer, or does not deploy it
	before *State           // nil when it is not deployed
	after  *State           // nil when it is to be deleted
	there  *engine.Relation // what the engine has of it now; nil when nothing
	at     ObjectRef        // where that is, or was, when the step that completes the node begins
	origin ObjectRef        // where it is now
	change Change
	steps  []*step
	states []NewState
	// isReplaced says that what others read of it goes away for a moment, or changes under them: it is dropped, made anew,
	// renamed, or its columns are dropped, renamed or get another type.
	isReplaced bool
	// drops is the step that takes the object, or the columns, away; gives is the one that others wait for; frees is the
	// one after which its name can be taken.
	drops, gives, frees *step
	// isCreating says that the create template runs, so that what the node reads must be there.
	isCreating bool
	isCopied   bool // rows go from an old table into a new one
	isApart    bool // a view is dropped in a step of its own; see splitView
	// inPlace is how the columns of a table change that stays the same table; nil for everything else.
	inPlace *columnDifference
}

// step is one transaction of the plan in the making.
type step struct {
	id     transform.NodeID
	phase  Phase
	at     ObjectRef
	script script
	head   int     // how many statements, from the first, only take away what is there
	after  []*step // what has to be done before
	rank   int     // of the node in the graph
	owner  *nodePlan
	parts  []*step // those that it was united from; see unite
}

// goal is where the object of the node will be.
func (w *nodePlan) goal() ObjectRef { return w.after.ObjectRef() }

func (w *nodePlan) id() transform.NodeID {
	if w.node != nil {
		return w.node.ID
	}
	return w.before.ID
}

// name is the qualified name that the object will have.
func (w *nodePlan) name() string { return w.warehouse.qualified(w.goal()) }

// setAction says what happens to the node.
func (w *nodePlan) setAction(action Action) {
	w.change.Action = action
}

// create lets the template make the node, after what the step did so far.
func (w *nodePlan) create(s *step) {
	s.head = len(s.script.stages)
	s.script.addStages(w.node.Create.Stages)
	if w.after.Kind == Table || w.after.Kind == View {
		w.forbidReplace(s, s.head)
	}
	w.isCreating = true
}

// step adds a transaction. The suffix tells it from others of the same node; the one that completes the node has none.
func (w *nodePlan) step(phase Phase, suffix string, at ObjectRef) *step {
	s := &step{id: w.id() + transform.NodeID(suffix), phase: phase, at: at, owner: w}
	w.steps = append(w.steps, s)
	return s
}

// The steps of a node beside the one that completes it.
const (
	dropSuffix  = plan.DropStep  // a view that has to be out of the way, or the old table after a move to another database
	leftSuffix  = plan.LeftStep  // what such a move left behind when it did not come to its end
	asideSuffix = plan.AsideStep // a table that another one takes the name of while it waits for its own
	alterSuffix = plan.AlterStep // of a type that decides by itself in several phases
)

// setStateAfter notes what is known about the node once a step is done, or the whole deploy if step is nil.
func (w *nodePlan) setStateAfter(state *State, by *step) {
	s := NewState{Node: w.id(), State: state}
	if by != nil {
		s.Step = string(by.id)
	}
	w.states = append(w.states, s)
}

// countRows is a query for the number of rows of a table, or of those that a condition is true for.
func countRows(table, condition string) string {
	query := "SELECT COUNT(*) FROM " + table
	if condition != "" {
		query += " WHERE " + condition
	}
	return query
}

// destroysTable notes that a table goes away with its rows.
func (w *nodePlan) destroysTable(at ObjectRef) {
	name := w.warehouse.qualified(at)
	w.change.Destroys = append(w.change.Destroys, Destruction{Object: name, What: "table", CountQuery: countRows(name, "")})
}

// destroysColumn notes that a column goes away, or values in it that another type may not hold.
func (w *nodePlan) destroysColumn(column, what string) {
	name := w.warehouse.qualified(w.origin)
	w.change.Destroys = append(w.change.Destroys, Destruction{
		Object: name, What: what, Column: column,
		CountQuery: countRows(name, w.warehouse.words.Quote(column)+" IS NOT NULL"),
	})
}

// templateStatements returns the statements of the create template of the node.
func (w *nodePlan) templateStatements() []string {
	var list []string
	for i := range w.node.Create.Stages {
		list = append(list, statementsOf(&w.node.Create.Stages[i])...)
	}
	return list
}

// fillsItself reports whether the create template inserts rows into the table that it creates. Copied rows would be there
// twice.
func (w *nodePlan) fillsItself() bool {
	if w.node.Type != nil && w.node.Type.IsBuiltIn && !w.node.OverrideSQL {
		return false // the library creates empty tables
	}
	name := sqltext.Canonical(w.name())
	return slices.ContainsFunc(w.templateStatements(), func(statement string) bool { return ddl.InsertsRows(statement, name) })
}

// forbidReplace turns the template's statements, from one on, into plain CREATE statements, so that the engine refuses to
// replace what the plan does not know. Statements before them drop or move what the plan knows.
func (w *nodePlan) forbidReplace(s *step, from int) {
	if w.MayReplace {
		return
	}
	name := sqltext.Canonical(w.name())
	var stages []plan.Stage
	var destroy []bool
	for i := from; i < len(s.script.stages); i++ {
		stage := s.script.stages[i]
		text, isNeeded := ddl.WithoutReplace(stage.SQL, name)
		if !isNeeded {
			continue
		}
		stage.SQL = text
		stages, destroy = append(stages, stage), append(destroy, s.script.destroy[i])
	}
	s.script.stages = slices.Concat(s.script.stages[:from], stages)
	s.script.destroy = slices.Concat(s.script.destroy[:from], destroy)
}
