package difference

import (
	"cmp"
	"fmt"
)

// isDeployedElsewhere reports whether a node was deployed where the environment does not work any more: over another connection, or in a
// place that its engine cannot have. What is called the same here is not known to be the node's, so nothing of it is dropped
// or moved because of what is stored. The same is true of what another environment has, too.
func (c *comparison) isDeployedElsewhere(s *State) bool {
	if s == nil || s.Kind == None {
		return false
	}
	_, isRefused := c.Observed.Refused[s.Place]
	return isRefused || s.isOver(c.Connection) || c.holder(s.ObjectRef()) != ""
}

// isOver reports whether the node was deployed over another connection. Of states of earlier versions that is not known.
func (s *State) isOver(connection string) bool {
	return s.Connection != "" && connection != "" && s.Connection != connection
}

// lookHere finds what the engine has where the node will be, whatever is stored.
func (w *nodePlan) lookHere() {
	if !w.isOccupied(w.goal()) {
		w.there = w.warehouse.find(w.goal())
	}
}

// reportAway says what stays behind, and where.
func (w *nodePlan) reportAway() {
	if holder := w.holder(w.before.ObjectRef()); holder != "" {
		w.reportShared(holder)
		return
	}
	object := w.warehouse.qualified(w.before.ObjectRef())
	where := "over connection " + w.before.Connection
	if reason, isRefused := w.Observed.Refused[w.before.Place]; isRefused {
		where = cmp.Or(w.overOther(), "where this engine cannot go") + ": " + reason
	}
	hint := "Its rows do not come along. Drop it there by hand when nobody needs it."
	if w.after != nil && w.there != nil {
		hint = fmt.Sprintf("The plan starts from %s, which is there under this connection. Look whether it is the right one.", w.warehouse.qualified(w.at))
	}
	w.warn(Issue{Code: CodeElsewhere, Message: fmt.Sprintf("%s was deployed %s, and stays there as it is", object, where), Hint: hint})
}

func (w *nodePlan) overOther() string {
	if !w.before.isOver(w.Connection) {
		return ""
	}
	return "over connection " + w.before.Connection
}
