package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/ddl"
)

// countRows returns a query for the number of rows of a table, or of those that meet a condition.
func countRows(table, condition string) string {
	query := "SELECT COUNT(*) FROM " + table
	if condition != "" {
		query += " WHERE " + condition
	}
	return query
}

// losesTable records that a table is dropped with its rows.
func (d *decision) losesTable(at ObjectRef) {
	name := d.qualified(at)
	d.losses = append(d.losses, Loss{Object: name, What: "table", CountQuery: countRows(name, "")})
}

// losesColumn records that a column is dropped, or that values in it may not fit another type.
func (d *decision) losesColumn(column, what string) {
	name := d.qualified(d.source)
	d.losses = append(d.losses, Loss{
		Object: name, What: what, Column: column,
		CountQuery: countRows(name, d.dialect.Quote(column)+" IS NOT NULL"),
	})
}

// keepsNothing reports whether every column is dropped or loses all its values. A table cannot lose its last column, and a
// copy would contain no values.
func (n *nodeFacts) keepsNothing(diff *columnDiff) bool {
	return !slices.ContainsFunc(diff.kept, func(k keptColumn) bool { return !n.losesValues(k) })
}

// addColumnLosses records what the changes of columns delete, and what may prevent them.
func (d *decision) addColumnLosses(diff *columnDiff) {
	for _, column := range diff.dropped {
		d.losesColumn(column.Name, "column")
	}
	for _, k := range diff.kept {
		d.addRetypeLoss(k)
		if k.from.Nullable && !k.to.Nullable && !d.desired.ColumnsUnknown {
			d.blockNull(k)
		}
	}
	for _, column := range diff.added {
		if !column.Nullable && column.Default == "" && column.Name != d.desired.Key {
			d.blockRequired(column)
		}
	}
}

func (d *decision) addRetypeLoss(k keptColumn) {
	to, conversion := d.typeName(k.to.Type), ddl.Risky
	hint := "If a value does not fit, the deploy of this node fails and the table is not changed."
	switch {
	case k.expressionChanged():
		to = "the type that its query returns"
		hint += " What it reads changes too, so its type is not known yet: add a CAST to the expression to see the type here."
	case d.sameType(k.to.Type, k.from.Type):
		return
	default:
		conversion = ddl.Convert(k.from.Type, to)
	}
	switch conversion {
	case ddl.Impossible:
		d.losesColumn(k.from.Name, "column")
		if !k.to.Nullable && k.to.Default == "" {
			d.blockRequired(k.to)
		}
	case ddl.Risky:
		d.losesColumn(k.from.Name, "values")
		d.warn(Issue{
			Code:    CodeRetypeMayFail,
			Message: fmt.Sprintf("column %s of %s changes from %s to %s: values may lose precision or not fit", k.to.Name, d.ref(), k.from.Type, to),
			Hint:    hint,
		})
	case ddl.Lossless:
	}
}

// blockRequired reports a NOT NULL column that existing rows have no value for.
func (d *decision) blockRequired(column *StateColumn) {
	table := d.qualified(d.source)
	d.block(Issue{
		Code:         CodeNotNull,
		Message:      fmt.Sprintf("column %s of %s is NOT NULL and has no default, and %s has rows", column.Name, d.ref(), table),
		Hint:         "Add a default to the column, or make it nullable.",
		OnlyWithRows: countRows(table, ""),
	})
}

// blockNull reports a column that becomes NOT NULL and contains NULL.
func (d *decision) blockNull(k keptColumn) {
	table := d.qualified(d.source)
	d.block(Issue{
		Code:         CodeNotNull,
		Message:      fmt.Sprintf("column %s of %s becomes NOT NULL, and %s has rows with NULL in it", k.to.Name, d.ref(), table),
		Hint:         "Set a value in those rows, or keep the column nullable.",
		OnlyWithRows: countRows(table, d.dialect.Quote(k.from.Name)+" IS NULL"),
	})
}
