package lineage

import (
	"cmp"

	"github.com/millrace/millrace/internal/transform"
)

// Endpoint is a column of a node, or the node as a whole when it names no column.
type Endpoint struct {
	Node   transform.NodeID   `json:"node"`
	Column transform.ColumnID `json:"column,omitempty"`
}

// Compare orders places by node, then column; the node as a whole comes first.
func (p Endpoint) Compare(other Endpoint) int {
	return cmp.Or(cmp.Compare(p.Node, other.Node), cmp.Compare(p.Column, other.Column))
}

// Edge says that the column From is used in To, a column or, in filters and joins, a node as a whole.
type Edge struct {
	From Endpoint `json:"from"`
	To   Endpoint `json:"to"`
	Use  Use      `json:"use"`
}

// Compare orders edges by where they lead, then where they come from.
func (e Edge) Compare(other Edge) int {
	return cmp.Or(e.To.Compare(other.To), e.From.Compare(other.From), cmp.Compare(e.Use, other.Use))
}
