package workspace

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// resolveTransforms decides which expression of a column counts if a draft contains two: the one that the node does not
// have yet. If both changed they must be equal.
func (draft *NodeDraft) resolveTransforms(before *transform.Node, columns []transform.Column) error {
	for _, i := range slices.Sorted(maps.Keys(draft.Transforms)) {
		column, beside := &columns[i], draft.Transforms[i]
		switch oldTransform(before, column.ID) {
		case beside:
		case column.Sources[0].Transform:
			column.Sources = slices.Clone(column.Sources) // the draft may be applied again
			column.Sources[0].Transform = beside
		default:
			return fault.New(fault.Invalid, "metadata.columns[%d] has a transform that differs from the one in its sources", i).
				WithHint("Change one of them, or send the same in both.")
		}
	}
	return nil
}

// oldTransform returns the expression of a column; empty if there is no such column.
func oldTransform(before *transform.Node, id transform.ColumnID) string {
	at := slices.IndexFunc(before.Columns, func(c transform.Column) bool { return c.ID == id })
	if at < 0 || len(before.Columns[at].Sources) == 0 {
		return ""
	}
	return before.Columns[at].Sources[0].Transform
}
