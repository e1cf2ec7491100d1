package dialect

import "strings"

// keyTemplates are the forms for a column that numbers the rows of its table: the surrogate key.
type keyTemplates struct {
	// definition is the column in CREATE TABLE. {sequence} is a text literal with the name of the sequence.
	definition string
	// makeColumn turns a column that is NOT NULL into the key, for tables that were made from a query.
	makeColumn string
	// createSequence and dropSequence are for engines where the numbers come from an object of their own.
	createSequence, dropSequence string
	// advance lets the numbers go on above the highest one in the table.
	advance string
}

// keySuffix is what the sequence of a table is called after it. A table has one surrogate key at most.
const keySuffix = "_KEY_SEQ"

// DefineKey writes the surrogate key the way CREATE TABLE wants it.
func (d *Dialect) DefineKey(table, column string) string {
	return d.key(d.keys.definition, table, column)
}

// MakeKey turns a column of an empty table that is NOT NULL into the surrogate key. It is empty where the engine has no such thing.
func (d *Dialect) MakeKey(table, column string) string {
	return d.key(d.keys.makeColumn, table, column)
}

// CreateKey is the statement that must come before the table with a surrogate key is made; empty where none is needed.
// A sequence that is there goes on where it was, so that a key is never given twice.
func (d *Dialect) CreateKey(table string) string { return d.key(d.keys.createSequence, table, "") }

// DropKey is the statement that must come after a table with a surrogate key was dropped; empty where none is needed.
func (d *Dialect) DropKey(table string) string { return d.key(d.keys.dropSequence, table, "") }

// KeepsKeySequence reports whether the sequence of a surrogate key is an object of its own, which keeps its name when its
// table is renamed and has to be dropped with a statement of its own.
func (d *Dialect) KeepsKeySequence() bool { return d.keys.dropSequence != "" }

// AdvanceKey is the statement that lets the surrogate key go on above the highest one in the table, after rows were copied
// into it with their keys. It is empty where the engine gives no keys.
func (d *Dialect) AdvanceKey(table, column string) string {
	return d.key(d.keys.advance, table, column)
}

func (d *Dialect) key(template, table, column string) string {
	sequence := d.sequence(table)
	return fill(template,
		"table", table, "column", d.Quote(column), "sequence", sequence, "sequence text", d.Literal(sequence),
		"table text", d.Literal(table), "column text", d.Literal(column),
		"type", d.Type("BIGINT"))
}

// sequence is the name of the sequence of a table. Marks of quoting that are part of the table's name are left out of it:
// DuckDB does not read them back inside the text that nextval takes.
func (d *Dialect) sequence(table string) string {
	last := d.lastPart(table)
	return table[:last] + strings.ReplaceAll(d.Beside(table[last:], keySuffix), d.closing+d.closing, "_")
}
