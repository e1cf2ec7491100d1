package graph_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/graph"
)

type options = graph.LayoutOptions[string]

// pipeline generates a graph like those of data projects: most edges lead to the next layers, a few much further. The
// keys are independent of the positions.
func pipeline(nodes, edges int, seed uint64) ([]string, []edge) {
	r := rand.New(rand.NewPCG(seed, 7))
	keys := make([]string, nodes)
	for i, n := range r.Perm(nodes) {
		keys[i] = fmt.Sprintf("N%05d", n)
	}
	width := int(math.Sqrt(float64(nodes)) * 1.5)
	all := make([]edge, edges)
	for i := range all {
		to := width + r.IntN(nodes-width)
		rowStart := to / width * width
		from := rowStart - 1 - r.IntN(width)
		if r.IntN(10) == 0 {
			from = r.IntN(rowStart)
		}
		all[i] = edge{From: keys[max(from, 0)], To: keys[to]}
	}
	return keys, all
}

func TestLayoutOfSmallGraphs(t *testing.T) {
	t.Parallel()
	o := options{NodeWidth: 100, NodeHeight: 40, LayerGap: 50, NodeGap: 20, PartGap: 60}
	for name, tt := range map[string]struct {
		graph *graph.Graph[string]
		want  string
	}{
		"nothing":   {read(), "0×0"},
		"one":       {read("a"), "100×40 a:0,0"},
		"two apart": {read("a", "b"), "100×100 a:0,0 b:0,60"},
		"chain":     {read("a>b", "b>c"), "400×40 a:0,0 b:150,0 c:300,0 a>b[100,20 150,20] b>c[250,20 300,20]"},
		"fork":      {read("a>b", "a>c"), "250×100 a:0,30 b:150,0 c:150,60 a>b[100,50 150,20] a>c[100,50 150,80]"},
		"parts, nodes without edges last": {
			read("c>d", "a>e", "b"),
			"250×240 a:0,0 b:0,200 c:0,100 d:150,100 e:150,0 a>e[100,20 150,20] c>d[100,120 150,120]",
		},
		"no crossing where none must be": {
			read("a>y", "b>x", "a>b", "b>y"),
			"400×100 a:0,51 b:150,28 x:300,0 y:300,60" +
				" a>b[100,71 150,48] a>y[100,71 150,83 250,83 300,80] b>x[250,48 300,20] b>y[250,48 300,80]",
		},
		"source next to its use": {
			read("a>b", "b>c", "x>c"),
			"400×100 a:0,0 b:150,0 c:300,30 x:150,60 a>b[100,20 150,20] b>c[250,20 300,50] x>c[250,80 300,50]",
		},
		"with all that leads to it": {
			read("a>b", "b>c", "c>d", "x>y", "y>d"),
			"550×100 a:0,0 b:150,0 c:300,0 d:450,30 x:150,60 y:300,60" +
				" a>b[100,20 150,20] b>c[250,20 300,20] c>d[400,20 450,50] x>y[250,80 300,80] y>d[400,80 450,50]",
		},
		"and with its leaf": {
			read("a>b", "b>c", "x>c", "x>y"),
			"400×120 a:0,0 b:150,0 c:300,20 x:150,60 y:300,80" +
				" a>b[100,20 150,20] b>c[250,20 300,40] x>c[250,80 300,40] x>y[250,80 300,100]",
		},
		"long edge around a node": {
			read("a>b", "b>c", "a>c"),
			"400×63 a:0,23 b:150,0 c:300,23 a>b[100,43 150,20] a>c[100,43 150,55 250,55 300,43] b>c[250,20 300,43]",
		},
		"cycle":  {read("a>b", "b>a"), "250×40 a:0,0 b:150,0 a>b[100,20 150,20] b>a[150,20 100,20]!"},
		"itself": {read("a>a"), "100×40 a:0,0 a>a[100,20 112.5,20 112.5,10 100,10]!"},
	} {
		if diff := cmp.Diff(tt.want, describe(tt.graph.Layout(o))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func describe(l graph.Layout[string]) string {
	text := fmt.Sprintf("%g×%g", l.Width, l.Height)
	for _, n := range l.Nodes {
		text += fmt.Sprintf(" %s:%g,%g", n.Key, n.X, n.Y)
	}
	for _, r := range l.Routes {
		text += fmt.Sprintf(" %s>%s[", r.From, r.To)
		for i, p := range r.Points {
			if i > 0 {
				text += " "
			}
			text += fmt.Sprintf("%g,%g", p.X, p.Y)
		}
		text += "]"
		if r.Reversed {
			text += "!"
		}
	}
	return text
}

func TestInvalidLayoutOptions(t *testing.T) {
	t.Parallel()
	g := read("a>b", "c")
	want := g.Layout(options{NodeWidth: 180, NodeHeight: 40, LayerGap: 80, NodeGap: 20, PartGap: 40})
	bad := math.Inf(1)
	for _, o := range []options{{}, {NodeWidth: -1, NodeHeight: math.NaN(), LayerGap: bad, NodeGap: -bad}} {
		if diff := cmp.Diff(want, g.Layout(o)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", o, diff)
		}
	}
}

func BenchmarkLayout(b *testing.B) {
	for _, n := range []int{100, 1_000, 10_000} {
		g := graph.Build(pipeline(n, 2*n, 1))
		fresh := g.Layout(options{})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				g.Layout(options{})
			}
		})
		b.Run(fmt.Sprintf("%d again", n), func(b *testing.B) {
			for b.Loop() {
				g.Layout(options{Previous: &fresh})
			}
		})
	}
}
