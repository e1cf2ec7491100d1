package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// TableDefinitions returns a query for the tables of a database that can be replaced: schema, name, definition and, if the columns
// have nothing but names and types, the list of columns for ReadColumns. It leaves out tables with something that a replacement would
// lose: indexes, keys, checks and comments. It also lists the views, with NULL for the columns. It is empty if the engine has no such
// query, or if replacing a table is not transactional.
func (d *Dialect) TableDefinitions(database string) string {
	return fill(d.tables.definitions, "database text", d.Literal(database))
}

// ReadColumns reads the list of columns of TableDefinitions.
func ReadColumns(list string) []Column {
	var columns []Column
	for one := range strings.SplitSeq(list, "\x1e") {
		if name, kind, isWhole := strings.Cut(one, "\x1f"); isWhole {
			columns = append(columns, Column{Name: name, Type: kind})
		}
	}
	return columns
}

// ReplaceTable returns the statement that replaces a table by an empty one with the same definition, or "" for a definition that it
// does not understand.
func (d *Dialect) ReplaceTable(table, definition string) string {
	var words []string
	scanner := sqltext.NewScanner(definition)
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		text := token.Of(definition)
		switch {
		case token.Kind == sqltext.Word && len(words) < 2:
			words = append(words, strings.ToUpper(text))
		case token.Kind == sqltext.Operator && text == "(":
			if strings.Join(words, " ") != "CREATE TABLE" {
				return ""
			}
			return d.CreateTable(table) + " " + strings.TrimRight(definition[token.Start:], " \t\r\n;")
		}
	}
	return ""
}

// FillTable returns the statement that creates or replaces a table with the rows of an INSERT statement for it, converted to the types
// of the columns as the INSERT would. A column without a type gets that of the query. It returns "" if the statement is not an INSERT of
// a query for all columns.
func (d *Dialect) FillTable(table string, columns []Column, insert string) string {
	query, isInsert := strings.CutPrefix(insert, "INSERT INTO "+table+" (")
	if !isInsert || len(columns) == 0 {
		return ""
	}
	list, query, isInsert := strings.Cut(query, ")\n")
	if !isInsert {
		return ""
	}
	if query = d.FillQuery(columns, strings.Split(list, ", "), query); query == "" {
		return ""
	}
	return d.CreateTable(table) + " AS\n" + query
}

// FillQuery returns the rows of a query converted to the columns of a table. The query fills the quoted columns of a list. It returns ""
// if these are not all columns, or if it is not a query.
func (d *Dialect) FillQuery(columns []Column, list []string, query string) string {
	first, _ := sqltext.LeadingWords(query)
	if first != "SELECT" && first != "WITH" { // values have no types of their own
		return ""
	}
	listed := map[string]bool{}
	for _, name := range list {
		listed[name] = true
	}
	values := make([]string, len(columns))
	for i, column := range columns {
		name := d.Quote(column.Name)
		if !listed[name] || len(listed) != len(columns) {
			return ""
		}
		values[i] = "loaded." + name
		if column.Type != "" {
			values[i] = "CAST(loaded." + name + " AS " + column.Type + ") AS " + name
		}
	}
	return "SELECT " + strings.Join(values, ", ") + "\nFROM (\n" + strings.TrimRight(query, " \t\r\n;") +
		"\n) AS loaded (" + strings.Join(list, ", ") + ")"
}
