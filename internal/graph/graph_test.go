package graph_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

type edge = graph.Edge[string]

// read makes a graph from edges such as "a>b" and single nodes such as "c".
func read(parts ...string) *graph.Graph[string] {
	var nodes []string
	var edges []edge
	for _, part := range parts {
		from, to, isEdge := strings.Cut(part, ">")
		nodes = append(nodes, from)
		if isEdge {
			nodes = append(nodes, to)
			edges = append(edges, edge{From: from, To: to})
		}
	}
	return graph.Build(nodes, edges)
}

func join(keys []string) string { return strings.Join(keys, " ") }

func TestBuild(t *testing.T) {
	t.Parallel()
	g := graph.Build([]string{"c", "a", "b", "a"}, []edge{
		{From: "b", To: "c"},
		{From: "a", To: "c"},
		{From: "a", To: "c"},
		{From: "a", To: "a"},
		{From: "a", To: "x"},
		{From: "y", To: "c"},
		{From: "a", To: "x"},
	})
	if g.Len() != 3 || !g.Has("a") || g.Has("x") {
		t.Errorf("%d nodes, has a %t, has x %t", g.Len(), g.Has("a"), g.Has("x"))
	}
	if got := join(g.Nodes()); got != "a b c" {
		t.Errorf("nodes %q", got)
	}
	if diff := cmp.Diff([]edge{{From: "a", To: "a"}, {From: "a", To: "c"}, {From: "b", To: "c"}}, g.Edges()); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]edge{{From: "a", To: "x"}, {From: "y", To: "c"}}, g.Unknown()); diff != "" {
		t.Errorf("unknown (-want +got):\n%s", diff)
	}
}

func TestNeighbors(t *testing.T) {
	t.Parallel()
	g := read("c>d", "b>d", "a>d", "d>f", "d>e", "g")
	for _, tt := range []struct{ key, up, down string }{
		{"d", "a b c", "e f"},
		{"a", "", "d"},
		{"f", "d", ""},
		{"g", "", ""},
		{"nobody", "", ""},
	} {
		if up, down := join(g.Upstream(tt.key)), join(g.Downstream(tt.key)); up != tt.up || down != tt.down {
			t.Errorf("%s: upstream %q, downstream %q; want %q, %q", tt.key, up, down, tt.up, tt.down)
		}
	}
}

func TestSub(t *testing.T) {
	t.Parallel()
	g := read("a>b", "b>c", "a>c", "c>d", "d>d").Sub(func(k string) bool { return k != "b" })
	if diff := cmp.Diff([]edge{{From: "a", To: "c"}, {From: "c", To: "d"}, {From: "d", To: "d"}}, g.Edges()); diff != "" {
		t.Errorf("edges (-want +got):\n%s", diff)
	}
	if got := join(g.Nodes()); got != "a c d" {
		t.Errorf("nodes %q", got)
	}
}

func TestResultsAreCopies(t *testing.T) {
	t.Parallel()
	g := read("a>b", "b>c")
	g.Nodes()[0], g.Downstream("a")[0], g.Edges()[0].To = "x", "x", "x"
	if got := join(g.Order()); got != "a b c" || join(g.Downstream("a")) != "b" {
		t.Errorf("the graph changed: %q", got)
	}
}

func TestZeroGraph(t *testing.T) {
	t.Parallel()
	var g graph.Graph[int]
	if g.Len() != 0 || len(g.Order()) != 0 || len(g.Cycles()) != 0 || len(g.Ancestors(1)) != 0 || len(g.Layout(graph.LayoutOptions[int]{}).Nodes) != 0 {
		t.Error("the zero graph is not empty")
	}
}

// NaN is the only key that is not equal to itself; it must be handled.
func TestKeysThatDoNotEqualThemselves(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	g := graph.Build([]float64{1, nan, nan}, []graph.Edge[float64]{{From: 1, To: nan}, {From: nan, To: nan}})
	if g.Has(nan) || len(g.Unknown()) == 0 || len(g.Order()) != g.Len() {
		t.Errorf("%d nodes, order %v, unknown %v", g.Len(), g.Order(), g.Unknown())
	}
}

func TestOrderOfInputDoesNotMatter(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := drawGraph(t)
		g := graph.Build(nodes, edges)
		other := graph.Build(rapid.Permutation(nodes).Draw(t, "nodes"), rapid.Permutation(edges).Draw(t, "edges"))
		for name, pair := range map[string][2]any{
			"levels":  {g.Levels(), other.Levels()},
			"cycles":  {g.Cycles(), other.Cycles()},
			"unknown": {g.Unknown(), other.Unknown()},
			"layout":  {g.Layout(graph.LayoutOptions[int]{}), other.Layout(graph.LayoutOptions[int]{})},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				t.Fatalf("%s (-one +other):\n%s", name, diff)
			}
		}
	})
}

// drawGraph generates a small graph, usually cyclic, with some edges to unknown nodes.
func drawGraph(t *rapid.T) ([]int, []graph.Edge[int]) {
	nodes := rapid.SliceOfN(rapid.IntRange(0, 15), 0, 15).Draw(t, "keys")
	end := rapid.IntRange(0, 16)
	edges := make([]graph.Edge[int], rapid.IntRange(0, 30).Draw(t, "edges"))
	forward := rapid.Bool().Draw(t, "acyclic")
	for i := range edges {
		edges[i] = graph.Edge[int]{From: end.Draw(t, "from"), To: end.Draw(t, "to")}
		if e := &edges[i]; forward && e.From > e.To {
			e.From, e.To = e.To, e.From
		}
	}
	return nodes, edges
}

// reach is a naive closure: it returns the nodes that can be reached from a node in one step or more.
func reach(edges []graph.Edge[int], from int) []int {
	var reached []int
	open := []int{from}
	for len(open) > 0 {
		at := open[0]
		open = open[1:]
		for _, e := range edges {
			if e.From == at && !slices.Contains(reached, e.To) {
				reached = append(reached, e.To)
				open = append(open, e.To)
			}
		}
	}
	slices.Sort(reached)
	return reached
}
