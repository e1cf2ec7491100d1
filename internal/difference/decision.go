package difference

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// decision is what happens to one node. It depends on the facts only, never on the decision about another node. Nothing
// changes it once it is made.
type decision struct {
	*nodeFacts

	action  Action // empty if nothing happens
	columns []ColumnChange
	losses  []Loss
	issues  Issues
	steps   []*step
	states  []NewState
	// replaces reports whether the readers of the node are affected: the object is dropped, recreated or renamed, or columns are
	// dropped, renamed or get another type.
	replaces   bool
	copiesRows bool // from an old table into a new one
	// alter is how the columns change of a table that stays the same table; nil for everything else.
	alter *columnDiff
	query string // see columnDiff
}

// step is one transaction of the plan.
type step struct {
	id     transform.NodeID
	node   transform.NodeID // the node that it belongs to
	phase  Phase
	at     ObjectRef
	script script
	drops  int     // the number of statements at the beginning that only drop the old object
	after  []*step // steps of the same node that come first
	// The roles of a step: it drops or changes what others read; it provides what others read; it makes the name of the object
	// available; it runs the create template, so it needs what the node reads.
	removes, provides, releasesName, runsTemplate bool
	parts                                         []*step // see mergeSteps
}

// The steps of a node besides the step that completes it.
const (
	dropSuffix  = plan.DropStep  // drops a view before what it reads changes, or the old table after a move to another database
	leftSuffix  = plan.LeftStep  // drops the leftovers of an earlier move that was not completed
	asideSuffix = plan.AsideStep // gives the table of a displaced node a temporary name
	alterSuffix = plan.AlterStep // a phase of a type that decides by itself
)

// decideNode decides what happens to a node of the project. It returns nil if the node cannot be deployed; check reports why.
func decideNode(n *nodeFacts) *decision {
	d := decideKind(n)
	d.dropLeftovers()
	if d.action == "" && n.stateChanged() {
		d.action = Metadata
		d.setStateAfter(n.desired, nil)
	}
	d.restoreProperties()
	return d
}

func decideKind(n *nodeFacts) *decision {
	switch {
	case n.desired.Strategy == transform.DeployAdvanced:
		return decideAdvanced(n)
	case n.desired.Kind == None:
		return decideSource(n)
	case n.desired.Strategy == transform.DeployTransient:
		return decideTransient(n)
	case n.desired.Kind == Table:
		return decideTable(n)
	case n.desired.Kind == View:
		return decideView(n)
	default:
		return decideUnlisted(n)
	}
}

// newDecision begins a decision about a node of the project: it reports drift and doubt, and gives a displaced table its
// temporary name. If the deploy ends there, the stored state contains that name.
func newDecision(n *nodeFacts) *decision {
	d := &decision{nodeFacts: n}
	if n.isElsewhere {
		d.reportElsewhere()
	} else if n.drift != "" {
		d.warnDrift()
	}
	d.reportInDoubt()
	if n.isRenamedFirst() {
		s := d.step(AlterPhase, asideSuffix, n.source)
		s.releasesName = true
		s.script.add("Rename to a temporary name", n.dialect.RenameTable(n.qualified(n.source), n.temporaryName()))
		between := *n.deployed
		between.Object = n.temporaryName()
		d.setStateAfter(&between, s)
	}
	return d
}

// isIdle reports whether nothing happens to the node.
func (d *decision) isIdle() bool { return d.action == "" && len(d.states) == 0 }

// step adds a transaction. The step that completes the node has no suffix.
func (d *decision) step(phase Phase, suffix string, at ObjectRef) *step {
	s := &step{id: d.id() + transform.NodeID(suffix), node: d.id(), phase: phase, at: at}
	d.steps = append(d.steps, s)
	return s
}

// mainStep adds the step that completes the node, and that drops or changes the old object too.
func (d *decision) mainStep(phase Phase, at ObjectRef) *step {
	s := d.step(phase, "", at)
	s.removes, s.provides = true, true
	return s
}

// removing returns the step that drops or changes the object, nil if there is none.
func removing(steps []*step) *step { return find(steps, func(s *step) bool { return s.removes }) }

// providing returns the step that others wait for, nil if there is none.
func providing(steps []*step) *step { return find(steps, func(s *step) bool { return s.provides }) }

func find(steps []*step, has func(*step) bool) *step {
	if i := slices.IndexFunc(steps, has); i >= 0 {
		return steps[i]
	}
	return nil
}

