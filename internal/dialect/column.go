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
	Type    string // a type name of any engine
	Default string // SQL, "" for none
	NotNull bool
	// IsOwnType means that Type is a type name of this engine, which is written unchanged.
	IsOwnType bool
	// Through is a type that values are cast to before Type, if the engine has no direct cast; "" for none.
	Through string
}

// typeOf returns the engine's name for the type of a column.
func (d *Dialect) typeOf(c Column) string {
	if c.IsOwnType {
		return c.Type
	}
	return d.Type(c.Type)
}

// Define returns the definition of a column for CREATE TABLE and ADD COLUMN. It leaves out what the engine cannot keep.
func (d *Dialect) Define(c Column) string {
	text := d.Quote(c.Name) + " " + d.typeOf(c)
	if c.Default != "" && !d.capabilities.LacksDefaults {
		text += " DEFAULT " + c.Default
	}
	if c.NotNull && !d.capabilities.LosesNotNull {
		text += " NOT NULL"
	}
	return text
}

// AddColumn adds a column to a table. Existing rows get the default, or NULL. A NOT NULL column without a default can
// be added only to an empty table.
func (d *Dialect) AddColumn(table string, c Column) string {
	return fill(d.columns.add, "table", table, "definition", d.Define(c))
}

// DropColumn drops a column with its data.
func (d *Dialect) DropColumn(table, column string) string {
	return fill(d.columns.drop, "table", table, "column", d.Quote(column))
}

// Rename is the old and the new name of a column.
type Rename struct{ From, To string }

// RenameColumn renames a column and keeps its data.
func (d *Dialect) RenameColumn(table string, r Rename) string {
	column := d.Quote(r.From)
	return fill(d.columns.rename,
		"table", table, "column", column, "name", d.Quote(r.To),
		"column text", d.Literal(table+"."+column), "name text", d.Literal(r.To))
}

// SetColumnType changes the type of a column to that of c and converts its values. It fails for values that do not fit.
func (d *Dialect) SetColumnType(table string, c Column) string {
	column := d.Quote(c.Name)
	value := column
	if c.Through != "" {
		value = "CAST(" + column + " AS " + c.Through + ")"
	}
	return fill(d.columns.setType, "table", table, "column", column, "type", d.typeOf(c), "value", value)
}

// CanSetType reports whether SetColumnType can change a type to another. Otherwise the rows need a new table.
func (d *Dialect) CanSetType(from, to string) bool { return d.widens == nil || d.widens(from, to) }

// SetColumnNull allows NULL in a column or forbids it, as c says. It is empty if the engine cannot.
func (d *Dialect) SetColumnNull(table string, c Column) string {
	template := d.columns.dropNotNull
	if c.NotNull {
		template = d.columns.setNotNull
	}
	return fill(template, "table", table, "column", d.Quote(c.Name), "type", d.typeOf(c))
}

// SetColumnDefault sets the default of a column to that of c, or drops it if c has none. It is empty if the engine has no defaults.
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
