package graph

import (
	"cmp"
	"iter"
	"slices"
)

// Set is a set of nodes of one graph, with a bit for each node of that graph. It is immutable: operations on two sets
// return a third. The zero value is an empty set of no graph.
type Set[K cmp.Ordered] struct {
	graph   *Graph[K]
	members bitset
}

// All returns the set of all nodes.
func (g *Graph[K]) All() Set[K] {
	members := newBitset(len(g.keys))
	for i := range g.keys {
		members.add(i)
	}
	return Set[K]{g, members}
}

// Set returns the set of the given nodes. Keys that are no nodes are left out.
func (g *Graph[K]) Set(ks ...K) Set[K] {
	members := newBitset(len(g.keys))
	for _, k := range ks {
		if i, ok := g.index[k]; ok {
			members.add(int(i))
		}
	}
	return Set[K]{g, members}
}

// Len returns the number of members.
func (s Set[K]) Len() int { return s.members.len() }

// Has reports whether the key is a member.
func (s Set[K]) Has(k K) bool {
	if s.graph == nil {
		return false
	}
	i, ok := s.graph.index[k]
	return ok && s.members.has(int(i))
}

// All returns the members, ascending.
func (s Set[K]) All() iter.Seq[K] {
	return func(yield func(K) bool) {
		for i := range s.members.all() {
			if !yield(s.graph.keys[i]) {
				return
			}
		}
	}
}

// Keys returns the members, ascending.
func (s Set[K]) Keys() []K {
	return slices.AppendSeq(make([]K, 0, s.Len()), s.All())
}

// Union returns the nodes in either set.
func (s Set[K]) Union(other Set[K]) Set[K] {
	if s.graph == nil {
		return other
	}
	return Set[K]{s.graph, s.members.merge(other.in(s.graph), func(x, y uint64) uint64 { return x | y })}
}

// Intersect returns the nodes in both sets.
func (s Set[K]) Intersect(other Set[K]) Set[K] {
	return Set[K]{s.graph, s.members.merge(other.in(s.graph), func(x, y uint64) uint64 { return x & y })}
}

// Minus returns the nodes in s that are not in the other set.
func (s Set[K]) Minus(other Set[K]) Set[K] {
	return Set[K]{s.graph, s.members.merge(other.in(s.graph), func(x, y uint64) uint64 { return x &^ y })}
}

// in returns the members as positions in g. Only a set of another graph is converted; members that g lacks are dropped.
func (s Set[K]) in(g *Graph[K]) bitset {
	if s.graph == g || g == nil {
		return s.members
	}
	return g.Set(s.Keys()...).members
}
