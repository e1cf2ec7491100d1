package dialect

// columnTemplates are the statements that alter the columns of a table.
type columnTemplates struct {
	add, drop, rename       string
	setType                 string
	setNotNull, dropNotNull string
	setDefault, dropDefault string
}

// Column defines a column of a table.
type Column struct {
	Name    string
	Type    string // a word of any engine
	Default string // SQL, "" for none
	NotNull bool
	// IsOwnType says that Type is a word of this engine, which is written as it is.
	IsOwnType bool
	// Through is a type that values go through on their way to Type, where the engine has no direct way; "" for none.
	Through string
}

// typeOf is the type of a column as the engine is told it.
func (d *Dialect) typeOf(c Column) string {
	if c.IsOwnType {
		return c.Type
	}
	return d.Type(c.Type)
}

// Define writes a column the way CREATE TABLE and ADD COLUMN want it.
func (d *Dialect) Define(c Column) string {
	text := d.Quote(c.Name) + " " + d.typeOf(c)
	if c.Default != "" {
		text += " DEFAULT " + c.Default
	}
	if c.NotNull {
		text += " NOT NULL"
	}
	return text
}

// AddColumn adds a column to a table. Rows that are there get the default, or NULL; a column that is NOT NULL and has no
// default can be added to an empty table only.
func (d *Dialect) AddColumn(table string, c Column) string {
	return fill(d.columns.add, "table", table, "definition", d.Define(c))
}

// DropColumn takes a column away, with what is in it.
func (d *Dialect) DropColumn(table, column string) string {
	return fill(d.columns.drop, "table", table, "column", d.Quote(column))
}

// Rename says which name a column had and has.
type Rename struct{ From, To string }

// RenameColumn gives a column another name and keeps what is in it.
func (d *Dialect) RenameColumn(table string, r Rename) string {
	column := d.Quote(r.From)
	return fill(d.columns.rename,
		"table", table, "column", column, "name", d.Quote(r.To),
		"column text", d.Literal(table+"."+column), "name text", d.Literal(r.To))
}

// SetColumnType gives a column the type of c and converts what is in it. Values that do not fit make it fail.
func (d *Dialect) SetColumnType(table string, c Column) string {
	column := d.Quote(c.Name)
	value := column
	if c.Through != "" {
		value = "CAST(" + column + " AS " + c.Through + ")"
	}
	return fill(d.columns.setType, "table", table, "column", column, "type", d.typeOf(c), "value", value)
}

// SetColumnNull lets a column hold NULL, or not, as c says.
func (d *Dialect) SetColumnNull(table string, c Column) string {
	template := d.columns.dropNotNull
	if c.NotNull {
		template = d.columns.setNotNull
	}
	return fill(template, "table", table, "column", d.Quote(c.Name), "type", d.typeOf(c))
}

// SetColumnDefault gives a column the default of c, or none.
func (d *Dialect) SetColumnDefault(table string, c Column) string {
	template := d.columns.dropDefault
	if c.Default != "" {
		template = d.columns.setDefault
	}
	return fill(template, "table", table, "column", d.Quote(c.Name), "default", c.Default)
}

// standardColumns are the statements that most engines share.
func standardColumns() columnTemplates {
	return columnTemplates{
		add:         "ALTER TABLE {table} ADD COLUMN {definition}",
		drop:        "ALTER TABLE {table} DROP COLUMN {column}",
		rename:      "ALTER TABLE {table} RENAME COLUMN {column} TO {name}",
		setType:     "ALTER TABLE {table} ALTER COLUMN {column} SET DATA TYPE {type}",
		setNotNull:  "ALTER TABLE {table} ALTER COLUMN {column} SET NOT NULL",
		dropNotNull: "ALTER TABLE {table} ALTER COLUMN {column} DROP NOT NULL",
		setDefault:  "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {default}",
		dropDefault: "ALTER TABLE {table} ALTER COLUMN {column} DROP DEFAULT",
	}
}
