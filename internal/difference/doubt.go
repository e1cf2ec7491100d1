package difference

import (
	"fmt"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// candidates is about a node that a deploy worked on when its process died, and that nobody took over: which of its states is the
// truth has to be found out from what is there.
type candidates struct {
	fitting []State // those that what is there can be
}

// resolveInDoubtStates finds out what is true of the nodes in doubt. The first state that fits is taken; where several do, the node
// is handled with care.
func (c *comparison) resolveInDoubtStates() {
	for id, state := range c.Stored {
		if len(state.Candidates) == 0 {
			continue
		}
		if c.doubts == nil {
			c.doubts, c.Stored = map[transform.NodeID]candidates{}, maps.Clone(c.Stored)
		}
		states := append([]State{state}, state.Candidates...)
		var d candidates
		for i := range states {
			states[i].Candidates = nil
			if c.fits(&states[i]) {
				d.fitting = append(d.fitting, states[i])
			}
		}
		c.doubts[id], c.Stored[id] = d, states[0]
		if len(d.fitting) > 0 {
			c.Stored[id] = d.firstFitting()
		}
	}
}

// fits reports whether a state can be that of what is there.
func (c *comparison) fits(s *State) bool {
	there := c.warehouse.find(s.ObjectRef())
	if s.IsDropped {
		return there == nil
	}
	return c.driftOf(s, there) == ""
}

// firstFitting is the first state that fits. Defaults cannot be seen: one that the states do not agree about is set again.
func (d candidates) firstFitting() State {
	s := d.fitting[0]
	s.Columns = slices.Clone(s.Columns)
	for i := range s.Columns {
		column := &s.Columns[i]
		for _, other := range d.fitting {
			if slices.ContainsFunc(other.Columns, func(o StateColumn) bool { return o.ID == column.ID && o.Default != column.Default }) {
				column.Default = unknownDefault
			}
		}
	}
	return s
}

// unknownDefault is no SQL, so it is the default of no column.
const unknownDefault = "(in doubt)"

// isAmbiguous reports whether it stays open what the last deploy made of the node.
func (w *nodePlan) isAmbiguous() bool { return len(w.doubts[w.id()].fitting) > 1 }

// stopDoubted stops a plan that could mistake one column for another: the same names are there before and after a deploy
// that gives columns each other's names.
func (w *nodePlan) stopDoubted() {
	switch {
	case !w.isAmbiguous():
		return
	case w.before.isTemplateManaged():
		w.warn(Issue{
			Code:    CodeInDoubt,
			Message: fmt.Sprintf("the last deploy of %s was given up, and what it made of %s cannot be seen", w.change.Ref(), w.change.Object),
			Hint:    "Look at it. The plan starts from what was deployed before.",
		})
		return
	case w.before.Kind != Table:
		return
	}
	fitting := w.doubts[w.id()].fitting
	isSame := func(s State) bool {
		return slices.EqualFunc(s.Columns, fitting[0].Columns, func(a, b StateColumn) bool { return a.ID == b.ID && a.Name == b.Name })
	}
	if !slices.ContainsFunc(fitting, func(s State) bool { return s.Kind == Table && !s.ColumnsUnknown && !isSame(s) }) {
		return
	}
	w.block(Issue{
		Code: CodeInDoubt,
		Message: fmt.Sprintf("the last deploy of %s was given up while it gave columns of %s other names, and what is there can be both",
			w.change.Ref(), w.warehouse.qualified(w.before.ObjectRef())),
		Hint: "Look which values the columns hold, and give one of them another name by hand; the next plan starts from there.",
	})
}
