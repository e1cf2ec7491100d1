package lineage

import (
	"cmp"

	"github.com/millrace/millrace/internal/transform"
)

// Endpoint is a column of a node, or the node as a whole if Column is empty.
type Endpoint struct {
	Node   transform.NodeID   `json:"node"`
	Column transform.ColumnID `json:"column,omitempty"`
}

// Compare orders endpoints by node, then column; the node as a whole comes first.
func (p Endpoint) Compare(other Endpoint) int {
	return cmp.Or(cmp.Compare(p.Node, other.Node), cmp.Compare(p.Column, other.Column))
}

// Edge says that the column From is used in To, a column or, in filters and joins, a node as a whole.
type Edge struct {
	From Endpoint `json:"from"`
	To   Endpoint `json:"to"`
	Use  Use      `json:"use"`
}

// Compare orders edges by their target, then their source.
func (e Edge) Compare(other Edge) int {
	return cmp.Or(e.To.Compare(other.To), e.From.Compare(other.From), cmp.Compare(e.Use, other.Use))
}