// setStateAfter records the state of the node after a step, or after the whole deploy if step is nil.
func (d *decision) setStateAfter(state *State, by *step) {
	s := NewState{Node: d.id(), State: state}
	if by != nil {
		s.Step = string(by.id)
	}
	d.states = append(d.states, s)
}

// create runs the create template after the statements of the step so far.
func (d *decision) create(s *step) {
	s.drops = len(s.script.stages)
	s.script.addStages(d.node.Create.Stages)
	if d.desired.Kind == Table || d.desired.Kind == View {
		d.forbidReplace(s, s.drops)
	}
	s.runsTemplate = true
}

// forbidReplace turns the template's statements, from one on, into plain CREATE statements, so that the engine refuses to
// replace what the plan does not know. Earlier statements drop or move what the plan knows.
func (d *decision) forbidReplace(s *step, from int) {
	if !d.in.MayReplace {
		s.script.forbidReplace(from, d.object())
	}
}

// replaceObject drops the existing object, whatever it is, and creates the node.
func (d *decision) replaceObject() {
	phase := AddPhase
	switch {
	case d.observed != nil:
		d.action, d.replaces, phase = Alter, true, AlterPhase
	case d.deployed != nil:
		d.action = Recreate
	default:
		d.action = Add
	}
	d.dropAndCreate(d.mainStep(phase, d.target()))
}

// dropAndCreate drops the existing object, whatever it is, and runs the create template. A transaction writes to one
// database, so a table in another one is dropped afterwards in a step of its own; for a view, order does it.
func (d *decision) dropAndCreate(s *step) {
	if d.observed == nil || d.observed.IsView || !d.changesDatabase() {
		d.dropObserved(s)
		d.create(s)
		d.setStateAfter(d.desired, s)
		return
	}
	d.create(s)
	old := d.start
	old.Kind = Table
	d.dropObject(d.dropOldLater(s, old), old)
	d.losesTable(d.source)
}

// dropObserved drops the object that was found in the catalog, if there is one.
func (d *decision) dropObserved(s *step) {
	if d.observed == nil {
		return
	}
	at := d.start
	at.Kind = kindOf(d.observed)
	d.dropObject(s, at)
	if at.Kind == Table {
		d.losesTable(d.source)
	}
}

// dropObject adds the statements that drop an object.
func (d *decision) dropObject(s *step, at ObjectRef) {
	name := d.qualified(at)
	if at.Kind == View {
		s.script.add("Drop view", d.dialect.DropView(name))
		return
	}
	s.script.addDestructive("Drop table", d.dialect.DropTable(name))
	d.dropKeySequence(s, at)
}

// dropKeySequence drops the sequence of a surrogate key, if the table at a location has one.
func (d *decision) dropKeySequence(s *step, at ObjectRef) {
	if at.Key != "" {
		s.script.add("Drop key sequence", d.dialect.DropKey(d.qualified(at)))
	}
}

// dropOldLater adds the step that drops the old table after a move to another database. Until it is done, the table is a
// leftover.
func (d *decision) dropOldLater(s *step, old ObjectRef) *step {
	later := d.step(AlterPhase, dropSuffix, old)
	later.after = append(later.after, s)
	later.removes, s.removes = true, false
	between := *d.desired
	between.Leftovers = []ObjectRef{old}
	d.setStateAfter(&between, s)
	d.setStateAfter(d.desired, later)
	return later
}

// dropLeftovers drops the tables that an earlier plan left in another database. No rows are lost, because they are in the
// new table.
func (d *decision) dropLeftovers() {
	if d.deployed == nil || len(d.deployed.Leftovers) == 0 {
		return
	}
	waiting := []*step{providing(d.steps), removing(d.steps)}
	s := d.step(DeletePhase, leftSuffix, d.deployed.Leftovers[0])
	for _, left := range d.deployed.Leftovers {
		if _, isTaken := d.deployedAt[d.keyOf(left)]; !isTaken && d.find(left) != nil && d.foreignOwner(left) == "" && !d.isElsewhere {
			d.dropCopied(s, left)
		}
	}
	if d.action == "" {
		d.action = Alter
		d.setStateAfter(d.desired, s)
		return
	}
	if len(s.script.stages) > 0 {
		between := *d.deployed // if the deploy ends there, another node may take the name, and it must not be dropped again
		between.Leftovers = nil
		d.states = append([]NewState{{Node: d.id(), State: &between, Step: string(s.id)}}, d.states...)
	}
	for _, w := range waiting {
		if w != nil {
			w.after = append(w.after, s)
		}
	}
}

