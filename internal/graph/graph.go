package graph

import (
	"cmp"
	"slices"
)

// Edge says that From is upstream of To.
type Edge[K cmp.Ordered] struct {
	From, To K
}

// Graph is a set of nodes and the edges between them. Create it with Build; the zero value is a graph without nodes.
type Graph[K cmp.Ordered] struct {
	keys    []K // ascending, so that positions compare like the keys they stand for
	index   map[K]int32
	down    adjacency
	up      adjacency
	unknown []Edge[K]
}

// Build returns a graph. Duplicate nodes and edges count once. An edge with an end that is not among the nodes is
// dropped; Unknown returns these edges.
func Build[K cmp.Ordered](nodes []K, edges []Edge[K]) *Graph[K] {
	keys := slices.Clone(nodes)
	slices.Sort(keys)
	keys = slices.Compact(keys)
	g := &Graph[K]{keys: keys, index: make(map[K]int32, len(keys))}
	for i, key := range keys {
		g.index[key] = narrow(i)
	}
	g.connect(edges)
	return g
}

func (g *Graph[K]) connect(edges []Edge[K]) {
	arcs := make([]arc, 0, len(edges))
	for _, e := range edges {
		from, fromKnown := g.index[e.From]
		to, toKnown := g.index[e.To]
		if fromKnown && toKnown {
			arcs = append(arcs, arc{from, to})
		} else {
			g.unknown = append(g.unknown, e)
		}
	}
	slices.SortFunc(arcs, arc.compare)
	arcs = slices.Compact(arcs)
	g.down, g.up = pack(len(g.keys), arcs)
	slices.SortFunc(g.unknown, func(a, b Edge[K]) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	g.unknown = slices.Compact(g.unknown)
}

// Len returns the number of nodes.
func (g *Graph[K]) Len() int { return len(g.keys) }

// Nodes returns all keys, ascending.
func (g *Graph[K]) Nodes() []K { return slices.Clone(g.keys) }

// Has reports whether the key is a node.
func (g *Graph[K]) Has(k K) bool {
	_, ok := g.index[k]
	return ok
}

// Edges returns all edges, by From and then To.
func (g *Graph[K]) Edges() []Edge[K] {
	edges := make([]Edge[K], 0, len(g.down.to))
	for from := range g.keys {
		for _, to := range g.down.of(from) {
			edges = append(edges, Edge[K]{g.keys[from], g.keys[to]})
		}
	}
	return edges
}

// Unknown returns the edges that Build dropped because one of their ends is not a node, by From and then To.
func (g *Graph[K]) Unknown() []Edge[K] { return slices.Clone(g.unknown) }

// Upstream returns the direct predecessors of a node, ascending; none for a key that is not a node.
func (g *Graph[K]) Upstream(k K) []K { return g.neighbors(g.up, k) }

// Downstream returns the direct successors of a node, ascending; none for a key that is not a node.
func (g *Graph[K]) Downstream(k K) []K { return g.neighbors(g.down, k) }

func (g *Graph[K]) neighbors(side adjacency, k K) []K {
	i, ok := g.index[k]
	if !ok {
		return nil
	}
	near := side.of(int(i))
	keys := make([]K, len(near))
	for n, j := range near {
		keys[n] = g.keys[j]
	}
	return keys
}

// Sub returns the graph of the nodes for which keep returns true, and of the edges between them.
func (g *Graph[K]) Sub(keep func(K) bool) *Graph[K] {
	kept := newBitset(len(g.keys))
	var nodes []K
	for i, key := range g.keys {
		if keep(key) {
			kept.add(i)
			nodes = append(nodes, key)
		}
	}
	var edges []Edge[K]
	for from := range kept.all() {
		for _, to := range g.down.of(from) {
			if kept.has(int(to)) {
				edges = append(edges, Edge[K]{g.keys[from], g.keys[to]})
			}
		}
	}
	return Build(nodes, edges)
}
