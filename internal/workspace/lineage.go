package workspace

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// ColumnLineage is where a column comes from and who reads it, everywhere in the project.
type ColumnLineage struct {
	Column               *transform.Column
	Upstream, Downstream []lineage.Endpoint // nearest first, each once
}

// Lineage gives the lineage of the columns of a node; with a column, by name or id, of that one alone.
func (d *Service) Lineage(
	ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, column string,
) (Node, []ColumnLineage, error) {
	n, err := d.Node(ctx, organization, id, node)
	if err != nil {
		return Node{}, nil, err
	}
	index := n.View.Compilation.Lineage
	var list []ColumnLineage
	for i := range n.Columns {
		c := &n.Columns[i]
		if column != "" && string(c.ID) != column && !strings.EqualFold(c.Name, column) {
			continue
		}
		at := lineage.Endpoint{Node: n.ID, Column: c.ID}
		list = append(list, ColumnLineage{
			Column:     c,
			Upstream:   places(index.Upstream(at, lineage.Reach{}), func(e lineage.Edge) lineage.Endpoint { return e.From }),
			Downstream: places(index.Downstream(at, lineage.Reach{}), func(e lineage.Edge) lineage.Endpoint { return e.To }),
		})
	}
	if column != "" && len(list) == 0 {
		return Node{}, nil, fault.New(fault.NotFound, "node %s has no column %.100q", n.Ref(), column).WithHint("Name a column of the node, or none for all.")
	}
	return n, list, nil
}

// places are the ends of the steps of a trace, each once.
func places(t lineage.Trace, end func(lineage.Edge) lineage.Endpoint) []lineage.Endpoint {
	seen := map[lineage.Endpoint]bool{}
	var list []lineage.Endpoint
	for _, step := range t.Steps {
		if at := end(step.Edge); !seen[at] {
			seen[at] = true
			list = append(list, at)
		}
	}
	return list
}
