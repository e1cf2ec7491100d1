package graph_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

func TestLevels(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		graph *graph.Graph[string]
		want  string
	}{
		"nothing":               {read(), ""},
		"no edges":              {read("b", "a"), "a b"},
		"chain":                 {read("c>b", "b>a"), "c | b | a"},
		"diamond":               {read("a>b", "a>c", "b>d", "c>d"), "a | b c | d"},
		"as early as possible":  {read("a>b", "b>c", "x>c", "x>y"), "a x | b y | c"},
		"cycle alone":           {read("a>b", "b>a"), ""},
		"edge to itself":        {read("a>a", "a>b"), "b"},
		"upstream of a cycle":   {read("a>b", "b>c", "c>b"), "a"},
		"downstream of a cycle": {read("a>b", "b>c", "c>b", "c>d", "d>e"), "a | d | e"},
		"around two cycles":     {read("a>b", "b>c", "c>b", "c>d", "d>e", "e>d", "e>f", "a>g"), "a | f g"},
		"a cycle and the rest":  {read("p>q", "q>p", "a>b"), "a | b"},
	} {
		var levels []string
		for _, level := range tt.graph.Levels() {
			levels = append(levels, join(level))
		}
		if got := strings.Join(levels, " | "); got != tt.want {
			t.Errorf("%s: levels %q, want %q", name, got, tt.want)
		}
		if got, want := join(tt.graph.Order()), strings.ReplaceAll(tt.want, " | ", " "); got != want {
			t.Errorf("%s: order %q, want %q", name, got, want)
		}
	}
}

func TestOrderIsTopological(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := graph.Build(drawGraph(t))
		order := g.Order()
		for i, k := range order {
			after := reach(g.Edges(), k)
			if slices.Contains(after, k) {
				t.Fatalf("%d is on a cycle and in the order", k)
			}
			for _, earlier := range order[:i] {
				if slices.Contains(after, earlier) {
					t.Fatalf("%d comes before its upstream %d", earlier, k)
				}
			}
		}
		for _, k := range g.Nodes() {
			if !slices.Contains(order, k) && !slices.Contains(reach(g.Edges(), k), k) {
				t.Fatalf("%d is on no cycle and not in the order", k)
			}
		}
	})
}
