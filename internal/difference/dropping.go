package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// dropping is what the type of a node says takes its object away, where it decides that by itself. A template that fails for
// it keeps nothing from being deployed; whoever deletes the node is told.
func dropping(c *compiler.Compilation, n *compiler.Node) []plan.Stage {
	if strategyOf(n) != transform.DeployAdvanced {
		return nil
	}
	result, _ := c.Renderer.Render(render.Request{Current: n.Node, Template: render.Create})
	if result == nil {
		return nil
	}
	var s script
	s.addStages(result.Stages)
	return s.stages
}

// dropStages are the statements that drop a node whose type decides by itself: those of the time when it was deployed. Where
// none were kept its files are asked, which is right only as long as its location is what it was.
func (w *nodePlan) dropStages() ([]plan.Stage, bool) {
	if len(w.before.Drop) > 0 {
		return w.before.Drop, true
	}
	if w.Previous == nil {
		w.stopUnknown()
		return nil, false
	}
	c, n, ok := w.Previous(w.before.ID)
	if !ok {
		w.stopUnknown()
		return nil, false
	}
	if !w.warehouse.samePlace(placeOf(c, n), w.before.Place) {
		w.stopRemapped()
		return nil, false
	}
	result, found := c.Renderer.Render(render.Request{Current: n.Node, Template: render.Create})
	if result == nil {
		w.stopRendering(found)
		return nil, false
	}
	var s script
	s.addStages(result.Stages)
	return s.stages, true
}

// stopRemapped is for a node that only its template can drop, and whose template would look for it in another place.
func (w *nodePlan) stopRemapped() {
	w.block(Issue{
		Code: CodePreviousGone,
		Message: fmt.Sprintf("%s is %s, and its location is another place now: how to drop it there is not known",
			w.change.Ref(), w.warehouse.qualified(w.before.ObjectRef())),
		Hint: fmt.Sprintf("Map location %s to %s again until the node is deleted, or drop the object by hand.",
			w.before.Location, w.warehouse.words.Qualify(w.before.Place.Database, w.before.Place.Name, "")),
	})
}

// isRemapped reports whether the location of a deployed node is another place than it was then. A template sees the node of
// then in the place of now.
func (w *nodePlan) isRemapped(previous *transform.Node) bool {
	now := w.Desired.Renderer.MappingOf(previous)
	return !w.warehouse.samePlace(engine.Schema{Database: now.Database, Name: now.Schema}, w.before.Place)
}

// remake lets the template make the node where its location is now. What it was stays where it is: only the template knows
// what belongs to it, and it cannot be told of two places.
func (w *nodePlan) remake() {
	w.setAction(Alter)
	w.isReplaced = true
	w.advance(w.node.Create.Stages, AlterPhase)
	w.change.Destroys = nil // what is there stays
	w.warn(Issue{
		Code: CodeLeftBehind,
		Message: fmt.Sprintf("%s is made anew as %s, and %s stays with its rows: its type decides by itself how it changes, and cannot move it",
			w.change.Ref(), w.name(), w.warehouse.qualified(w.before.ObjectRef())),
		Hint: "Copy what is needed, and drop it by hand when nobody needs it.",
	})
}
