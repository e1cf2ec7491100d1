package difference

import "fmt"

// ForeignObject is an object that another environment has in the same warehouse: it has deployed it, or may have.
type ForeignObject struct {
	At ObjectRef
	By string // the environment, as people call it
}

// findHeld sorts what other environments have by where it is.
func (c *comparison) findHeld() {
	c.heldAt = make(map[objectKey]string, len(c.Others))
	for _, held := range c.Others {
		c.heldAt[c.heldSpot(held.At)] = held.By
	}
}

// holder is the other environment that has the object of a name; empty when none does.
func (c *comparison) holder(at ObjectRef) string {
	if len(c.heldAt) == 0 {
		return ""
	}
	return c.heldAt[c.heldSpot(at)]
}

// heldSpot is where an object is for all environments of a connection: one may write the database that another leaves out.
func (c *comparison) heldSpot(at ObjectRef) objectKey {
	if c.warehouse.words.Capabilities().ReachesOneDatabase {
		at.Place.Database = ""
	}
	return c.warehouse.spotOf(at)
}

// judgeHeld stops what would make, take over or change an object that another environment has. Neither could rely on it.
func (c *comparison) judgeHeld() {
	for _, w := range c.works {
		if w.after == nil || w.after.Kind == None || len(w.steps) == 0 && w.change.Action != Adopt {
			continue
		}
		if holder := w.holder(w.goal()); holder != "" {
			w.block(Issue{
				Code:    CodeTaken,
				Message: fmt.Sprintf("%s cannot be %s: %s has deployed it", w.change.Ref(), w.name(), holder),
				Hint:    fmt.Sprintf("Map location %s of this environment to a schema of its own.", w.after.Location),
			})
		}
	}
}

// reportShared says that an object stays because another environment has it, too. One that the node stays at is left to
// judgeHeld.
func (w *nodePlan) reportShared(holder string) {
	if w.after != nil && w.warehouse.spotOf(w.before.ObjectRef()) == w.warehouse.spotOf(w.goal()) {
		return
	}
	w.warn(Issue{
		Code:    CodeLeftBehind,
		Message: fmt.Sprintf("%s stays as it is: %s has deployed it, too", w.warehouse.qualified(w.before.ObjectRef()), holder),
		Hint:    "This environment only forgets it. Its rows do not come along.",
	})
}
