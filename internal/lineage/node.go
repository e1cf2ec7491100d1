package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// NodeLineage is the origin of one node and its columns.
type NodeLineage struct {
	Reads   []transform.NodeID // the nodes directly upstream, even if their columns are unknown
	Columns []ColumnLineage    // every column of the node, in order
	Uses    []Input            // columns that decide about the rows of the node: Filter or Join
	Opaque  string             // why column lineage is not complete; "" when it is
}

// ColumnLineage is the origin of one column.
type ColumnLineage struct {
	Column transform.ColumnID
	Inputs []Input // PassThrough or Transform
}

// Input is an upstream column and how it is used.
type Input struct {
	Node   transform.NodeID   `json:"node"`
	Column transform.ColumnID `json:"column"`
	Use    Use                `json:"use"`
}

func (in Input) compare(other Input) int {
	return cmp.Or(cmp.Compare(in.Node, other.Node), cmp.Compare(in.Column, other.Column), cmp.Compare(in.Use, other.Use))
}

// endpoint returns the column without its use.
func (in Input) endpoint() Endpoint { return Endpoint{in.Node, in.Column} }

// tidy sorts inputs and drops duplicates. A column that is passed through in one branch of a UNION and computed with in
// another counts as transformed.
func tidy(inputs []Input) []Input {
	slices.SortFunc(inputs, Input.compare)
	kept := inputs[:0]
	for _, in := range inputs {
		last := len(kept) - 1
		if last >= 0 && kept[last].endpoint() == in.endpoint() && mergeable(kept[last].Use, in.Use) {
			kept[last].Use = in.Use
			continue
		}
		kept = append(kept, in)
	}
	return slices.Clip(kept)
}

// mergeable reports whether the second of two uses of one column, in order, includes the first.
func mergeable(first, second Use) bool {
	return first == second || second == Transform
}
