package transform

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// Kind is the kind of file that defines a node.
type Kind string

// The kinds of nodes.
const (
	YAMLNode Kind = "yaml"
	SQLNode  Kind = "sql"
)

// Node is a unit of a project; usually it makes and loads one object.
type Node struct {
	ID       NodeID
	Name     string
	Location string
	Kind     Kind
	Type     NodeTypeID

	IsSource        bool // read, never built
	Description     string
	Materialization string // any text: table, view, transient table, dynamic table, …
	DeployEnabled   bool
	IsMultisource   bool
	OverrideSQL     bool

	// Database and Schema are what the file of a source says about its location; mappings take precedence.
	Database, Schema string

	Config      map[string]any // attributeName → bool, string, int64, float64, nil, []any, map[string]any
	Columns     []Column
	Sources     []Source
	Tests       []NodeTest
	ColumnTests []string // ids of the column tests that are switched on: hasNull, isDistinct
	CTE         string   // the WITH clause ahead of the SELECT, "" for none
	SQL         *SQLText // only of SQL nodes
	Seed        *Seed    // only of nodes with a CSV file

	File string              // path in the project
	At   diagnostic.Position // of the node's name in a YAML node, of the first annotation in a SQL node
}

// Ref returns the name by which other nodes read this one.
func (n *Node) Ref() NodeRef { return NodeRef{Location: n.Location, Name: n.Name} }

// HasOpenColumns reports whether the node is a source that lists no columns: it has those of the object or the files that it
// reads.
func (n *Node) HasOpenColumns() bool { return n.IsSource && len(n.Columns) == 0 }

// Source is one source group: what the node reads, from FROM to the end.
type Source struct {
	Name           string
	Join           string              // the text from FROM to the end, byte for byte
	JoinAt         diagnostic.Position // of the first character of Join
	SelectModifier string              // DISTINCT and the like; only of SQL nodes
	Query          string              // the whole query without annotations; only of SQL nodes
	Dependencies   []NodeRef
	NoLinkRefs     []NodeRef
	Aliases        map[string]NodeID
	CustomSQL      string // the script of an override
	At             diagnostic.Position
}

// NodeTest is a query that returns the rows that violate a rule.
type NodeTest struct {
	Name              string
	Description       string
	RunBefore         bool // false: after the load
	ContinueOnFailure bool // true if the file does not set it; see IsDefault
	IsDefault         bool // the file does not set ContinueOnFailure, so the default of the project applies
	Template          string
	At                diagnostic.Position
}

// SQLText is the text of a SQL node and its parsed form. Columns and sources of the node are filled from it once the
// upstream columns are known; after that Read is nil, because it needs several times the memory of the text.
type SQLText struct {
	Text string
	Read *sqltext.NodeText
}

// Seed is a small table whose rows are in the repository.
type Seed struct {
	File   string
	Header []string
	Rows   [][]string
}
