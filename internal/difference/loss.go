package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/ddl"
)

// noteLosses names what the changes of columns take away, and what may keep them from being made.
func (w *nodePlan) noteLosses(d columnDifference) {
	for _, column := range d.dropped {
		w.destroysColumn(column.Name, "column")
	}
	for _, k := range d.kept {
		w.noteRetype(k)
		if k.from.Nullable && !k.to.Nullable && !w.after.ColumnsUnknown {
			w.stopNull(k)
		}
	}
	for _, column := range d.added {
		if !column.Nullable && column.Default == "" && column.Name != w.after.Key {
			w.stopRequired(column)
		}
	}
}

func (w *nodePlan) noteRetype(k keptColumn) {
	to, becomes := w.warehouse.typeWord(k.to.Type), ddl.Risky
	hint := "A value that does not fit makes the deploy of this node fail, and the table stays as it is."
	switch {
	case k.expressionChanged():
		to = "what its query gives"
		hint += " What it reads changes too, so its type is not known yet: write it down with a CAST around the expression to see it here."
	case w.warehouse.sameType(k.to.Type, k.from.Type):
		return
	default:
		becomes = ddl.Convert(k.from.Type, to)
	}
	switch becomes {
	case ddl.Impossible:
		w.destroysColumn(k.from.Name, "column")
		if !k.to.Nullable && k.to.Default == "" {
			w.stopRequired(k.to)
		}
	case ddl.Risky:
		w.destroysColumn(k.from.Name, "values")
		w.warn(Issue{
			Code:    CodeMayFail,
			Message: fmt.Sprintf("column %s of %s changes from %s to %s: values may lose something, or not fit", k.to.Name, w.change.Ref(), k.from.Type, to),
			Hint:    hint,
		})
	case ddl.Lossless:
	}
}

// stopRequired is for a column that rows have no value for.
func (w *nodePlan) stopRequired(column *StateColumn) {
	table := w.warehouse.qualified(w.origin)
	w.block(Issue{
		Code:         CodeNotNull,
		Message:      fmt.Sprintf("column %s of %s cannot be null and has no default, and %s has rows", column.Name, w.change.Ref(), table),
		Hint:         "Give the column a default, or let it be null.",
		OnlyWithRows: countRows(table, ""),
	})
}

// stopNull is for a column that holds NULL and must not any more.
func (w *nodePlan) stopNull(k keptColumn) {
	table := w.warehouse.qualified(w.origin)
	w.block(Issue{
		Code:         CodeNotNull,
		Message:      fmt.Sprintf("column %s of %s must not be null, and %s has rows where it is", k.to.Name, w.change.Ref(), table),
		Hint:         "Fill it in those rows, or let it be null.",
		OnlyWithRows: countRows(table, w.warehouse.words.Quote(k.from.Name)+" IS NULL"),
	})
}

// isLost reports whether no value of the column fits its new type.
func (w *nodePlan) isLost(k keptColumn) bool {
	return !w.warehouse.sameType(k.to.Type, k.from.Type) && ddl.Convert(k.from.Type, w.warehouse.typeWord(k.to.Type)) == ddl.Impossible
}

// keepsNothing reports whether every column goes, or loses all its values. A table cannot lose its last column, and copying
// its rows would bring nothing along.
func (w *nodePlan) keepsNothing(d columnDifference) bool {
	return !slices.ContainsFunc(d.kept, func(k keptColumn) bool { return !w.isLost(k) })
}

// through is the type that values of the column have to go through; empty when the engine converts them at once.
func (w *nodePlan) through(k keptColumn) string {
	if w.warehouse.words.Capabilities().CastsBooleanOnlyToInteger && ddl.CrossesBoolean(k.from.Type, w.warehouse.typeWord(k.to.Type)) {
		return w.warehouse.words.Type("INTEGER")
	}
	return ""
}
