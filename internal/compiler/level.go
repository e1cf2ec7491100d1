package compiler

import (
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/transform"
)

// level is a set of nodes that can be processed once all earlier levels are done.
type level struct {
	nodes    []*Node
	isCyclic bool // its nodes depend on each other
}

// eachWorker processes the nodes of the level concurrently, or in sequence if they depend on each other. The work may keep
// memory from one node to the next.
func (l level) eachWorker(nodes []*Node, newWork func() func(*Node)) {
	if !l.isCyclic {
		eachWorker(nodes, newWork)
		return
	}
	work := newWork()
	for _, n := range nodes {
		work(n)
	}
}

// levels returns the nodes in an order in which everything upstream of a node comes before it. Nodes on a cycle come
// last, because the cycle is reported and the rest of the project should stay usable.
func (b *build) levels(g *graph.Graph[string]) []level {
	levels := make([]level, 0, 8)
	placed := 0
	for _, keys := range g.Levels() {
		nodes := make([]*Node, 0, len(keys))
		for _, key := range keys {
			nodes = append(nodes, b.next.byID[transform.NodeID(key)])
		}
		placed += len(nodes)
		levels = append(levels, level{nodes: nodes})
	}
	if placed == len(b.next.nodes) {
		return levels
	}
	return append(levels, level{nodes: b.onCycles(g), isCyclic: true})
}

func (b *build) onCycles(g *graph.Graph[string]) []*Node {
	placed := g.Set(g.Order()...)
	var rest []*Node
	for _, n := range b.next.nodes {
		if !placed.Has(string(n.ID)) {
			rest = append(rest, n)
		}
	}
	return rest
}
