package graph

import "slices"

// Levels divides the nodes so that everything upstream of a node is in an earlier level, and every node is in the
// earliest possible level. Keys ascend within a level.
//
// Nodes on a cycle have no level and are left out; Cycles reports them. Nodes downstream of a cycle still come after
// nodes upstream of it.
func (g *Graph[K]) Levels() [][]K {
	c := g.components()
	level := g.componentLevels(c)
	var levels [][]K
	for i, key := range g.keys {
		if c.cyclic.has(int(c.of[i])) {
			continue
		}
		at := int(level[c.of[i]])
		for len(levels) <= at {
			levels = append(levels, nil)
		}
		levels[at] = append(levels[at], key)
	}
	return levels
}

// Order returns a topological order, upstream first: the levels one after another. Nodes on a cycle are left out.
func (g *Graph[K]) Order() []K { return slices.Concat(g.Levels()...) }

// componentLevels returns the length of the longest path to each component. A cyclic component adds nothing to the
// length, so that no level is empty when its nodes are left out.
func (g *Graph[K]) componentLevels(c components) []int32 {
	level := make([]int32, c.count())
	for from := c.count() - 1; from >= 0; from-- {
		after := level[from] + 1
		if c.cyclic.has(from) {
			after = level[from]
		}
		for _, i := range c.members.of(from) {
			for _, next := range g.down.of(int(i)) {
				if to := c.of[next]; int(to) != from {
					level[to] = max(level[to], after)
				}
			}
		}
	}
	return level
}
