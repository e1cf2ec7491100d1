package ddl

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// CreateStatement is a statement that creates a table or a view, taken apart.
type CreateStatement struct {
	IsView  bool
	Name    string // as it is written
	Columns []ColumnDefinition
	// HasColumnList reports whether the statement lists the columns of a table with their types. Otherwise a query defines them.
	HasColumnList bool
	// Rest is what the statement says about the table besides its columns, without the column list.
	Rest []string
}

// ColumnDefinition is a column in the list of CREATE TABLE.
type ColumnDefinition struct {
	Text     string // as it is written
	Name     string // without quotes
	DataType string
	NotNull  bool
	Default  string
	options  string // what the statement says besides that
}

// ReadCreate reads CREATE TABLE or CREATE VIEW. It returns false for other statements and for text that it does not understand.
func ReadCreate(statement string) (CreateStatement, bool) { return newReader(statement).readCreate() }

// Creates reports whether a statement creates the table or view of a canonical name.
func Creates(statement, name string) bool {
	r := newHeadReader(statement)
	_, ok := r.readKind()
	return ok && sqltext.Canonical(r.readName()) == name
}

func (r *reader) readCreate() (table CreateStatement, ok bool) {
	if table.IsView, ok = r.readKind(); !ok {
		return table, false
	}
	table.Name = r.readName()
	if !table.IsView && r.word() == "(" {
		table.HasColumnList = r.readColumns(&table)
	}
	table.Rest = append(table.Rest, r.between(r.at, len(r.tokens)))
	return table, true
}

// readKind reads from CREATE up to the name.
func (r *reader) readKind() (isView, ok bool) {
	if !r.take("CREATE") {
		return false, false
	}
	r.takeAll("OR", "REPLACE", "LOCAL", "GLOBAL", "TRANSIENT", "TEMPORARY", "TEMP", "UNLOGGED", "FORCE", "SECURE", "RECURSIVE")
	if !r.take("TABLE") {
		if isView = r.take("VIEW"); !isView {
			return false, false
		}
	}
	r.takeAll("IF", "NOT", "EXISTS")
	return isView, true
}

// readColumns reads the list in parentheses. It returns false if the list does not consist of columns with types.
func (r *reader) readColumns(table *CreateStatement) bool {
	begin := r.at
	r.at++
	for r.at < len(r.tokens) {
		end := r.partEnd()
		if !r.readPart(table, end) {
			r.at = begin
			table.Columns, table.Rest = nil, nil
			return false
		}
		r.at = end + 1
		if end < len(r.tokens) && r.wordAt(end) == ")" {
			return true
		}
	}
	r.at = begin
	return false
}

// readPart reads a column or a constraint.
func (r *reader) readPart(table *CreateStatement, end int) bool {
	if r.at >= end || !r.isName() {
		return false
	}
	switch r.word() {
	case "CONSTRAINT", "PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "LIKE", "PERIOD":
		table.Rest = append(table.Rest, r.between(r.at, end))
		return true
	}
	column := ColumnDefinition{Text: r.between(r.at, end), Name: Unquote(r.textAt(r.at))}
	start := r.at + 1
	r.at = start
	for r.at < end && !r.isOption() {
		r.at++
	}
	column.DataType = r.between(start, r.at)
	if column.DataType == "" {
		return false
	}
	r.readColumnOptions(&column, end)
	if column.options != "" {
		table.Rest = append(table.Rest, column.Name+" "+column.options)
	}
	table.Columns = append(table.Columns, column)
	return true
}

// readColumnOptions reads what follows the type of a column.
func (r *reader) readColumnOptions(column *ColumnDefinition, end int) {
	for r.at < end {
		start := r.at
		switch {
		case r.word() == "NOT" && r.at+1 < end && r.wordAt(r.at+1) == "NULL":
			column.NotNull = true
			r.at += 2
		case r.word() == "NULL":
			r.at++
		case r.word() == "DEFAULT":
			r.at += 2
			for r.at < end && !r.isOption() {
				r.at++
			}
			column.Default = r.between(start+1, min(r.at, end))
		default:
			if r.word() == "PRIMARY" || r.word() == "GENERATED" {
				column.NotNull = true
			}
			r.at++
			for r.at < end && !r.isOption() {
				r.at++
			}
			column.options = strings.TrimSpace(column.options + " " + r.between(start, r.at))
		}
	}
}

// isOption reports whether the current token ends the type or the default of a column.
func (r *reader) isOption() bool {
	return slices.Contains([]string{
		"NOT", "NULL", "DEFAULT", "PRIMARY", "UNIQUE", "REFERENCES", "CHECK", "GENERATED", "COMMENT", "COLLATE", "CONSTRAINT", "AS",
		"IDENTITY", "AUTOINCREMENT", "MASKING", "TAG",
	}, r.word())
}
