package difference

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/dialect"
)

// alterTable changes the table in place, or on its way to another name.
func (d *decision) alterTable(diff *columnDiff) {
	d.action = Alter
	d.replaces, d.alter = d.isMoved() || diff.affectsViews, diff
	s := d.mainStep(AlterPhase, d.target())
	d.moveTable(s, d.start)
	d.addColumnLosses(diff)
	if !d.desired.ColumnsUnknown {
		d.alterColumns(&s.script, diff)
	}
	d.setStateAfter(d.desired, s)
}

// moveTable moves the table to its schema and name. If both change, it gets a temporary name between, because the new schema
// may contain a table of its old name.
func (d *decision) moveTable(s *step, from ObjectRef) {
	target, temporary := d.target(), d.temporaryName()
	isRenamed := !d.sameName(from.Name, target.Name)
	if !d.sameSchema(from.Schema, target.Schema) {
		if isRenamed && from.Name != temporary {
			s.script.add("Rename to a temporary name", d.dialect.RenameTable(d.qualified(from), temporary))
			from.Name = temporary
		}
		s.script.add("Move table", d.dialect.MoveTable(d.qualified(from), target.Schema.Name))
		from.Schema = target.Schema
	}
	if isRenamed {
		s.script.add("Rename table", d.dialect.RenameTable(d.qualified(from), target.Name))
	}
}

// alterColumns adds the statements that change the columns of the table, which has its new name already. Columns are dropped
// first, because others may get their names, and added last.
func (n *nodeFacts) alterColumns(s *script, diff *columnDiff) {
	for _, column := range diff.dropped {
		s.addDestructive("Drop column "+column.Name, n.dialect.DropColumn(n.object(), column.Name))
	}
	n.renameColumns(s, diff)
	for _, k := range diff.kept {
		n.alterColumn(s, k)
	}
	for _, column := range diff.added {
		n.addColumn(s, column)
	}
}

// addColumn adds a column. If the engine cannot add a NOT NULL column, the constraint follows in a statement of its own.
func (n *nodeFacts) addColumn(s *script, c *StateColumn) {
	table, column := n.object(), defined(c)
	isLater := column.NotNull && !n.dialect.Capabilities().AddsNotNullColumns
	if isLater {
		column.NotNull = false
	}
	s.add("Add column "+c.Name, n.dialect.AddColumn(table, column))
	if isLater {
		column.NotNull = true
		s.add("Require "+c.Name, n.dialect.SetColumnNull(table, column))
	}
}

func defined(c *StateColumn) dialect.Column {
	return dialect.Column{Name: c.Name, Type: c.Type, IsOwnType: true, Default: c.Default, NotNull: !c.Nullable}
}

// alterColumn changes the type, the nullability and the default of a column. It drops the default before it changes the type,
// because engines reject a default that does not fit the new type.
func (n *nodeFacts) alterColumn(s *script, k keptColumn) {
	table, column := n.object(), defined(k.to)
	if n.losesValues(k) {
		s.addDestructive("Drop column "+k.to.Name, n.dialect.DropColumn(table, k.to.Name))
		n.addColumn(s, k.to)
		return
	}
	current := ""
	if k.deployed != nil {
		current = k.deployed.Default
	}
	if !n.sameType(k.to.Type, k.from.Type) {
		if current != "" {
			s.add("Drop the default of "+k.to.Name, n.dialect.SetColumnDefault(table, dialect.Column{Name: k.to.Name}))
			current = ""
		}
		n.retypeColumn(s, k)
	}
	if k.from.Nullable != k.to.Nullable {
		name := "Require "
		if k.to.Nullable {
			name = "Allow NULL in "
		}
		s.add(name+k.to.Name, n.dialect.SetColumnNull(table, column))
	}
	if k.deployed != nil && current != k.to.Default {
		s.add("Set the default of "+k.to.Name, n.dialect.SetColumnDefault(table, column))
	}
}

// retypeColumn changes the type of a column. The statement is destructive if values may not fit.
func (n *nodeFacts) retypeColumn(s *script, k keptColumn) {
	column := defined(k.to)
	column.Through = n.intermediateType(k)
	name, sql := "Change the type of "+k.to.Name, n.dialect.SetColumnType(n.object(), column)
	if ddl.Convert(k.from.Type, n.typeName(k.to.Type)) == ddl.Lossless {
		s.add(name, sql)
		return
	}
	s.addDestructive(name, sql)
}

// intermediateType returns the type that values are cast to first; empty if the engine converts them directly.
func (n *nodeFacts) intermediateType(k keptColumn) string {
	if n.dialect.Capabilities().CastsBooleanOnlyToInteger && ddl.CrossesBoolean(k.from.Type, n.typeName(k.to.Type)) {
		return n.dialect.Type("INTEGER")
	}
	return ""
}

// renameColumns renames each column once its new name is free. Columns that swap names go through a temporary name.
func (n *nodeFacts) renameColumns(s *script, diff *columnDiff) {
	waiting := map[string]string{} // by current name: the new name
	var order []string
	for _, k := range diff.kept {
		if !n.sameName(k.from.Name, k.to.Name) {
			waiting[n.dialect.Comparable(k.from.Name)] = k.to.Name
			order = append(order, k.from.Name)
		}
	}
	rename := func(from, to string) {
		s.add(fmt.Sprintf("Rename column %s to %s", from, to), n.dialect.RenameColumn(n.object(), dialect.Rename{From: from, To: to}))
	}
	for _, first := range order {
		var chain []string // each waits for the name of the next
		for name := first; ; name = waiting[n.dialect.Comparable(name)] {
			if _, isWaiting := waiting[n.dialect.Comparable(name)]; !isWaiting {
				break
			}
			if len(chain) > 0 && n.sameName(name, first) {
				rename(first, temporaryColumn)
				chain[0] = temporaryColumn
				waiting[n.dialect.Comparable(temporaryColumn)] = waiting[n.dialect.Comparable(first)]
				delete(waiting, n.dialect.Comparable(first))
				break
			}
			chain = append(chain, name)
		}
		for _, name := range slices.Backward(chain) {
			rename(name, waiting[n.dialect.Comparable(name)])
			delete(waiting, n.dialect.Comparable(name))
		}
	}
}

// temporaryColumn is the temporary name of a column whose new name another column still has.
const temporaryColumn = "mr_between"
