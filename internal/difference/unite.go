package difference

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// mergeSteps makes one transaction of the steps that belong together where views hold what they read: views are dropped, what they
// read is changed, and they are made again. Whoever reads such a view meanwhile waits, and sees the old or the new one. When
// anything of it fails, everything is as it was.
//
//	V/drop ─▶ T ─▶ V
//	   ▲           │ a view is taken to wait for itself to be there again, so that what is between closes a circle:
//	   └───────────┘ all steps of a circle, and of circles that touch, are one
func (c *comparison) mergeSteps() {
	again := map[*step]*step{} // by the step that drops a view: the one that makes it again
	for _, w := range c.works {
		if w.isApart && c.warehouse.words.Capabilities().ViewsBlockChanges && !w.changesDatabase() {
			again[w.drops] = w.gives
		}
	}
	if len(again) == 0 {
		return
	}
	c.united = map[transform.NodeID]transform.NodeID{}
	of, all := map[*step]*step{}, []*step(nil)
	for _, members := range findCircles(c.steps, again) {
		one := c.uniteSteps(members)
		all = append(all, one)
		for _, s := range members {
			of[s] = one
		}
	}
	for _, s := range all {
		s.after = outside(s, of)
	}
	c.steps = inOrder(all)
}

// uniteSteps makes one step of several, which are in an order in which they can be done. It is called after the first of
// them that completes a node that changes by itself.
func (c *comparison) uniteSteps(members []*step) *step {
	if len(members) == 1 {
		return members[0]
	}
	lead := slices.MinFunc(members, func(a, b *step) int {
		return cmp.Or(cmp.Compare(a.standing(), b.standing()), cmp.Compare(a.rank, b.rank))
	})
	one := &step{id: lead.id, phase: lead.phase, at: lead.at, rank: lead.rank, owner: lead.owner, parts: members}
	for _, s := range members {
		one.script.stages = append(one.script.stages, s.script.stages...)
		one.after = append(one.after, s.after...)
		c.united[s.id] = one.id
	}
	return one
}

// standing is lower for a step that others can be called after.
func (s *step) standing() int {
	switch {
	case s.id != s.owner.id():
		return 2
	case s.owner.change.Action == Rebuild:
		return 1
	default:
		return 0
	}
}

// outside are the steps that a step waits for once steps are united.
func outside(s *step, of map[*step]*step) []*step {
	var list []*step
	for _, before := range s.after {
		if one := of[before]; one != nil && one != s && !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}

// all are the steps that a step was united from, or itself.
func (s *step) all() []*step {
	if len(s.parts) == 0 {
		return []*step{s}
	}
	return s.parts
}

// beside are the places that the step works in beside its own.
func (s *step) beside() []engine.Schema {
	places := map[engine.Schema]bool{}
	for _, part := range s.parts {
		places[part.at.Place] = true
	}
	delete(places, s.at.Place)
	if len(places) == 0 {
		return nil
	}
	return sortedPlaces(places)
}

// renumberStates says of the new states of a node which united steps lead to them. Of several that one step leads to, the last counts.
func (c *comparison) renumberStates(states []NewState) []NewState {
	var list []NewState
	for _, state := range states {
		if one, isUnited := c.united[transform.NodeID(state.Step)]; isUnited {
			state.Step = string(one)
		}
		list = slices.DeleteFunc(list, func(earlier NewState) bool { return state.Step != "" && earlier.Step == state.Step })
		list = append(list, state)
	}
	return list
}
