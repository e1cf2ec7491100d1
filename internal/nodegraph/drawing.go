package nodegraph

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/transform"
)

// MaxNodes is the number of nodes that one drawing may have.
const MaxNodes = 20_000

// The measures of a drawing, in pixels of the web application at a zoom of 100 %.
const (
	nodeWidth  = 184
	nodeHeight = 48
	layerGap   = 64
	nodeGap    = 14
)

// DrawRequest selects what is drawn.
type DrawRequest struct {
	Selectors

	Around transform.NodeID // only this node and its neighborhood; empty for no restriction
	Depth  int              // the number of edges around that node
}

// Drawing is a graph with the positions of its nodes.
type Drawing struct {
	Digest string // of nodes and edges
	Nodes  []*compiler.Node
	Layout *graph.Layout[string] // shared with other drawings: the caller must not change it
}

// Draw returns the drawing of a project, or of a part of it.
func (d *Drawer) Draw(ctx context.Context, p *Project, r DrawRequest) (Drawing, error) {
	part, err := p.part(r)
	if err != nil {
		return Drawing{}, err
	}
	if part.Len() > MaxNodes {
		return Drawing{}, fault.New(fault.Invalid, "the graph has %d nodes, more than %d", part.Len(), MaxNodes).
			WithHint("Send a selector that matches fewer nodes.")
	}
	digest := digestOf(part)
	layout, err := d.layout(ctx, digest, part)
	if err != nil {
		return Drawing{}, err
	}
	drawing := Drawing{Digest: digest, Layout: layout, Nodes: p.nodes}
	if part.Len() < len(p.nodes) {
		drawing.Nodes = nil
		for _, n := range p.nodes {
			if part.Has(string(n.ID)) {
				drawing.Nodes = append(drawing.Nodes, n)
			}
		}
	}
	return drawing, nil
}

// part returns the graph of the requested nodes.
func (p *Project) part(r DrawRequest) (*graph.Graph[string], error) {
	keep := p.graph.All()
	if r.Selectors != (Selectors{}) {
		found := p.Match(r.Selectors)
		if len(found.Errors) > 0 {
			e := found.Errors[0]
			return nil, fault.New(fault.Invalid, "%s selector: %s at line %d, column %d", e.Part, e.Message, e.Line, e.Column).WithHint("%s", e.Hint)
		}
		keys := make([]string, len(found.Nodes))
		for i, n := range found.Nodes {
			keys[i] = string(n.ID)
		}
		keep = p.graph.Set(keys...)
	}
	if r.Around != "" {
		keep = keep.Intersect(around(p.graph, string(r.Around), r.Depth))
	}
	if keep.Len() == p.graph.Len() {
		return p.graph, nil
	}
	return p.graph.Sub(keep.Has), nil
}

// around returns a node with what is within a number of edges upstream and downstream of it.
func around(g *graph.Graph[string], node string, depth int) graph.Set[string] {
	near := g.Set(node)
	for _, next := range []func(string) []string{g.Upstream, g.Downstream} {
		edge := []string{node}
		for step := 0; step < depth && len(edge) > 0; step++ {
			var further []string
			for _, key := range edge {
				further = append(further, next(key)...)
			}
			fresh := g.Set(further...).Minus(near)
			near, edge = near.Union(fresh), fresh.Keys()
		}
	}
	return near
}

// digestOf identifies the nodes and edges of a graph. Keys contain no line breaks.
func digestOf(g *graph.Graph[string]) string {
	sum := sha256.New()
	write := func(parts ...string) {
		for _, part := range parts {
			_, _ = sum.Write([]byte(part))
			_, _ = sum.Write([]byte{'\n'})
		}
	}
	for _, key := range g.Nodes() {
		write(key)
	}
	for _, e := range g.Edges() {
		write("", e.From, e.To)
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}
