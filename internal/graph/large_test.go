package graph_test

import (
	"testing"

	"github.com/millrace/millrace/internal/graph"
)

// chain returns a graph of maximum depth.
func chain(n int, closed bool) *graph.Graph[int] {
	nodes := make([]int, n)
	edges := make([]graph.Edge[int], 0, n)
	for i := range nodes {
		nodes[i] = i
		if i > 0 {
			edges = append(edges, graph.Edge[int]{From: i - 1, To: i})
		}
	}
	if closed {
		edges = append(edges, graph.Edge[int]{From: n - 1, To: 0})
	}
	return graph.Build(nodes, edges)
}

func TestDeepGraphs(t *testing.T) {
	t.Parallel()
	const n = 100_000
	g := chain(n, false)
	if order := g.Order(); len(order) != n || order[n-1] != n-1 {
		t.Errorf("order of %d nodes", len(order))
	}
	if got := len(g.Ancestors(n - 1)); got != n-1 {
		t.Errorf("%d ancestors", got)
	}
	if l := g.Layout(graph.LayoutOptions[int]{}); l.Nodes[n-1].Layer != n-1 || l.Crossings != 0 {
		t.Errorf("the last node is in layer %d, %d crossings", l.Nodes[n-1].Layer, l.Crossings)
	}
}

func TestDeepCycle(t *testing.T) {
	t.Parallel()
	const n = 100_000
	g := chain(n, true)
	if cycles := g.Cycles(); len(cycles) != 1 || len(cycles[0]) != n+1 || len(g.Order()) != 0 {
		t.Errorf("%d cycles, %d nodes in order", len(cycles), len(g.Order()))
	}
	if l := g.Layout(graph.LayoutOptions[int]{}); !l.Routes[n-1].Reversed {
		t.Error("the edge back is not reversed")
	}
}

// Every node reads every earlier one: more and longer edges than could all have bends.
func TestDenseGraphHasALayout(t *testing.T) {
	t.Parallel()
	const n = 1_000
	var nodes []int
	var edges []graph.Edge[int]
	for to := range n {
		nodes = append(nodes, to)
		for from := to % 5; from < to; from += 5 {
			edges = append(edges, graph.Edge[int]{From: from, To: to})
		}
		edges = append(edges, graph.Edge[int]{From: to - 1, To: to})
	}
	l := graph.Build(nodes, edges).Layout(graph.LayoutOptions[int]{})
	for _, r := range l.Routes {
		if len(r.Points) < 2 || r.Reversed {
			t.Fatalf("route %+v", r)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	nodes, edges := pipeline(10_000, 20_000, 1)
	for b.Loop() {
		graph.Build(nodes, edges)
	}
}

func BenchmarkOrder(b *testing.B) {
	g := graph.Build(pipeline(10_000, 20_000, 1))
	for b.Loop() {
		g.Order()
	}
}

func BenchmarkDescendants(b *testing.B) {
	g := graph.Build(pipeline(10_000, 20_000, 1))
	roots := g.Levels()[0]
	for b.Loop() {
		g.Descendants(roots...)
	}
}
