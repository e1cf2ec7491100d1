package difference

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
)

// copyToNewTable creates a new table and copies the rows of the old one.
//
//	same name:     rename the old table, create the new one, copy, drop the old one
//	another name:  create the new table, copy, drop the old one; in another database the last is a step of its own
func (d *decision) copyToNewTable(diff *columnDiff) {
	d.action, d.replaces = Alter, true
	s := d.mainStep(AlterPhase, d.target())
	if d.keepsNothing(diff) {
		d.dropAndCreate(s)
		return
	}
	if d.canReplaceByStatement() {
		d.replaceByStatement(s, diff)
		return
	}
	old := d.start
	old.Kind = Table
	if d.displaced[d.id()] {
		old.Key = "" // the node that takes the name takes the sequence
	}
	if !d.isMoved() || d.hasParts() && !d.changesDatabase() {
		old = d.moveAside(s)
	}
	d.create(s)
	d.addColumnLosses(diff)
	d.copyRows(&s.script, diff, d.object(), d.qualified(old))
	d.copiesRows = true
	if d.changesDatabase() {
		d.dropCopied(d.dropOldLater(s, old), old)
		return
	}
	d.dropOldTable(s, old)
	if d.start.Key != "" && !d.displaced[d.id()] && (d.isMoved() || d.desired.Key == "") {
		// Otherwise the new table continues the sequence.
		s.script.add("Drop key sequence", d.dialect.DropKey(d.qualified(d.source)))
	}
	d.setStateAfter(d.desired, s)
}

// moveAside gives the table a temporary name, so that a new one can get its name. A table with indexes is copied instead,
// because engines refuse to rename it, or the indexes keep their names.
func (d *decision) moveAside(s *step) ObjectRef {
	aside := ObjectRef{Schema: d.start.Schema, Name: d.temporaryName(), Kind: Table}
	switch {
	case d.hasParts():
		names := make([]string, len(d.observed.Columns))
		for i := range d.observed.Columns {
			names[i] = d.dialect.Quote(d.observed.Columns[i].Name)
		}
		from, to := d.qualified(d.start), d.qualified(aside)
		s.script.add("Copy the rows to a temporary table", fmt.Sprintf("CREATE TABLE %s AS\nSELECT %s\nFROM %s", to, strings.Join(names, ", "), from))
		s.script.add("Drop the old table", d.dialect.DropTable(from))
	case !d.sameName(d.start.Name, aside.Name):
		s.script.add("Rename the old table", d.dialect.RenameTable(d.qualified(d.start), aside.Name))
	}
	return aside
}

// copyRows adds the statements that copy rows from the old table into the new one. New columns get their defaults.
func (n *nodeFacts) copyRows(s *script, diff *columnDiff, table, old string) {
	var into, from []string
	isKeyKept := false
	for _, k := range diff.kept {
		if n.losesValues(k) {
			continue
		}
		value := n.dialect.Quote(k.from.Name)
		if !n.sameType(k.to.Type, k.from.Type) {
			if between := n.intermediateType(k); between != "" {
				value = fmt.Sprintf("CAST(%s AS %s)", value, between)
			}
			value = fmt.Sprintf("CAST(%s AS %s)", value, k.to.Type)
		}
		if n.mayChangeType(k) {
			value = n.dialect.ConvertForColumn(dialect.Conversion{Table: table, Column: k.to.Name, Value: value})
		}
		into, from = append(into, n.dialect.Quote(k.to.Name)), append(from, value)
		isKeyKept = isKeyKept || k.to.Name == n.desired.Key
	}
	s.add("Copy the rows", fmt.Sprintf("INSERT INTO %s (%s)\nSELECT %s\nFROM %s",
		table, strings.Join(into, ", "), strings.Join(from, ", "), old))
	if isKeyKept {
		s.add("Advance the key sequence", n.dialect.AdvanceKey(table, n.desired.Key))
	}
}

// dropCopied drops a table whose rows were copied to another database, with its key sequence.
func (d *decision) dropCopied(s *step, old ObjectRef) {
	d.dropOldTable(s, old)
	d.dropKeySequence(s, old)
}

// dropOldTable drops a table whose rows were copied. The statement is destructive if not all values were.
func (d *decision) dropOldTable(s *step, old ObjectRef) {
	sql := d.dialect.DropTable(d.qualified(old))
	if d.copiesRows && len(d.losses) > 0 {
		s.script.addDestructive("Drop the old table", sql)
		return
	}
	s.script.add("Drop the old table", sql)
}
