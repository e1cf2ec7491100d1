package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/transform"
)

// delete finds out what happens to a node that is deployed and not wanted any more.
func (c *comparison) delete(id transform.NodeID) {
	before := c.stored(id)
	w := &nodePlan{comparison: c, before: before, at: before.ObjectRef(), origin: before.ObjectRef(), isReplaced: true}
	w.change = Change{
		Node: id, Name: before.Name, Location: before.Location, Type: before.Type, Object: c.warehouse.qualified(before.ObjectRef()), Action: Delete,
	}
	isAway := c.isDeployedElsewhere(before)
	if !before.IsDropped && !isAway {
		w.there = c.warehouse.find(w.at)
	}
	switch {
	case before.IsDropped:
	case isAway:
		w.reportAway()
	case before.Strategy == transform.DeployAdvanced:
		w.deleteAdvanced()
	case before.Kind == Other:
		w.warn(Issue{
			Code:    CodeNothingToDrop,
			Message: fmt.Sprintf("%s stays in the warehouse: how to drop it is not known", w.change.Object),
			Hint:    "Drop it by hand when nobody needs it.",
		})
	case before.Kind == Table || before.Kind == View:
		w.deleteObject()
	}
	if len(w.states) == 0 {
		w.setStateAfter(nil, nil)
	}
	c.keep(w)
}

func (w *nodePlan) deleteObject() {
	if w.there == nil && len(w.before.Leftovers) == 0 {
		w.reportDrift(w.driftOf(w.before, nil))
		return
	}
	s := w.step(DeletePhase, "", w.at)
	w.dropThere(s)
	w.drops = s
	w.setStateAfter(nil, s)
	w.dropLeft()
}

// deleteAdvanced lets the template of the node's type drop it.
func (w *nodePlan) deleteAdvanced() {
	stages, ok := w.dropStages()
	if !ok {
		return
	}
	s := w.step(DeletePhase, "", w.at)
	s.script.addPlanned(stages)
	s.script.markDropping(0)
	w.drops = s
	if w.there != nil && !w.there.IsView {
		w.destroysTable(w.at)
	}
	w.setStateAfter(nil, s)
}
