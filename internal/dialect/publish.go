package dialect

import (
	"fmt"
	"strings"
)

// publishTemplates are the parts of the statements that publish a table on an engine whose transactions do not surround
// several statements. All are empty on other engines.
type publishTemplates struct {
	snapshot string // an expression: the current snapshot of {table} as text; {table refs} is its name followed by $refs
	raise    string // a boolean expression that fails, and shows {text}
	create   string // the beginning of CREATE TABLE … AS, which fails if {table} exists
	replace  string // the beginning of CREATE OR REPLACE TABLE … AS
	comment  string // the clause for {comment text}, or for {marker text}
	marker   string // the property that contains {marker text}; empty if the comment contains it
}

// Texts that a publishing statement fails with if its guard does not hold.
const (
	ErrorTableMoved  = "millrace: the table has changed"
	ErrorRunReplaced = "millrace: another owner has taken over the run"
)

// Guard is what a publishing statement verifies when it runs. Otherwise it fails.
type Guard struct {
	Table    string // the qualified name of the table that is published
	Snapshot string // the snapshot that it must have; empty if it must not exist
	Marks    string // the qualified name of the table of marks, with the columns owner and epoch
	Owner    string // no mark of this owner may have a higher epoch
	Epoch    int64
}

// PublishesByStatement reports whether the dialect has guarded statements that publish a table.
func (d *Dialect) PublishesByStatement() bool { return d.publishing.snapshot != "" }

// TableReplacement is the new content of a table.
type TableReplacement struct {
	Guard Guard
	Query string
	// Marker is stored with the table, and shows which execution replaced it.
	Marker string
	// Comment and Properties are those of the table, which the statement repeats.
	Comment    string
	Properties []string
}

// ReplaceTableAs replaces a table and its rows by those of a query, or creates it. The marker commits with the rows.
func (d *Dialect) ReplaceTableAs(r TableReplacement) string {
	beginning := d.publishing.replace
	if r.Guard.Snapshot == "" {
		beginning = d.publishing.create
	}
	text := fill(beginning, "table", r.Guard.Table)
	if r.Comment != "" || d.publishing.marker == "" {
		text += fill(d.publishing.comment, "comment text", d.Literal(r.Comment), "marker text", d.Literal(r.Marker))
	}
	if d.publishing.marker != "" {
		properties := append(append([]string{}, r.Properties...), fill(d.publishing.marker, "marker text", d.Literal(r.Marker)))
		text += " WITH (" + strings.Join(properties, ", ") + ")"
	}
	return text + " AS\n" + d.guarded(r.Query, r.Guard)
}

// AppendRows adds the rows of a query to a table. The columns are quoted names, in the order of the query. It is a MERGE that matches
// nothing: engines let two INSERTs of the same rows commit, and reject the second MERGE.
func (d *Dialect) AppendRows(columns []string, query string, guard Guard) string {
	values := make([]string, len(columns))
	for i, column := range columns {
		values[i] = "loaded." + column
	}
	list := strings.Join(columns, ", ")
	return fmt.Sprintf("MERGE INTO %s AS target\nUSING (\n%s\n) AS loaded (%s)\nON 1 = 0\nWHEN NOT MATCHED THEN INSERT (%s) VALUES (%s)",
		guard.Table, d.guarded(query, guard), list, list, strings.Join(values, ", "))
}

// guarded returns a query with the rows of a query that fails if the guard does not hold, also if the query has no rows: its second
// part reads one row, and evaluates the guard for it.
func (d *Dialect) guarded(query string, guard Guard) string {
	const text = "WITH millrace_rows AS (\n%s\n)\nSELECT * FROM millrace_rows\nUNION ALL\n" + //nolint:unqueryvet // all columns of the query
		"SELECT millrace_rows.* FROM (SELECT 1 AS one) AS millrace_guard LEFT JOIN millrace_rows ON 1 = 0\nWHERE %s"
	return fmt.Sprintf(text, strings.TrimRight(query, " \t\r\n;"), d.violation(guard))
}

// violation returns a condition that is false if the guard holds, and fails otherwise.
func (d *Dialect) violation(g Guard) string {
	condition := fmt.Sprintf("CASE WHEN (SELECT COUNT(*) FROM %s WHERE owner = %s AND epoch > %d) > 0 THEN %s",
		g.Marks, d.Literal(g.Owner), g.Epoch, d.raise(ErrorRunReplaced))
	if g.Snapshot != "" {
		condition += fmt.Sprintf("\n  WHEN %s = %s THEN %s\n  ELSE %s END", d.Snapshot(g.Table), d.Literal(g.Snapshot), d.no, d.raise(ErrorTableMoved))
		return condition
	}
	return condition + " ELSE " + d.no + " END"
}

func (d *Dialect) raise(text string) string {
	return fill(d.publishing.raise, "text", d.Literal(text))
}

// Snapshot returns an expression for the current snapshot of a table as text. It is empty if the dialect does not publish by
// statement.
func (d *Dialect) Snapshot(table string) string {
	return fill(d.publishing.snapshot, "table", table, "table text", d.Literal(table), "table refs", d.Beside(table, "$refs"))
}

// CopyTable creates a work table with the columns and the rows of a table.
func (d *Dialect) CopyTable(work, table string) string {
	return fmt.Sprintf("CREATE TABLE %s AS\nSELECT * FROM %s", work, table) //nolint:unqueryvet // a copy has all columns
}

// CopyTableColumns creates an empty work table with the columns of a table.
func (d *Dialect) CopyTableColumns(work, table string) string {
	return d.CopyTable(work, table) + "\nWHERE 1 = 0"
}
