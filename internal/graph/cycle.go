package graph

import (
	"cmp"
	"slices"
)

// Cycles returns one cycle of each group of nodes that can all reach each other, and of each node with an edge to
// itself. A cycle is a path that ends where it begins, at the smallest key of its group, and is as short as any through
// that key: a, b, a. The cycles are sorted by their first key.
func (g *Graph[K]) Cycles() [][]K {
	c := g.components()
	var cycles [][]K
	for component := range c.cyclic.all() {
		cycles = append(cycles, g.cycleThrough(int(c.members.of(component)[0]), c))
	}
	slices.SortFunc(cycles, func(a, b []K) int { return cmp.Compare(a[0], b[0]) })
	return cycles
}

// cycleThrough searches the component of a node breadth-first for the shortest path back to it.
func (g *Graph[K]) cycleThrough(start int, c components) []K {
	cameFrom := map[int32]int32{}
	open := []int32{narrow(start)}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		for _, next := range g.down.of(int(at)) {
			if int(next) == start {
				return g.pathBack(start, at, cameFrom)
			}
			if _, seen := cameFrom[next]; seen || c.of[next] != c.of[start] {
				continue
			}
			cameFrom[next] = at
			open = append(open, next)
		}
	}
	return []K{g.keys[start]}
}

// pathBack returns the cycle that starts at start and closes with the edge from last to start.
func (g *Graph[K]) pathBack(start int, last int32, cameFrom map[int32]int32) []K {
	path := []K{g.keys[start]}
	for at := last; int(at) != start; at = cameFrom[at] {
		path = append(path, g.keys[at])
	}
	path = append(path, g.keys[start])
	slices.Reverse(path)
	return path
}
