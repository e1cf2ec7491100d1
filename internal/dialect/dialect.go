package dialect

import (
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/jinja"
)

// Dialect is the SQL of one engine.
type Dialect struct {
	definition

	object jinja.Value
}

// definition is the part of a dialect that an engine's file declares. Its templates have placeholders in braces.
type definition struct {
	kind string

	// Names and literals.
	opening, closing string                   // around an identifier; the closing one is doubled inside
	fold             func(name string) string // returns the name that the engine reads without quotes
	escape           func(text string) string
	yes, no          string

	// Types and expressions.
	types    typeNames
	now      string // the current timestamp in UTC, without a time zone, constant within a statement
	shift    string // {moment} moved by {amount} times {unit}
	differs  string // {a} and {b}, null-safe
	same     string
	sameKey  string            // same, written so that the engine can join large tables by it
	hash     map[string]string // the hexadecimal hash of {text}, by algorithm
	hashText string            // the type that values are hashed as
	unhex    string            // the bytes of a hexadecimal {text}
	concat   string            // between two texts
	digest   string            // a query for one text that identifies the rows of {table}; empty if there is none

	tables       tableTemplates
	columns      columnTemplates
	widens       func(from, to string) bool // whether a column can change its type in place; nil if it always can
	keys         keyTemplates
	files        fileTemplates
	publishing   publishTemplates
	capabilities Capabilities
}

// Capabilities tell what an engine's SQL can do. Templates and plans decide by them, never by the name of
// an engine. MovesTables and KeepsKeySequence are capabilities that follow from the templates.
type Capabilities struct {
	TransactionalDDL          bool // tables can be created and altered inside a transaction
	ReplacesTables            bool // has CREATE OR REPLACE TABLE; otherwise drop and create
	GeneratesKeys             bool // a column can number its rows; otherwise the load does it
	Merges                    bool // has MERGE INTO
	IgnoresCase               bool // names that differ only in case are one name, also in quotes
	ReadsFiles                bool // can read CSV, Parquet and JSON files as tables
	AddsNotNullColumns        bool // can add a NOT NULL column; otherwise the constraint is set afterwards
	ViewsBlockChanges         bool // a view blocks the drop of what it reads, and changes of its columns
	ReachesOneDatabase        bool // a connection reaches one database, whether or not a name contains it
	CastsBooleanOnlyToInteger bool // casts BOOLEAN from and to INTEGER, and no other number
	RequiresOnlyInNewTables   bool // a column of a table with rows cannot become NOT NULL together with other changes
	LosesNotNull              bool // a table that a query replaces loses its NOT NULL constraints, so none are declared
	LacksDefaults             bool // columns have no defaults
	StoresOtherTypes          bool // a table may have other types than the query that it was created from
	InsertsExactTypes         bool // values are not converted to the type of the column that they are inserted into or compared with
	LacksAliases              bool // UPDATE and DELETE cannot name the table that they change; MERGE can
	MaxNameBytes              int  // the engine truncates longer names; 0 if it does not truncate
}

// Name returns the engine kind, such as duckdb.
func (d *Dialect) Name() string { return d.kind }

// Capabilities returns what the engine's SQL can do.
func (d *Dialect) Capabilities() Capabilities { return d.capabilities }

// all lists the dialects of all engine kinds.
func all() []func() definition {
	return []func() definition{duckdb, ducklake, postgres, trino, snowflake, databricks, bigquery, fabric}
}

// Lookup returns the dialect of an engine kind. An empty kind is enginekind.Default. It returns false for an unknown kind.
func Lookup(kind string) (*Dialect, bool) {
	if kind == "" {
		kind = enginekind.Default
	}
	for _, define := range all() {
		if w := define(); w.kind == kind {
			d := &Dialect{definition: w}
			d.object = d.makeObject()
			return d, true
		}
	}
	return nil, false
}
