package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// NodeLineage is where one node and its columns come from.
type NodeLineage struct {
	Reads   []transform.NodeID // the nodes directly upstream, whatever is known of columns
	Columns []ColumnLineage    // every column of the node, in order
	Uses    []Input            // columns that decide about the rows of the node: Filter or Join
	Opaque  string             // why column lineage is not complete; "" when it is
}

// ColumnLineage is where one column comes from.
type ColumnLineage struct {
	Column transform.ColumnID
	Inputs []Input // PassThrough or Transform
}

// Input is a column upstream and what is done with it.
type Input struct {
	Node   transform.NodeID   `json:"node"`
	Column transform.ColumnID `json:"column"`
	Use    Use                `json:"use"`
}

func (in Input) compare(other Input) int {
	return cmp.Or(cmp.Compare(in.Node, other.Node), cmp.Compare(in.Column, other.Column), cmp.Compare(in.Use, other.Use))
}

// place returns the column without its use.
func (in Input) place() Endpoint { return Endpoint{in.Node, in.Column} }

// tidy sorts inputs and drops those said twice. A column that is passed through in one place and computed with in
// another, as the branches of a UNION can, keeps the stronger word: it is transformed.
func tidy(inputs []Input) []Input {
	slices.SortFunc(inputs, Input.compare)
	kept := inputs[:0]
	for _, in := range inputs {
		last := len(kept) - 1
		if last >= 0 && kept[last].place() == in.place() && mergeable(kept[last].Use, in.Use) {
			kept[last].Use = in.Use
			continue
		}
		kept = append(kept, in)
	}
	return slices.Clip(kept)
}

// mergeable reports whether the second of two uses of one column, in order, says all that the first does.
func mergeable(first, second Use) bool {
	return first == second || second == Transform
}
