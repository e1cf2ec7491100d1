package graph_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

func TestCycles(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		graph *graph.Graph[string]
		want  string
	}{
		"none":                 {read("a>b", "b>c", "a>c"), ""},
		"itself":               {read("a>a"), "a a"},
		"two":                  {read("b>a", "a>b"), "a b a"},
		"three":                {read("c>a", "a>b", "b>c"), "a b c a"},
		"shortest through a":   {read("a>b", "b>c", "c>d", "d>a", "c>a"), "a b c a"},
		"smaller key on a tie": {read("a>c", "a>b", "b>d", "c>d", "d>a"), "a b d a"},
		"not in the middle":    {read("a>b", "b>c", "c>b", "c>d"), "b c b"},
		"itself inside a ring": {read("b>a", "a>b", "b>b"), "a b a"},
		"two groups":           {read("x>y", "y>x", "a>b", "b>a", "b>x"), "a b a | x y x"},
		"eight":                {read("a>b", "b>a", "b>c", "c>b"), "a b a"},
	} {
		var cycles []string
		for _, cycle := range tt.graph.Cycles() {
			cycles = append(cycles, join(cycle))
		}
		if got := strings.Join(cycles, " | "); got != tt.want {
			t.Errorf("%s: cycles %q, want %q", name, got, tt.want)
		}
	}
}

func TestCyclesAreValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := graph.Build(drawGraph(t))
		var covered []int
		for _, cycle := range g.Cycles() {
			checkCycle(t, g, cycle)
			if slices.Contains(covered, cycle[0]) {
				t.Fatalf("a second cycle for the group of %d", cycle[0])
			}
			covered = append(covered, groupOf(g, cycle[0])...)
		}
		if len(covered)+len(g.Order()) != g.Len() {
			t.Fatalf("%d nodes on reported cycles and %d in order, of %d", len(covered), len(g.Order()), g.Len())
		}
	})
}

func checkCycle(t *rapid.T, g *graph.Graph[int], cycle []int) {
	t.Helper()
	start := cycle[0]
	if len(cycle) < 2 || cycle[len(cycle)-1] != start || slices.Min(groupOf(g, start)) != start {
		t.Fatalf("%v does not end at the smallest key of its group", cycle)
	}
	for i := range len(cycle) - 1 {
		if !slices.Contains(g.Downstream(cycle[i]), cycle[i+1]) {
			t.Fatalf("%v has a step without an edge", cycle)
		}
	}
}

// groupOf finds the nodes that a node can reach and that can reach it.
func groupOf(g *graph.Graph[int], node int) []int {
	var group []int
	for _, k := range reach(g.Edges(), node) {
		if slices.Contains(reach(g.Edges(), k), node) {
			group = append(group, k)
		}
	}
	return group
}
