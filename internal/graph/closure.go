package graph

// Ancestors returns all nodes upstream of any argument, direct and indirect, ascending. An argument is included only if
// it is upstream of an argument: of another one or, on a cycle, of itself.
func (g *Graph[K]) Ancestors(ks ...K) []K {
	return Set[K]{g, walk(g.up, g.Set(ks...).members)}.Keys()
}

// Descendants returns all nodes downstream of any argument, direct and indirect, ascending, with the rule of Ancestors
// for the arguments.
func (g *Graph[K]) Descendants(ks ...K) []K {
	return Set[K]{g, walk(g.down, g.Set(ks...).members)}.Keys()
}

// WithUpstream returns the set together with all nodes upstream of its members.
func (s Set[K]) WithUpstream() Set[K] {
	if s.graph == nil {
		return s
	}
	return s.Union(Set[K]{s.graph, walk(s.graph.up, s.members)})
}

// WithDownstream returns the set together with all nodes downstream of its members.
func (s Set[K]) WithDownstream() Set[K] {
	if s.graph == nil {
		return s
	}
	return s.Union(Set[K]{s.graph, walk(s.graph.down, s.members)})
}

// walk returns the nodes that can be reached from the starts in one step or more. Each node is visited once, however
// many starts there are.
func walk(side adjacency, starts bitset) bitset {
	reached := make(bitset, len(starts))
	var open []int32
	for i := range starts.all() {
		open = append(open, narrow(i))
	}
	for len(open) > 0 {
		last := len(open) - 1
		at := int(open[last])
		open = open[:last]
		for _, next := range side.of(at) {
			if reached.has(int(next)) {
				continue
			}
			reached.add(int(next))
			if !starts.has(int(next)) {
				open = append(open, next)
			}
		}
	}
	return reached
}
