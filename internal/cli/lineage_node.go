package cli

import (
	"cmp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// printNodeLineage traces a node as a whole.
func (p Program) printNodeLineage(compiled *compiler.Compilation, t target, flags lineageFlags) error {
	look := compiled.Lineage.NodeUpstream
	if flags.downstream {
		look = compiled.Lineage.NodeDownstream
	}
	steps := look(t.node.ID, flags.depth)
	names := nodeNames{compiled}
	if flags.asJSON {
		return p.printJSON(names.nodeTraceJSON(t.node.ID, steps, !flags.downstream))
	}
	tree := nodeTree{names: names, colors: p.palette(), beyond: map[transform.NodeID][]transform.NodeID{}, seen: map[transform.NodeID]bool{}}
	for _, s := range steps {
		if flags.downstream {
			tree.beyond[s.From] = append(tree.beyond[s.From], s.To)
		} else {
			tree.beyond[s.To] = append(tree.beyond[s.To], s.From)
		}
	}
	for _, under := range tree.beyond {
		slices.SortFunc(under, func(a, b transform.NodeID) int { return cmp.Compare(names.node(a), names.node(b)) })
	}
	tree.out.WriteString(tree.colors.bold(t.String()) + "\n")
	tree.write(t.node.ID, "")
	return p.print(tree.out.String())
}

// nodeTree draws the traced nodes. It expands a node only where the node appears first.
type nodeTree struct {
	names  nodeNames
	colors palette
	beyond map[transform.NodeID][]transform.NodeID
	seen   map[transform.NodeID]bool
	out    strings.Builder
}

func (t *nodeTree) write(id transform.NodeID, margin string) {
	t.seen[id] = true
	under := t.beyond[id]
	for i, next := range under {
		corner, space := "├─ ", "│  "
		if i == len(under)-1 {
			corner, space = "└─ ", "   "
		}
		t.out.WriteString(t.colors.faint(margin+corner) + t.names.node(next))
		if t.seen[next] && len(t.beyond[next]) > 0 {
			t.out.WriteString(t.colors.faint("  (see above)") + "\n")
			continue
		}
		t.out.WriteByte('\n')
		t.write(next, margin+space)
	}
}

type nodeTrace struct {
	Start     tracedColumn `json:"start"`
	Direction string       `json:"direction"`
	Edges     []nodeEdge   `json:"edges"` // nearest first
}

type nodeEdge struct {
	From  tracedColumn `json:"from"`
	To    tracedColumn `json:"to"`
	Depth int          `json:"depth"`
}

func (b nodeNames) nodeTraceJSON(start transform.NodeID, steps []lineage.NodeStep, upstream bool) nodeTrace {
	whole := func(id transform.NodeID) tracedColumn { return b.traced(lineage.Endpoint{Node: id}) }
	result := nodeTrace{Start: whole(start), Direction: direction(upstream), Edges: []nodeEdge{}}
	for _, s := range steps {
		result.Edges = append(result.Edges, nodeEdge{whole(s.From), whole(s.To), s.Depth})
	}
	return result
}
