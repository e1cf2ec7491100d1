package graph_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

func TestClosure(t *testing.T) {
	t.Parallel()
	g := read("a>b", "b>c", "c>d", "x>c", "p>q", "q>p", "q>r", "s>s")
	for _, tt := range []struct {
		of                     []string
		ancestors, descendants string
	}{
		{[]string{"c"}, "a b x", "d"},
		{[]string{"b", "x"}, "a", "c d"},
		{[]string{"b", "d"}, "a b c x", "c d"},
		{[]string{"p"}, "p q", "p q r"},
		{[]string{"s"}, "s", "s"},
		{[]string{"nobody"}, "", ""},
		{nil, "", ""},
	} {
		if got := join(g.Ancestors(tt.of...)); got != tt.ancestors {
			t.Errorf("ancestors of %v are %q, want %q", tt.of, got, tt.ancestors)
		}
		if got := join(g.Descendants(tt.of...)); got != tt.descendants {
			t.Errorf("descendants of %v are %q, want %q", tt.of, got, tt.descendants)
		}
	}
}

func TestClosureEqualsTheNaiveOne(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		nodes, edges := drawGraph(t)
		g := graph.Build(nodes, edges)
		starts := rapid.SliceOfN(rapid.IntRange(0, 16), 0, 4).Draw(t, "starts")
		var want []int
		for _, start := range starts {
			want = append(want, reach(g.Edges(), start)...)
		}
		slices.Sort(want)
		want = slices.Compact(want)
		if diff := cmp.Diff(want, g.Descendants(starts...), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("descendants of %v (-want +got):\n%s", starts, diff)
		}
		for _, ancestor := range g.Ancestors(starts...) {
			if !slices.ContainsFunc(starts, func(s int) bool { return slices.Contains(reach(g.Edges(), ancestor), s) }) {
				t.Fatalf("%d reaches none of %v", ancestor, starts)
			}
		}
		wide := g.Set(starts...).WithDownstream().Keys()
		want = slices.Concat(want, g.Set(starts...).Keys())
		slices.Sort(want)
		if diff := cmp.Diff(slices.Compact(want), wide, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("%v with downstream (-want +got):\n%s", starts, diff)
		}
	})
}
