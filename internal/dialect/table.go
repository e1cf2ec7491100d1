package dialect

import "strings"

// tableTemplates are the statements about whole tables and views.
type tableTemplates struct {
	create, createView string // the beginning, up to the columns or the query
	drop, dropView     string
	empty              string
	rename             string // renames {table} to {name}, or to {qualified} if the engine requires it
	move               string // moves {table} to the schema {schema}; "" if the engine cannot
	work, createWork   string // a table for rows to be loaded; work is its name, "" for a table in the target's schema
	updateFrom         string
	definitions        string // a query for the tables of {database text} that can be replaced; "" if there is none
	convert            string // converts {value} to the type of {column} of {table}; "" if an insert converts by itself
}

// CreateTable returns the beginning of the statement that creates a table, up to its columns or its query. If the
// engine cannot replace a table (see Capabilities), drop it first.
func (d *Dialect) CreateTable(table string) string { return fill(d.tables.create, "table", table) }

// CreateView returns the beginning of the statement that creates or replaces a view, up to its query.
func (d *Dialect) CreateView(view string) string { return fill(d.tables.createView, "table", view) }

// DropTable drops a table if it exists. The statement fails if other objects depend on the table; it never drops them.
func (d *Dialect) DropTable(table string) string { return fill(d.tables.drop, "table", table) }

// DropView drops a view if it exists.
func (d *Dialect) DropView(view string) string { return fill(d.tables.dropView, "table", view) }

// EmptyTable deletes all rows of a table. It is a DELETE, also if the engine has a faster TRUNCATE. A TRUNCATE is
// visible at once to readers that started before, waits for them, or ends the transaction; then a reader would see an
// empty table during the load.
func (d *Dialect) EmptyTable(table string) string { return fill(d.tables.empty, "table", table) }

// RenameTable renames a table within its schema.
func (d *Dialect) RenameTable(table, name string) string {
	return fill(d.tables.rename,
		"table", table, "name", d.Quote(name), "qualified", d.renamed(table, name),
		"table text", d.Literal(table), "name text", d.Literal(name))
}

// MoveTable moves a table to another schema of the same database. It is empty if the engine cannot.
func (d *Dialect) MoveTable(table, schema string) string {
	return fill(d.tables.move, "table", table, "schema", d.Quote(schema))
}

// MovesTables reports whether the engine can move a table to another schema of the same database.
func (d *Dialect) MovesTables() bool { return d.tables.move != "" }

// Conversion is a value to be inserted into a column of an existing table.
type Conversion struct{ Table, Column, Value string }

// ConvertForColumn converts a value to the type of a column, without naming the type. It returns the value unchanged if
// the engine converts on insert.
func (d *Dialect) ConvertForColumn(c Conversion) string {
	if d.tables.convert == "" {
		return c.Value
	}
	return fill(d.tables.convert, "table", c.Table, "column", d.Quote(c.Column), "column text", d.Literal(c.Column), "value", c.Value)
}

// WorkTable returns the name of the table for rows that are being loaded into a table. It is a temporary table of the
// session if the engine has those, and a table in the same schema otherwise.
func (d *Dialect) WorkTable(table string) string {
	if d.tables.work != "" {
		return d.tables.work
	}
	return d.Beside(table, "__LOAD")
}

// CreateWorkTable returns the beginning of the statement that creates a work table, up to its query.
func (d *Dialect) CreateWorkTable(work string) string {
	return fill(d.tables.createWork, "table", work)
}

// Update updates rows of one table from rows of another. Its expressions call the tables target and loaded.
type Update struct {
	Table, From string
	Set         []string // assignments
	On          string   // the condition that matches rows
	Where       string   // which matched rows change; "" for all
}

// UpdateFrom returns the update statement.
func (d *Dialect) UpdateFrom(u Update) string {
	where := ""
	if u.Where != "" {
		where = "\n  AND (" + u.Where + ")"
	}
	set := strings.Join(u.Set, ",\n    ")
	return fill(d.tables.updateFrom, "table", u.Table, "from", u.From, "set", set, "on", u.On, "where", where)
}

// The two forms of an update from another table.
const (
	updateByFrom = "UPDATE {table} AS target\nSET {set}\nFROM {from} AS loaded\nWHERE {on}{where}"

	updateByMerge = "MERGE INTO {table} AS target\nUSING {from} AS loaded\nON {on}\nWHEN MATCHED{where} THEN UPDATE SET {set}"
)
