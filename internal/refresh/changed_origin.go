package refresh

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// origins finds the inputs of nodes: the nearest upstream nodes that store data. A node that stores none, such as a view, is
// replaced by its own inputs.
type origins struct {
	compiled *compiler.Compilation
	known    map[transform.NodeID]reading
}

// reading lists what a node reads: the nodes that store the data, and the nodes between. Both are sorted by name.
type reading struct{ data, through []*compiler.Node }

func newOrigins(c *compiler.Compilation) *origins {
	return &origins{compiled: c, known: map[transform.NodeID]reading{}}
}

// of returns what a node reads. An outside node reads itself, because its tests are about its own data.
func (o *origins) of(n *compiler.Node) reading {
	if found, isKnown := o.known[n.ID]; isKnown {
		return found
	}
	if o.isOutside(n) {
		o.known[n.ID] = reading{data: []*compiler.Node{n}}
		return o.known[n.ID]
	}
	o.known[n.ID] = reading{} // ends the recursion in a cycle
	var found reading
	for _, id := range o.compiled.Graph.Upstream(string(n.ID)) {
		up, exists := o.compiled.Node(transform.NodeID(id))
		switch {
		case !exists || up.ID == n.ID:
		case isLoaded(up):
			found.data = append(found.data, up)
		default:
			further := o.of(up)
			found.data = append(found.data, further.data...)
			found.through = append(found.through, further.through...)
			if !o.isOutside(up) {
				found.through = append(found.through, up)
			}
		}
	}
	o.known[n.ID] = reading{data: byName(found.data), through: byName(found.through)}
	return o.known[n.ID]
}

// byName sorts nodes and keeps each once.
func byName(nodes []*compiler.Node) []*compiler.Node {
	slices.SortFunc(nodes, func(a, b *compiler.Node) int {
		return strings.Compare(a.Ref().String()+string(a.ID), b.Ref().String()+string(b.ID))
	})
	return slices.Compact(nodes)
}

// isOutside reports whether the data of a node changes without a run: sources, nodes with deployment disabled, and views
// without known inputs.
func (o *origins) isOutside(n *compiler.Node) bool {
	return n.IsSource || !n.DeployEnabled || !isLoaded(n) && len(o.compiled.Graph.Upstream(string(n.ID))) == 0
}

// isLoaded reports whether runs write data to a node: they do more than query and test it. A node that cannot be rendered now
// counts as loaded, because an earlier run may have loaded it.
func isLoaded(n *compiler.Node) bool {
	if n.IsSource || n.Run == nil {
		return !n.IsSource
	}
	return slices.ContainsFunc(n.Run.Stages, func(s render.Stage) bool {
		return s.Type != render.TestStage && strings.TrimSpace(s.SQL) != "" && !sqltext.IsReadOnly(s.SQL)
	})
}
