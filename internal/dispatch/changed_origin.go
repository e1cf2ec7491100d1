package dispatch

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// origins finds what the data of nodes comes from: the nearest nodes upstream that hold data. One that holds none, such as a
// view, is looked through.
type origins struct {
	compiled *compiler.Compilation
	known    map[transform.NodeID][]*compiler.Node
}

func newOrigins(c *compiler.Compilation) *origins {
	return &origins{compiled: c, known: map[transform.NodeID][]*compiler.Node{}}
}

// of gives the origins of a node, by name. What is outside has itself for one: its tests are about its own data.
func (o *origins) of(n *compiler.Node) []*compiler.Node {
	if found, isKnown := o.known[n.ID]; isKnown {
		return found
	}
	if o.isOutside(n) {
		o.known[n.ID] = []*compiler.Node{n}
		return o.known[n.ID]
	}
	o.known[n.ID] = nil // ends the way round a circle
	var found []*compiler.Node
	for _, id := range o.compiled.Graph.Upstream(string(n.ID)) {
		up, isThere := o.compiled.Node(transform.NodeID(id))
		switch {
		case !isThere || up.ID == n.ID:
		case isLoaded(up):
			found = append(found, up)
		default:
			found = append(found, o.of(up)...)
		}
	}
	slices.SortFunc(found, func(a, b *compiler.Node) int {
		return strings.Compare(a.Ref().String()+string(a.ID), b.Ref().String()+string(b.ID))
	})
	o.known[n.ID] = slices.Compact(found)
	return o.known[n.ID]
}

// isOutside reports whether the data of a node changes without any run of ours: sources, nodes that are not deployed by us,
// and views of nothing that we know.
func (o *origins) isOutside(n *compiler.Node) bool {
	return n.IsSource || !n.DeployEnabled || !isLoaded(n) && len(o.compiled.Graph.Upstream(string(n.ID))) == 0
}

// outside gives the origins of a plan's nodes whose data runs know nothing about, each once, in the order of the plan.
func (o *origins) outside(planned plan.Plan) []*compiler.Node {
	var found []*compiler.Node
	seen := map[transform.NodeID]bool{}
	for i := range planned.Nodes {
		n, isThere := o.compiled.Node(planned.Nodes[i].ID)
		if !isThere || len(planned.Nodes[i].Stages) == 0 {
			continue
		}
		for _, origin := range o.of(n) {
			if o.isOutside(origin) && !seen[origin.ID] {
				seen[origin.ID] = true
				found = append(found, origin)
			}
		}
	}
	return found
}

// isLoaded reports whether runs put data into a node: they do more with it than look and test. One that cannot be rendered
// now may have been loaded before.
func isLoaded(n *compiler.Node) bool {
	if n.IsSource || n.Run == nil {
		return !n.IsSource
	}
	return slices.ContainsFunc(n.Run.Stages, func(s render.Stage) bool {
		return s.Type != render.TestStage && strings.TrimSpace(s.SQL) != "" && !sqltext.IsLook(s.SQL)
	})
}
