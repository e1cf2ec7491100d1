package dialect

import "strings"

// keyTemplates are the templates for a column that numbers the rows of its table: the surrogate key.
type keyTemplates struct {
	// definition is the column in CREATE TABLE. {sequence text} is a text literal with the name of the sequence.
	definition string
	// makeColumn turns a NOT NULL column into the key, for tables that were created from a query.
	makeColumn string
	// createSequence and dropSequence are for engines that number keys with a sequence object.
	createSequence, dropSequence string
	// advance continues the numbers above the highest key in the table.
	advance string
}

// keySuffix ends the name of a table's key sequence. A table has at most one surrogate key.
const keySuffix = "_KEY_SEQ"

// DefineKey returns the definition of the surrogate key for CREATE TABLE.
func (d *Dialect) DefineKey(table, column string) string {
	return d.key(d.keys.definition, table, column)
}

// MakeKey turns a NOT NULL column of an empty table into the surrogate key. It is empty if the engine does not generate
// keys.
func (d *Dialect) MakeKey(table, column string) string {
	return d.key(d.keys.makeColumn, table, column)
}

// CreateKey returns the statement to run before a table with a surrogate key is created. It is empty if none is needed.
// An existing sequence continues where it was, so that a key is never used twice.
func (d *Dialect) CreateKey(table string) string { return d.key(d.keys.createSequence, table, "") }

// DropKey returns the statement to run after a table with a surrogate key was dropped. It is empty if none is needed.
func (d *Dialect) DropKey(table string) string { return d.key(d.keys.dropSequence, table, "") }

// KeepsKeySequence reports whether the sequence of a surrogate key is a separate object. It keeps its name when its
// table is renamed, and needs its own DROP.
func (d *Dialect) KeepsKeySequence() bool { return d.keys.dropSequence != "" }

// AdvanceKey returns the statement that continues the surrogate key above the highest one in the table, after rows were
// copied into it with their keys. It is empty if the engine generates no keys.
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

// sequence returns the name of the key sequence of a table. It replaces quotes that are part of the table's name,
// because DuckDB cannot read them inside the text that nextval takes.
func (d *Dialect) sequence(table string) string {
	last := d.lastPart(table)
	return table[:last] + strings.ReplaceAll(d.Beside(table[last:], keySuffix), d.closing+d.closing, "_")
}