// warn adds an issue about the node that does not block the plan.
func (d *decision) warn(issue Issue) { d.issues.Warnings = append(d.issues.Warnings, d.about(issue)) }

// block adds an issue about the node that blocks the plan.
func (d *decision) block(issue Issue) { d.issues.Blocking = append(d.issues.Blocking, d.about(issue)) }

// about adds the node to an issue.
func (n *nodeFacts) about(issue Issue) Issue {
	issue.Node, issue.Name = n.id(), n.ref().String()
	if n.node != nil {
		issue.File, issue.Line = n.node.File, n.node.At.Line
	}
	return issue
}

// warnDrift reports that the object was changed outside of a deploy.
func (d *decision) warnDrift() {
	code, hint := CodeDrift, "The plan starts from the existing object and changes it to what the project defines."
	if d.find(d.deployed.ObjectRef()) == nil {
		code, hint = CodeMissing, "The plan recreates it; the next refresh loads its rows."
		if d.desired == nil {
			hint = "There is nothing to drop; the plan only deletes its stored state."
		}
	}
	d.warn(Issue{Code: code, Message: fmt.Sprintf("%s differs from what was deployed: %s", d.qualified(d.deployed.ObjectRef()), d.drift), Hint: hint})
}

// reportElsewhere reports an object that stays behind, and where.
func (d *decision) reportElsewhere() {
	object := d.qualified(d.deployed.ObjectRef())
	if owner := d.foreignOwner(d.deployed.ObjectRef()); owner != "" {
		if d.desired == nil || !d.isSameObject(d.deployed.ObjectRef(), d.target()) { // otherwise checkForeign reports it
			d.warn(Issue{
				Code:    CodeLeftBehind,
				Message: fmt.Sprintf("%s is not changed: %s has deployed it, too", object, owner),
				Hint:    "This environment only deletes its stored state. The rows are not copied.",
			})
		}
		return
	}
	other := ""
	if d.deployed.isOver(d.in.Connection) {
		other = "over connection " + d.deployed.Connection
	}
	where := other
	if reason, isRefused := d.in.Observed.Refused[d.deployed.Schema]; isRefused {
		where = cmp.Or(other, "where this engine has no access") + ": " + reason
	}
	hint := "Its rows are not copied. Drop it there manually when it is no longer needed."
	if d.desired != nil && d.observed != nil {
		hint = fmt.Sprintf("The plan starts from %s, which exists over this connection. Check that it is the right object.", d.qualified(d.source))
	}
	d.warn(Issue{Code: CodeDeployedElsewhere, Message: fmt.Sprintf("%s was deployed %s; the plan does not change it there", object, where), Hint: hint})
}

// reportInDoubt reports that the catalog does not show how far an abandoned deploy came. It blocks a plan that could mistake
// one column for another: a deploy that swaps the names of columns finds the same names before and after.
func (d *decision) reportInDoubt() {
	switch {
	case !d.isAmbiguous():
		return
	case d.deployed.isTemplateManaged():
		d.warn(Issue{
			Code:    CodeInDoubt,
			Message: fmt.Sprintf("the last deploy of %s was abandoned, and the catalog does not show what it did to %s", d.ref(), d.object()),
			Hint:    "Check the object. The plan starts from the state before that deploy.",
		})
		return
	case d.deployed.Kind != Table:
		return
	}
	fitting := d.inDoubt[d.id()]
	isSame := func(s State) bool {
		return slices.EqualFunc(s.Columns, fitting[0].Columns, func(a, b StateColumn) bool { return a.ID == b.ID && a.Name == b.Name })
	}
	if !slices.ContainsFunc(fitting, func(s State) bool { return s.Kind == Table && !s.ColumnsUnknown && !isSame(s) }) {
		return
	}
	d.block(Issue{
		Code: CodeInDoubt,
		Message: fmt.Sprintf("the last deploy of %s was abandoned while it renamed columns of %s, and the columns fit the names before and after it",
			d.ref(), d.qualified(d.deployed.ObjectRef())),
		Hint: "Check which values the columns contain, and rename one of them manually; the next plan starts from there.",
	})
}
