package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// maxImpact is how much is listed of what a change concerns. Beyond it a list helps nobody.
const maxImpact = 1000

// findImpact lists what reads that which changes. What is gone or has got another name was read in the project as it was
// deployed; the rest is read in the one that is wanted.
func (w *nodePlan) findImpact() {
	switch w.change.Action {
	case Delete:
		w.trace(w.deployed(), "")
	case Alter:
		if w.warehouse.spotOf(w.origin) != w.warehouse.spotOf(w.goal()) || w.there != nil && kindOf(w.there) != w.after.Kind {
			w.trace(w.Desired, "")
			return
		}
		for _, c := range w.change.Columns {
			switch c.Action {
			case ColumnDropped, ColumnRenamed:
				w.trace(w.deployed(), c.Column)
			case ColumnRetyped:
				w.trace(w.Desired, c.Column)
			case ColumnAdded, ColumnNullable, ColumnDefaulted:
			}
		}
	case Add, Metadata, Adopt, Recreate, Rebuild:
	}
}

// deployed is the project that the node is part of until now; nil when it is not known.
func (w *nodePlan) deployed() *compiler.Compilation {
	if w.Deployed == nil || w.before == nil {
		return nil
	}
	return w.Deployed(w.before.ID)
}

// trace lists what a column, or any column of the node, goes into.
func (w *nodePlan) trace(in *compiler.Compilation, column transform.ColumnID) {
	if in == nil {
		return
	}
	found := in.Lineage.Downstream(lineage.Endpoint{Node: w.id(), Column: column}, lineage.Reach{Uses: lineage.UsesShown})
	seen := map[lineage.Endpoint]bool{}
	for _, step := range found.Steps {
		if seen[step.To] {
			continue
		}
		seen[step.To] = true
		w.concerns(in, Impact{Node: step.To.Node, Column: step.To.Column, Of: w.changedName(column), How: step.Use.String()})
	}
	for _, opaque := range found.Opaque {
		if opaque.Node != w.id() {
			w.concerns(in, Impact{Node: opaque.Node, Of: w.changedName(column), How: "reads"})
		}
	}
}

func (w *nodePlan) concerns(in *compiler.Compilation, i Impact) {
	if len(w.change.Impact) >= maxImpact {
		w.change.HasMoreImpact = true
		return
	}
	if n, ok := in.Node(i.Node); ok {
		i.Name = n.Ref().String()
		i.ColumnName = columnName(n, i.Column)
	}
	w.change.Impact = append(w.change.Impact, i)
}

// columnName is what people call a column.
func columnName(n *compiler.Node, id transform.ColumnID) string {
	for i := range n.Columns {
		if n.Columns[i].ID == id {
			return n.Columns[i].Name
		}
	}
	return string(id)
}

// changedName is what people call a column that changes.
func (w *nodePlan) changedName(id transform.ColumnID) string {
	for _, c := range w.change.Columns {
		if c.Column == id {
			return c.Name
		}
	}
	return string(id)
}
