package graph_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/graph"
)

// change is the difference between two drawings of common nodes.
type change struct {
	nodes, moved   int // nodes in both; those whose layer differs
	pairs, flipped int // pairs in one layer in both; those whose order differs
}

func (c change) String() string {
	return fmt.Sprintf("%d of %d nodes changed their layer, %d of %d pairs their order", c.moved, c.nodes, c.flipped, c.pairs)
}

func compare(before, after graph.Layout[string]) change {
	var c change
	earlier := map[string]graph.NodePosition[string]{}
	for _, n := range before.Nodes {
		earlier[n.Key] = n
	}
	for i, n := range after.Nodes {
		was, ok := earlier[n.Key]
		if !ok {
			continue
		}
		c.nodes++
		if was.Layer != n.Layer {
			c.moved++
			continue
		}
		for _, other := range after.Nodes[:i] {
			otherWas, ok := earlier[other.Key]
			if !ok || other.Layer != n.Layer || otherWas.Layer != n.Layer {
				continue
			}
			c.pairs++
			if (other.Y < n.Y) != (otherWas.Y < was.Y) {
				c.flipped++
			}
		}
	}
	return c
}

// project generates a graph with the structure of a data project: in every domain sources, their stages, joins, and
// dimensions and facts that also use the dimensions of other domains.
func project(domains int, seed uint64) ([]string, []edge) {
	p := drawnProject{Rand: rand.New(rand.NewPCG(seed, 9))}
	var dimensions []string
	for domain := range domains {
		var stages []string
		for _, source := range p.add("SRC", domain, 12) {
			stages = append(stages, p.add("STG"+source, domain, 1)...)
			p.read(stages[len(stages)-1], []string{source}, 1)
		}
		joins := p.add("INT", domain, 6)
		for _, join := range joins {
			p.read(join, stages, 1+p.IntN(3))
		}
		newDimensions := p.add("DIM", domain, 4)
		for _, dimension := range newDimensions {
			p.read(dimension, joins, 1)
			p.read(dimension, stages, p.IntN(2))
		}
		dimensions = append(dimensions, newDimensions...)
		for _, fact := range p.add("FCT", domain, 4) {
			p.read(fact, joins, 1)
			p.read(fact, dimensions[max(len(dimensions)-6, 0):], 1+p.IntN(4))
			p.read(p.add("MRT"+fact, domain, 1)[0], []string{fact}, 1)
		}
	}
	return p.nodes, p.edges
}

type drawnProject struct {
	*rand.Rand

	nodes []string
	edges []edge
}

func (p *drawnProject) add(kind string, domain, n int) []string {
	for i := range n {
		p.nodes = append(p.nodes, fmt.Sprintf("%s_%d_%02d", kind, domain, i))
	}
	return p.nodes[len(p.nodes)-n:]
}

func (p *drawnProject) read(node string, from []string, n int) {
	for range n {
		p.edges = append(p.edges, edge{From: from[p.IntN(len(from))], To: node})
	}
}

// with returns the graph with one more node.
func with(nodes []string, edges []edge, more ...edge) *graph.Graph[string] {
	return graph.Build(append(slices.Clip(nodes), "NEW"), append(slices.Clip(edges), more...))
}

func TestSameGraphSameDrawing(t *testing.T) {
	t.Parallel()
	g := graph.Build(pipeline(300, 500, 3))
	first := g.Layout(options{})
	if diff := cmp.Diff(first.Nodes, g.Layout(options{Previous: &first}).Nodes); diff != "" {
		t.Errorf("drawn again, the nodes have other positions (-first +again):\n%s", diff)
	}
}

// A new leaf keeps the rest of a project unchanged, even without the previous drawing.
func TestNewLeafInAProject(t *testing.T) {
	t.Parallel()
	var all change
	for seed := range uint64(10) {
		nodes, edges := project(9, seed)
		before := graph.Build(nodes, edges).Layout(options{})
		for i := range 5 {
			after := with(nodes, edges, edge{From: nodes[i*61+7], To: "NEW"})
			c := compare(before, after.Layout(options{}))
			if c.moved*20 > c.nodes || c.flipped*20 > c.pairs {
				t.Errorf("seed %d, a leaf of %s: %s", seed, nodes[i*61+7], c)
			}
			all.pairs, all.flipped = all.pairs+c.pairs, all.flipped+c.flipped
		}
	}
	if all.pairs == 0 || all.flipped*100 > all.pairs {
		t.Errorf("altogether %d of %d pairs changed their order", all.flipped, all.pairs)
	}
}

// A random graph has no structure, so the previous drawing is needed to keep the order.
func TestSmallEditsOfARandomGraph(t *testing.T) {
	t.Parallel()
	for seed := range uint64(8) {
		nodes, edges := pipeline(300, 450, seed)
		before := graph.Build(nodes, edges).Layout(options{})
		for name, edited := range map[string]*graph.Graph[string]{
			"lone node":     with(nodes, edges),
			"leaf":          with(nodes, edges, edge{From: nodes[100], To: "NEW"}),
			"source":        with(nodes, edges, edge{From: "NEW", To: nodes[100]}),
			"between":       with(nodes, edges, edge{From: nodes[3], To: "NEW"}, edge{From: "NEW", To: nodes[290]}),
			"edge":          graph.Build(nodes, append(slices.Clip(edges), edge{From: nodes[20], To: nodes[290]})),
			"one edge less": graph.Build(nodes, edges[1:]),
			"one node less": graph.Build(nodes[1:], edges),
		} {
			c := compare(before, edited.Layout(options{Previous: &before}))
			if c.nodes < 299 || c.moved*20 > c.nodes || c.flipped*100 > c.pairs {
				t.Errorf("seed %d, %s: %s", seed, name, c)
			}
		}
	}
}

// Nodes of the previous drawing that no longer exist, and other measures, cause no errors.
func TestPreviousDrawingOfAnotherGraph(t *testing.T) {
	t.Parallel()
	g := graph.Build(pipeline(100, 150, 1))
	for name, previous := range map[string]graph.Layout[string]{
		"none of these nodes":  read("a>b", "b>c").Layout(options{}),
		"a few of these nodes": g.Sub(func(k string) bool { return k < "N00020" }).Layout(options{}),
		"half of these nodes":  g.Sub(func(k string) bool { return k < "N00060" }).Layout(options{}),
		"other measures":       g.Layout(options{NodeHeight: 1, NodeGap: 500}),
		"no numbers":           {NodeHeight: math.NaN(), Nodes: []graph.NodePosition[string]{{Key: "N00001", Y: math.Inf(1)}}},
		"too many bends":       {Nodes: []graph.NodePosition[string]{{Key: "N00001", Bends: make([]float64, 1_000)}}},
		"nothing":              {},
	} {
		l := g.Layout(options{Previous: &previous})
		checkLayout(t, g, l, 20)
		if naive := g.Layout(options{KeyOrder: true}); l.Crossings > naive.Crossings {
			t.Errorf("%s: %d crossings, and %d in the order of the keys", name, l.Crossings, naive.Crossings)
		}
	}
}
