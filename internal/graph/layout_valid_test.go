package graph_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/graph"
)

func TestLayoutIsValid(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := graph.Build(drawGraph(t))
		o := graph.LayoutOptions[int]{
			NodeHeight: rapid.Float64Range(1, 90).Draw(t, "height"),
			NodeGap:    rapid.Float64Range(1, 90).Draw(t, "gap"),
		}
		l := g.Layout(o)
		checkLayout(t, g, l, o.NodeGap)
		byKey := o
		byKey.KeyOrder = true
		if naive := g.Layout(byKey); l.Crossings > naive.Crossings {
			t.Errorf("%d crossings, and %d in the order of the keys", l.Crossings, naive.Crossings)
		}
		o.Previous = &l
		checkLayout(t, g, g.Layout(o), o.NodeGap)
	})
}

func TestLargeLayoutsAreValid(t *testing.T) {
	t.Parallel()
	for _, n := range []int{10, 300, 1_000, 10_000} {
		g := graph.Build(pipeline(n, 2*n, 5))
		l := g.Layout(options{})
		checkLayout(t, g, l, 20)
		if naive := g.Layout(options{KeyOrder: true}); l.Crossings > naive.Crossings*2/3 {
			t.Errorf("%d nodes: %d crossings, and %d in the order of the keys", n, l.Crossings, naive.Crossings)
		}
		// The number of rounds limits the time; each round is close to linear in the size of the drawing.
		if l.Sweeps > 24+50 {
			t.Errorf("%d nodes: %d sweeps", n, l.Sweeps)
		}
	}
}

// tester is the common part of a test and a property.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
}

func checkLayout[K cmp.Ordered](t tester, g *graph.Graph[K], l graph.Layout[K], gap float64) {
	t.Helper()
	if len(l.Nodes) != g.Len() || len(l.Routes) != len(g.Edges()) {
		t.Errorf("%d nodes and %d routes; want %d and %d", len(l.Nodes), len(l.Routes), g.Len(), len(g.Edges()))
	}
	rows := map[int][]graph.NodePosition[K]{}
	for _, n := range l.Nodes {
		rows[n.Layer] = append(rows[n.Layer], n)
		if n.X < 0 || n.Y < -1e-6 || n.X+l.NodeWidth > l.Width+1e-6 || n.Y+l.NodeHeight > l.Height+1e-6 {
			t.Errorf("%+v is outside of %g×%g", n, l.Width, l.Height)
		}
	}
	for _, row := range rows {
		slices.SortFunc(row, func(a, b graph.NodePosition[K]) int { return cmp.Compare(a.Y, b.Y) })
		for i := 1; i < len(row); i++ {
			if row[i].X != row[0].X || row[i].Y-row[i-1].Y < l.NodeHeight+gap-1e-6 {
				t.Errorf("%+v and %+v are too close or not in line", row[i-1], row[i])
			}
		}
	}
	checkRoutes(t, g, l)
	if got := countCrossings(l, len(rows)); got != l.Crossings {
		t.Errorf("%d crossings are reported, but there are %d", l.Crossings, got)
	}
}

// checkRoutes checks where lines begin, end and turn. Only an edge of a cycle may run from right to left.
func checkRoutes[K cmp.Ordered](t tester, g *graph.Graph[K], l graph.Layout[K]) {
	t.Helper()
	positions := map[K]graph.NodePosition[K]{}
	for _, n := range l.Nodes {
		positions[n.Key] = n
	}
	acyclic := map[K]bool{}
	for _, k := range g.Order() {
		acyclic[k] = true
	}
	for _, r := range l.Routes {
		from, to := positions[r.From], positions[r.To]
		points := slices.Clone(r.Points)
		switch {
		case r.Reversed && (acyclic[r.From] || acyclic[r.To]):
			t.Errorf("%v > %v is reversed and on no cycle", r.From, r.To)
		case r.From == r.To:
			continue
		case r.Reversed:
			from, to = to, from
			slices.Reverse(points)
		}
		begin := graph.Point{X: from.X + l.NodeWidth, Y: from.Y + l.NodeHeight/2}
		end := graph.Point{X: to.X, Y: to.Y + l.NodeHeight/2}
		if from.Layer >= to.Layer || points[0] != begin || points[len(points)-1] != end {
			t.Errorf("%v > %v runs %v between layers %d and %d", r.From, r.To, points, from.Layer, to.Layer)
		}
		if !slices.IsSortedFunc(points, func(a, b graph.Point) int { return cmp.Compare(a.X, b.X) }) {
			t.Errorf("%v > %v goes back: %v", r.From, r.To, points)
		}
	}
}

// line is where an edge leaves a layer and where it reaches the next.
type line struct {
	left, right float64
}

// countCrossings counts from the lines alone: between two layers, two lines cross if their order changes. Lines that
// are equal from layer to layer count once, and so do lines in both directions.
func countCrossings[K cmp.Ordered](l graph.Layout[K], layers int) int {
	lines := make([]map[line]bool, layers)
	for i := range lines {
		lines[i] = map[line]bool{}
	}
	for _, r := range l.Routes {
		if r.From != r.To {
			collectLines(r, lines)
		}
	}
	crossings := 0
	for _, between := range lines {
		all := slices.Collect(maps.Keys(between))
		for i, a := range all {
			for _, b := range all[:i] {
				if (a.left-b.left)*(a.right-b.right) < 0 {
					crossings++
				}
			}
		}
	}
	return crossings
}

// collectLines splits a route at the layers, which have the default distance.
func collectLines[K cmp.Ordered](r graph.Route[K], lines []map[line]bool) {
	points := slices.Clone(r.Points)
	if r.Reversed {
		slices.Reverse(points)
	}
	for layer := range len(lines) - 1 {
		x, next := float64(layer)*260+180, float64(layer+1)*260
		if x >= points[0].X && next <= points[len(points)-1].X {
			lines[layer][line{heightAt(points, x), heightAt(points, next)}] = true
		}
	}
}

// heightAt returns the height of a line at some x, where it has a point or is level.
func heightAt(points []graph.Point, x float64) float64 {
	for i, p := range points {
		if p.X >= x {
			if p.X > x {
				return points[i-1].Y
			}
			return p.Y
		}
	}
	return points[len(points)-1].Y
}
