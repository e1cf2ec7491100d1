package difference

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// mergeSteps merges steps into one transaction where views block changes: it drops the views, changes what they read, and
// creates them again. A reader of such a view waits meanwhile, and sees the old or the new one. If a statement fails, nothing
// has changed.
//
//	V/drop ─▶ T ─▶ V
//	   ▲           │ the drop of a view is taken to wait for its create, so that the steps between form a cycle:
//	   └───────────┘ all steps of a cycle, and of cycles that touch, become one step
func (o *order) mergeSteps() {
	recreates := map[*step]*step{} // by the step that drops a view: the step that creates it
	for _, d := range o.changes {
		if o.split[d.id()] && o.dialect.Capabilities().ViewsBlockChanges && !d.changesDatabase() {
			recreates[o.removing(d)] = o.providing(d)
		}
	}
	if len(recreates) == 0 {
		return
	}
	o.merged = map[transform.NodeID]transform.NodeID{}
	of, all := map[*step]*step{}, []*step(nil)
	for _, members := range findCycles(o.sorted, o.after, recreates) {
		one := o.mergeCycle(members)
		all = append(all, one)
		for _, s := range members {
			of[s] = one
		}
	}
	for _, s := range all {
		var outside []*step
		for _, before := range o.after[s] {
			if one := of[before]; one != nil && one != s && !slices.Contains(outside, one) {
				outside = append(outside, one)
			}
		}
		o.after[s] = outside
	}
	o.sorted = o.sortSteps(all)
}

// mergeCycle makes one step of several, which are in an order in which they can be done. The merged step gets the id of the
// first step that completes a node that changes by itself.
func (o *order) mergeCycle(members []*step) *step {
	if len(members) == 1 {
		return members[0]
	}
	lead := slices.MinFunc(members, func(a, b *step) int {
		return cmp.Or(cmp.Compare(o.priority(a), o.priority(b)), cmp.Compare(o.rank[a.node], o.rank[b.node]))
	})
	one := &step{id: lead.id, node: lead.node, phase: lead.phase, at: lead.at, parts: members}
	for _, s := range members {
		one.script.stages = append(one.script.stages, s.script.stages...)
		o.after[one] = append(o.after[one], o.after[s]...)
		o.merged[s.id] = one.id
	}
	return one
}

// priority is lower for a step that is more suitable to name a merged step.
func (o *order) priority(s *step) int {
	switch {
	case s.id != s.node:
		return 2
	case o.byNode[s.node].action == Rebuild:
		return 1
	default:
		return 0
	}
}

// all returns the steps that a step was merged from, or itself.
func (s *step) all() []*step {
	if len(s.parts) == 0 {
		return []*step{s}
	}
	return s.parts
}

// moreSchemas returns the schemas that the step writes to besides its own.
func (s *step) moreSchemas() []engine.Schema {
	schemas := map[engine.Schema]bool{}
	for _, part := range s.parts {
		schemas[part.at.Schema] = true
	}
	delete(schemas, s.at.Schema)
	if len(schemas) == 0 {
		return nil
	}
	return sortedSchemas(schemas)
}

// cycles finds the steps that wait for each other, directly or through others, by Tarjan's algorithm.
type cycles struct {
	after     map[*step][]*step
	recreates map[*step]*step // a step that a step waits for besides
	number    map[*step]int   // in the order of the visits, from 1
	lowest    map[*step]int   // the lowest number of the open steps that can be reached
	open      []*step
	isOpen    map[*step]bool
	found     [][]*step
}

// findCycles returns the cycles. Each step is in exactly one, mostly alone. The steps are in an order in which they can be done
// without the additional edges, and keep that order within each cycle.
func findCycles(steps []*step, after map[*step][]*step, recreates map[*step]*step) [][]*step {
	c := cycles{after: after, recreates: recreates, number: map[*step]int{}, lowest: map[*step]int{}, isOpen: map[*step]bool{}}
	position := make(map[*step]int, len(steps))
	for i, s := range steps {
		position[s] = i
	}
	for _, s := range steps {
		if c.number[s] == 0 {
			c.visit(s)
		}
	}
	for _, members := range c.found {
		slices.SortFunc(members, func(a, b *step) int { return position[a] - position[b] })
	}
	return c.found
}

// visit visits all that a step waits for. If no earlier open step can be reached, the open steps from this one on are a cycle.
func (c *cycles) visit(s *step) {
	c.number[s] = len(c.number) + 1
	c.lowest[s] = c.number[s]
	c.open = append(c.open, s)
	c.isOpen[s] = true
	for _, before := range c.waitsFor(s) {
		if c.number[before] == 0 {
			c.visit(before)
			c.lowest[s] = min(c.lowest[s], c.lowest[before])
		} else if c.isOpen[before] {
			c.lowest[s] = min(c.lowest[s], c.number[before])
		}
	}
	if c.lowest[s] < c.number[s] {
		return
	}
	first := len(c.open) - 1
	for c.open[first] != s {
		first--
	}
	members := slices.Clone(c.open[first:])
	c.open = c.open[:first]
	for _, member := range members {
		c.isOpen[member] = false
	}
	c.found = append(c.found, members)
}

func (c *cycles) waitsFor(s *step) []*step {
	if one := c.recreates[s]; one != nil {
		return append(slices.Clone(c.after[s]), one)
	}
	return c.after[s]
}
