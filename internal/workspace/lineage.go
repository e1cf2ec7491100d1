package workspace

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// ColumnLineage lists the sources and readers of a column in the whole project.
type ColumnLineage struct {
	Column               *transform.Column
	Upstream, Downstream []lineage.Endpoint // nearest first, each once
}

// Lineage returns the lineage of the columns of a node, or of one column by name or id.
func (s *Service) Lineage(
	ctx context.Context, organization ids.Organization, id ids.Workspace, node transform.NodeID, column string,
) (Node, []ColumnLineage, error) {
	n, err := s.Node(ctx, organization, id, node)
	if err != nil {
		return Node{}, nil, err
	}
	index, wanted := n.Revision.Compilation.Lineage, InternalColumnID(n.Node, column)
	var list []ColumnLineage
	for i := range n.Columns {
		c := &n.Columns[i]
		if column != "" && c.ID != wanted && !strings.EqualFold(c.Name, column) {
			continue
		}
		at := lineage.Endpoint{Node: n.ID, Column: c.ID}
		list = append(list, ColumnLineage{
			Column:     c,
			Upstream:   endpoints(index.Upstream(at, lineage.Reach{}), func(e lineage.Edge) lineage.Endpoint { return e.From }),
			Downstream: endpoints(index.Downstream(at, lineage.Reach{}), func(e lineage.Edge) lineage.Endpoint { return e.To }),
		})
	}
	if column != "" && len(list) == 0 {
		return Node{}, nil, fault.New(fault.NotFound, "node %s has no column %.100q", n.Ref(), column).
			WithHint("Name a column of the node, or omit it for all columns.")
	}
	return n, list, nil
}

// endpoints returns the ends of the steps of a trace, each once.
func endpoints(t lineage.Trace, end func(lineage.Edge) lineage.Endpoint) []lineage.Endpoint {
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
