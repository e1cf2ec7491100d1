package dialect

import "strings"

// tableTemplates are the statements about whole tables and views.
type tableTemplates struct {
	create, createView string // the beginning, up to the columns or the query
	drop, dropView     string
	empty              string
	rename             string // {table} gets {name}, or {qualified} where the engine wants that
	move               string // {table} goes to the schema {schema}; "" where the engine cannot do it
	work, createWork   string // a table for rows on their way; work is its name, "" for one beside the table
	updateFrom         string
	convert            string // {value} in the type of {column} of {table}; "" where an insert converts by itself
}

// CreateTable is the beginning of the statement that makes a table, up to its columns or its query. Where the engine
// cannot replace a table it must be dropped first; Capabilities say so.
func (d *Dialect) CreateTable(table string) string { return fill(d.tables.create, "table", table) }

// CreateView is the beginning of the statement that makes or replaces a view, up to its query.
func (d *Dialect) CreateView(view string) string { return fill(d.tables.createView, "table", view) }

// DropTable drops a table if it is there. What depends on it makes the statement fail; nothing else is taken away.
func (d *Dialect) DropTable(table string) string { return fill(d.tables.drop, "table", table) }

// DropView drops a view if it is there.
func (d *Dialect) DropView(view string) string { return fill(d.tables.dropView, "table", view) }

// EmptyTable takes all rows out of a table. It is a DELETE, also where there is a faster TRUNCATE: that one is seen at
// once by readers that began before, waits for them, or ends the transaction, and then a reader would find an empty
// table while it is filled anew.
func (d *Dialect) EmptyTable(table string) string { return fill(d.tables.empty, "table", table) }

// RenameTable gives a table another name in the same schema.
func (d *Dialect) RenameTable(table, name string) string {
	return fill(d.tables.rename,
		"table", table, "name", d.Quote(name), "qualified", d.renamed(table, name),
		"table text", d.Literal(table), "name text", d.Literal(name))
}

// MoveTable puts a table into another schema of the same database. It is empty where the engine has no such thing.
func (d *Dialect) MoveTable(table, schema string) string {
	return fill(d.tables.move, "table", table, "schema", d.Quote(schema))
}

// MovesTables reports whether the engine can put a table into another schema of the same database.
func (d *Dialect) MovesTables() bool { return d.tables.move != "" }

// Fit is a value on its way into a column of a table that is there.
type Conversion struct{ Table, Column, Value string }

// Fit converts a value to the type of a column that nobody has to name. Where the engine does so by itself when rows are
// inserted, it is the value as it is.
func (d *Dialect) ConvertForColumn(c Conversion) string {
	if d.tables.convert == "" {
		return c.Value
	}
	return fill(d.tables.convert, "table", c.Table, "column", d.Quote(c.Column), "column text", d.Literal(c.Column), "value", c.Value)
}

// WorkTable is the name of the table that holds rows on their way into a table. It belongs to the session where the engine
// has such tables, and lies beside the table otherwise.
func (d *Dialect) WorkTable(table string) string {
	if d.tables.work != "" {
		return d.tables.work
	}
	return d.Beside(table, "__LOAD")
}

// CreateWorkTable is the beginning of the statement that makes a work table, up to its query.
func (d *Dialect) CreateWorkTable(work string) string {
	return fill(d.tables.createWork, "table", work)
}

// Update changes rows of one table by rows of another. In its expressions the tables are called target and loaded.
type Update struct {
	Table, From string
	Set         []string // assignments
	On          string   // which rows belong together
	Where       string   // which of them change; "" for all
}

// UpdateFrom writes the update.
func (d *Dialect) UpdateFrom(u Update) string {
	where := ""
	if u.Where != "" {
		where = "\n  AND (" + u.Where + ")"
	}
	set := strings.Join(u.Set, ",\n    ")
	return fill(d.tables.updateFrom, "table", u.Table, "from", u.From, "set", set, "on", u.On, "where", where)
}

// The two ways to update a table from another.
const (
	updateByFrom = "UPDATE {table} AS target\nSET {set}\nFROM {from} AS loaded\nWHERE {on}{where}"

	updateByMerge = "MERGE INTO {table} AS target\nUSING {from} AS loaded\nON {on}\nWHEN MATCHED{where} THEN UPDATE SET {set}"
)
