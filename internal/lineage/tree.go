package lineage

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// treeDepth is the maximum depth of a tree: deeper ones are not useful and break JSON parsers.
const treeDepth = 200

// Branch is an endpoint on a path, with what is beyond it. The content of an endpoint is included at its first
// occurrence; further occurrences are marked. The JSON key of Endpoint is "place", its old name.
type Branch struct {
	Endpoint Endpoint `json:"place"`
	Use      *Use     `json:"use,omitempty"` // towards the branch that this one hangs on; nil at the root
	Branches []Branch `json:"branches,omitempty"`
	IsRepeat bool     `json:"isRepeat,omitempty"` // its branches are shown elsewhere in the tree
	HasMore  bool     `json:"hasMore,omitempty"`  // its branches are left out: the tree is too deep
}

// Tree lays a trace out as a tree, for reading.
func (t Trace) Tree() Branch {
	p := treeBuilder{trace: t, edges: map[Endpoint][]Edge{}, columns: map[transform.NodeID][]Endpoint{}, seen: map[Endpoint]bool{}}
	for _, step := range t.Steps {
		near, _ := t.ends(step.Edge)
		if len(p.edges[near]) == 0 && near.Column != "" {
			p.columns[near.Node] = append(p.columns[near.Node], near)
		}
		p.edges[near] = append(p.edges[near], step.Edge)
	}
	return p.grow(Branch{Endpoint: t.Start}, 0)
}

// ends returns an edge as seen from the start of the trace.
func (t Trace) ends(e Edge) (near, far Endpoint) {
	if t.Upstream {
		return e.To, e.From
	}
	return e.From, e.To
}

type treeBuilder struct {
	trace   Trace
	edges   map[Endpoint][]Edge             // by near end
	columns map[transform.NodeID][]Endpoint // those with edges
	seen    map[Endpoint]bool
}

func (p *treeBuilder) grow(b Branch, depth int) Branch {
	edges, columns := p.beyond(b.Endpoint)
	switch {
	case len(edges)+len(columns) == 0:
		return b
	case p.seen[b.Endpoint]:
		b.IsRepeat = true
		return b
	case depth == treeDepth:
		b.HasMore = true
		return b
	}
	p.seen[b.Endpoint] = true
	if p.trace.Upstream {
		p.seen[Endpoint{Node: b.Endpoint.Node}] = true
	}
	for _, e := range edges {
		_, far := p.trace.ends(e)
		b.Branches = append(b.Branches, p.grow(Branch{Endpoint: far, Use: &e.Use}, depth+1))
	}
	for _, column := range columns {
		b.Branches = append(b.Branches, p.grow(Branch{Endpoint: column}, depth+1))
	}
	return b
}

// beyond returns what is beyond an endpoint. The columns that decide about the rows of a node are under the first of
// its columns; under a node as a whole are its columns.
func (p *treeBuilder) beyond(at Endpoint) ([]Edge, []Endpoint) {
	if at.Column == "" {
		return p.edges[at], slices.SortedFunc(slices.Values(p.columns[at.Node]), Endpoint.Compare)
	}
	whole := Endpoint{Node: at.Node}
	if !p.trace.Upstream || p.seen[whole] {
		return p.edges[at], nil
	}
	return slices.Concat(p.edges[at], p.edges[whole]), nil
}
