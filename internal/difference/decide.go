package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// decide finds out what happens to a node of the project.
func (c *comparison) decide(n *compiler.Node) {
	w := c.newWork(n)
	if n.HasErrors() || n.Type == nil || n.Create == nil {
		return // it cannot be deployed; the issues say so
	}
	w.observe()
	w.stopDoubted()
	w.renameToTemporary()
	switch {
	case w.after.Strategy == transform.DeployAdvanced:
		w.decideAdvanced()
	case w.after.Kind == None:
		w.decideNone()
	case w.after.Strategy == transform.DeployTransient:
		w.decideTransient()
	case w.after.Kind == Table:
		w.decideTable()
	case w.after.Kind == View:
		w.decideView()
	default:
		w.decideOther()
	}
	w.dropLeft()
	if w.change.Action == "" && w.isOtherState() {
		w.setAction(Metadata)
		w.setStateAfter(w.after, nil)
	}
	c.keep(w)
}

// observe finds what the engine has of the node: where it was deployed, else where it will be.
func (w *nodePlan) observe() {
	defer func() { w.origin = w.at }()
	w.at = w.goal()
	switch {
	case w.isDeployedElsewhere(w.before):
		w.lookHere()
		w.reportAway()
		return
	case w.before == nil || w.before.IsDropped:
		w.lookHere()
		return
	}
	w.at = w.before.ObjectRef()
	w.there = w.warehouse.find(w.at)
	if text := w.driftOf(w.before, w.there); text != "" {
		w.reportDrift(text)
	}
	if w.there == nil && !w.isOccupied(w.goal()) {
		w.at = w.goal() // where nothing is deployed by another node
		w.there = w.warehouse.find(w.at)
	}
}

// isOccupied reports whether another deployed node is at a location, or what it left behind.
func (w *nodePlan) isOccupied(at ObjectRef) bool {
	owner, taken := w.occupants()[w.warehouse.spotOf(at)]
	leaver, isLeft := w.leavers()[w.warehouse.spotOf(at)]
	return taken && owner != w.id() || isLeft && leaver != w.id()
}

// occupants are the deployed nodes by where they are.
func (c *comparison) occupants() map[objectKey]transform.NodeID {
	if c.deployedAt == nil {
		c.deployedAt = make(map[objectKey]transform.NodeID, len(c.Stored))
		for id, state := range c.Stored {
			if state.Kind != None && !state.IsDropped && !c.isDeployedElsewhere(&state) {
				c.deployedAt[c.warehouse.spotOf(state.ObjectRef())] = id
			}
		}
	}
	return c.deployedAt
}

// isMoved reports whether the object gets another name or place.
func (w *nodePlan) isMoved() bool {
	return w.warehouse.spotOf(w.at) != w.warehouse.spotOf(w.goal())
}

// isOtherText reports whether the node says something else than when it was deployed.
func (w *nodePlan) isOtherText() bool {
	return w.before == nil || w.before.Prints.Text != w.after.Prints.Text
}

// isOtherState reports whether something else has to be remembered of the node than is stored.
func (w *nodePlan) isOtherState() bool {
	_, isDoubted := w.doubts[w.id()]
	return isDoubted || w.isOtherText() || w.before.isOver(w.Connection)
}

// reportDrift notes that somebody else changed what was deployed.
func (w *nodePlan) reportDrift(text string) {
	object := w.warehouse.qualified(w.before.ObjectRef())
	ref := transform.NodeRef{Location: w.before.Location, Name: w.before.Name}.String()
	w.drift = append(w.drift, Drift{Node: w.id(), Name: ref, Object: object, Message: text})
	code, hint := CodeDrift, "The plan starts from what is there and makes it what the project says."
	switch {
	case w.there == nil && w.after == nil:
		code, hint = CodeMissing, "There is nothing to drop; the plan only forgets it."
	case w.there == nil:
		code, hint = CodeMissing, "The plan makes it anew; its rows come back with the next refresh."
	}
	w.warn(Issue{Code: code, Message: fmt.Sprintf("%s is not what was deployed: %s", object, text), Hint: hint})
}

// warn adds an issue about the node that stops nothing.
func (w *nodePlan) warn(issue Issue) { w.issues.Warn = append(w.issues.Warn, w.about(issue)) }

