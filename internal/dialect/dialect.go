package dialect

import "github.com/millrace/millrace/internal/jinja"

// Dialect is the SQL of one engine.
type Dialect struct {
	definition

	object jinja.Value
}

// definition are what an engine says in its own way. In a form, what stands in braces is filled in.
type definition struct {
	kind string

	// Names and literals.
	opening, closing string                   // around an identifier; the closing one is doubled inside
	fold             func(name string) string // what becomes of a name without quotes
	escape           func(text string) string
	yes, no          string

	// Types and expressions.
	types    typeWords
	now      string // the present moment in UTC, without a time zone, one for the whole statement
	shift    string // {moment} moved by {amount} times {unit}
	differs  string // {a} and {b}, null-safe
	same     string
	sameKey  string            // same, in a form that the engine can join large tables by
	hash     map[string]string // the hexadecimal hash of {text}, by algorithm
	hashText string            // the type that values are hashed as
	unhex    string            // the bytes of a hexadecimal {text}
	concat   string            // between two texts
	digest   string            // query for one text that tells the rows of {table}; empty where there is none

	tables  tableWords
	columns columnTemplates
	keys    keyWords
	files   fileWords
	traits  Traits
}

// Traits say what an engine can do. Templates and plans choose by them, never by the name of an engine.
type Traits struct {
	TransactionalDDL bool // tables can be made and altered inside a transaction
	ReplacesTables   bool // CREATE OR REPLACE TABLE; otherwise drop and create
	GeneratesKeys    bool // a column can number its rows; otherwise the load does it
	Merges           bool // MERGE INTO
	IgnoresCase      bool // names that differ in case alone are one name, also in quotes
	ReadsFiles       bool // CSV, Parquet and JSON files can be read as tables
	AddsRequired     bool // a column can be added that is NOT NULL; otherwise that is said of it afterwards
	ViewsHold        bool // what a view reads cannot be dropped, nor its columns changed, while the view is there
	OneDatabase      bool // a connection reaches one database, whether a name says which or not
	TruthIsInteger   bool // truth is cast from and to INTEGER, and from and to no other number
	MostName         int  // how many bytes of a name the engine keeps, and cuts the rest off; 0 where it does not
}

// Name is the platform kind, such as duckdb.
func (d *Dialect) Name() string { return d.kind }

// Traits say what the engine can do.
func (d *Dialect) Traits() Traits { return d.traits }

// all lists the engines in the order in which they are named to people.
func all() []func() definition {
	return []func() definition{duckdb, postgres, trino, snowflake, databricks, bigquery, fabric}
}

// Lookup gives the dialect of a platform kind. A project that names none is one for Snowflake, as in public projects.
func Lookup(platformKind string) (*Dialect, bool) {
	if platformKind == "" {
		platformKind = "snowflake"
	}
	for _, engine := range all() {
		if w := engine(); w.kind == platformKind {
			d := &Dialect{definition: w}
			d.object = d.makeObject()
			return d, true
		}
	}
	return nil, false
}

// Kinds are the platform kinds that there are.
func Kinds() []string {
	var kinds []string
	for _, engine := range all() {
		kinds = append(kinds, engine().kind)
	}
	return kinds
}
