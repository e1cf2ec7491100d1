package difference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
)

// canKeepView reports whether a view stays as it is although columns of what it reads change: it reads others. Only an engine
// that keeps an account of what its views read can tell.
func (c *comparison) canKeepView(view *State, changing *nodePlan) bool {
	if changing.inPlace == nil || changing.isMoved() || changing.there == nil {
		return false
	}
	at := c.warehouse.spotOf(view.ObjectRef())
	for i := range changing.there.Dependents {
		holder := &changing.there.Dependents[i]
		if c.holderSpot(changing, holder) == at {
			return len(holder.Columns) > 0 && !changing.touches(holder, true)
		}
	}
	return false
}

// holderSpot is where a view is that holds what the node is now.
func (c *comparison) holderSpot(w *nodePlan, holder *engine.DependentView) objectKey {
	return c.warehouse.spot(engine.Schema{Database: w.origin.Place.Database, Name: holder.Schema}, holder.Name)
}

// touches reports whether a view reads a column that is dropped or gets another type, or, where that counts, another name.
func (w *nodePlan) touches(holder *engine.DependentView, namesCount bool) bool {
	isRead := func(column *engine.Column) bool { return slices.Contains(holder.Columns, column.Name) }
	return slices.ContainsFunc(w.inPlace.dropped, isRead) || slices.ContainsFunc(w.inPlace.kept, func(k keptColumn) bool {
		return isRead(k.from) && (!w.warehouse.sameType(k.to.Type, k.from.Type) || namesCount && k.from.Name != k.to.Name)
	})
}

// blockOnDependentViews stops the plan when a view that the plan does not drop holds what would be dropped or get another type. The engine
// would refuse it in the middle of the deploy.
func (w *nodePlan) blockOnDependentViews() {
	if w.there == nil || w.drops == nil || !w.isReplaced || w.isItsOwn() {
		return
	}
	var held []string
	for i := range w.there.Dependents {
		holder := &w.there.Dependents[i]
		if (w.inPlace == nil || w.touches(holder, false)) && !w.isDropped(w.holderSpot(w, holder)) {
			held = append(held, w.warehouse.words.Qualify(w.origin.Place.Database, holder.Schema, holder.Name))
		}
	}
	if len(held) == 0 {
		return
	}
	w.block(Issue{
		Code: CodeHeld,
		Message: fmt.Sprintf("%s cannot be changed while other views read it: %s, which this plan does not make again",
			w.warehouse.qualified(w.origin), strings.Join(held, ", ")),
		Hint: "Drop them by hand and make them again after the deploy, or make them nodes of the project.",
	})
}

// readByViews are the nodes that something happens to, by where the views are that hold them.
func (c *comparison) readByViews() map[objectKey][]*nodePlan {
	if c.viewed == nil {
		c.viewed = map[objectKey][]*nodePlan{}
		for _, w := range c.works {
			if w.there == nil {
				continue
			}
			for i := range w.there.Dependents {
				at := c.holderSpot(w, &w.there.Dependents[i])
				c.viewed[at] = append(c.viewed[at], w)
			}
		}
	}
	return c.viewed
}

// isDropped reports whether the plan drops the view at a place before anything that it reads changes.
func (c *comparison) isDropped(at objectKey) bool {
	if c.dropped == nil {
		c.dropped = map[objectKey]bool{}
		for _, w := range c.works {
			if w.there != nil && w.there.IsView && w.drops != nil {
				c.dropped[c.warehouse.spotOf(w.origin)] = true
			}
		}
	}
	return c.dropped[at]
}