// block adds an issue about the node for which the plan must not be carried out.
func (w *nodePlan) block(issue Issue) { w.issues.Stop = append(w.issues.Stop, w.about(issue)) }

func (w *nodePlan) about(issue Issue) Issue {
	issue.Node, issue.Name = w.id(), w.change.Ref().String()
	if w.node != nil {
		issue.File, issue.Line = w.node.File, w.node.At.Line
	}
	return issue
}

// decideNone is for a node that makes nothing: a source.
func (w *nodePlan) decideNone() {
	if w.before == nil {
		w.setAction(Add)
		w.setStateAfter(w.after, nil)
		return
	}
	if (w.before.Kind == Table || w.before.Kind == View) && !w.isDeployedElsewhere(w.before) {
		w.setAction(Alter)
		w.isReplaced = true
		s := w.step(DeletePhase, "", w.at)
		w.dropThere(s)
		w.drops, w.gives = s, s
		w.setStateAfter(w.after, s)
	}
}

// decideOther is for a node whose object the catalog does not list. Its template is trusted to make it anew.
func (w *nodePlan) decideOther() {
	if w.before != nil && w.before.Prints.Create == w.after.Prints.Create && !alwaysDeployed(w.node) && !w.isDeployedElsewhere(w.before) && !w.isAmbiguous() {
		return
	}
	w.setAction(Alter)
	phase := AlterPhase
	if w.before == nil {
		w.setAction(Add)
		phase = AddPhase
	}
	w.isReplaced = w.before != nil
	s := w.step(phase, "", w.goal())
	if w.before != nil && (w.before.Kind == Table || w.before.Kind == View) {
		w.dropAndCreate(s)
	} else {
		w.create(s)
		w.drops, w.gives = s, s
		w.setStateAfter(w.after, s)
	}
	w.markDropping(s, s.head)
}

// decideTransient is for a node that is dropped and made anew whenever its create SQL changes.
func (w *nodePlan) decideTransient() {
	isSame := w.before != nil && w.there != nil && !w.isMoved() && !w.isAmbiguous() && w.driftOf(w.before, w.there) == "" &&
		w.before.Prints.Create == w.after.Prints.Create
	if isSame && !alwaysDeployed(w.node) {
		return
	}
	w.replaceObject()
}

// replaceObject drops what is there, whatever it is, and makes the node anew.
func (w *nodePlan) replaceObject() {
	phase := AlterPhase
	switch {
	case w.there != nil:
		w.setAction(Alter)
		w.isReplaced = true
	case w.before != nil:
		w.setAction(Recreate)
		phase = AddPhase
	default:
		w.setAction(Add)
		phase = AddPhase
	}
	w.dropAndCreate(w.step(phase, "", w.goal()))
}

// dropAndCreate drops what is there, whatever it is, and lets the template make the node. A transaction writes to one database, so
// a table in another one is dropped afterwards, in a step of its own; a view is by splitView.
func (w *nodePlan) dropAndCreate(s *step) {
	w.drops, w.gives = s, s
	if w.there == nil || w.there.IsView || !w.changesDatabase() {
		w.dropThere(s)
		w.create(s)
		w.setStateAfter(w.after, s)
		return
	}
	w.create(s)
	old := w.at
	old.Kind = Table
	w.drop(w.dropOldLater(s, old), old)
	w.destroysTable(w.origin)
}

// dropThere drops what the engine has of the node.
func (w *nodePlan) dropThere(s *step) {
	if w.there == nil {
		return
	}
	at := w.at
	at.Kind = kindOf(w.there)
	w.drop(s, at)
	if at.Kind == Table {
		w.destroysTable(w.origin)
	}
}

// drop writes the statements that drop an object.
func (w *nodePlan) drop(s *step, at ObjectRef) {
	words, name := w.warehouse.words, w.warehouse.qualified(at)
	if at.Kind == View {
		s.script.add("Drop view", words.DropView(name))
		return
	}
	s.script.addDestroying("Drop table", words.DropTable(name))
	if at.Key != "" {
		s.script.add("Drop key sequence", words.DropKey(name))
	}
}
