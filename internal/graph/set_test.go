package graph_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

func TestSetEqualsTheNaiveOne(t *testing.T) {
	t.Parallel()
	nodes := make([]int, 200)
	for i := range nodes {
		nodes[i] = i
	}
	g := graph.Build(nodes, nil)
	members := rapid.SliceOfN(rapid.IntRange(0, 210), 0, 60)
	rapid.Check(t, func(t *rapid.T) {
		one, two := members.Draw(t, "one"), members.Draw(t, "two")
		a, b := g.Set(one...), g.Set(two...)
		for k := range 206 {
			inOne, inTwo := k < 200 && slices.Contains(one, k), k < 200 && slices.Contains(two, k)
			if a.Has(k) != inOne || a.Union(b).Has(k) != (inOne || inTwo) ||
				a.Intersect(b).Has(k) != (inOne && inTwo) || a.Minus(b).Has(k) != (inOne && !inTwo) {
				t.Fatalf("wrong about %d", k)
			}
		}
		if keys := a.Keys(); !slices.IsSorted(keys) || len(keys) != a.Len() || g.All().Minus(a).Len() != 200-a.Len() {
			t.Fatalf("keys %v, %d of them", keys, a.Len())
		}
	})
}

func TestSetsOfDifferentGraphs(t *testing.T) {
	t.Parallel()
	a := read("a", "b", "c").Set("a", "b")
	b := read("b", "z").Set("b", "z")
	var none graph.Set[string]
	for name, tt := range map[string]struct {
		got  graph.Set[string]
		want string
	}{
		"union keeps the first graph": {a.Union(b), "a b"},
		"intersection":                {a.Intersect(b), "b"},
		"difference":                  {a.Minus(b), "a"},
		"union with none":             {a.Union(none), "a b"},
		"none with a set":             {none.Union(a), "a b"},
		"none and a set":              {none.Intersect(a), ""},
		"none minus a set":            {none.Minus(a), ""},
		"minus none":                  {a.Minus(none), "a b"},
		"none upstream":               {none.WithUpstream(), ""},
		"none downstream":             {none.WithDownstream(), ""},
	} {
		if keys := join(tt.got.Keys()); keys != tt.want {
			t.Errorf("%s: %q, want %q", name, keys, tt.want)
		}
	}
	if none.Has("a") || none.Len() != 0 {
		t.Error("the zero set has members")
	}
}

func TestSetIterationStopsEarly(t *testing.T) {
	t.Parallel()
	for k := range read("a", "b", "c").All().All() {
		if k != "a" {
			t.Errorf("continued with %s", k)
		}
		break
	}
}
