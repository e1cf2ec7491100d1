package transform

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
)

// Kind is the kind of file a node is written in.
type Kind string

// The kinds of nodes.
const (
	YAMLNode Kind = "yaml"
	SQLNode  Kind = "sql"
)

// Node is usually one object of the warehouse.
type Node struct {
	ID       NodeID
	Name     string
	Location string
	Kind     Kind
	Type     NodeTypeID

	IsSource        bool // read from, never built
	Description     string
	Materialization string // open set: table, view, transient table, dynamic table, …
	DeployEnabled   bool
	IsMultisource   bool
	OverrideSQL     bool

	// Database and Schema are what the file of a source says about where it is; mappings win.
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

// Source is one source group: what is read, from FROM to the end.
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

// NodeTest is a query that finds the rows that should not be.
type NodeTest struct {
	Name              string
	Description       string
	RunBefore         bool // else after the load
	ContinueOnFailure bool
	Template          string
	At                diagnostic.Position
}

// SQLText is the text of a SQL node and what was read in it. Columns and sources of the node are filled from it once the
// columns upstream are known; after that Read is nil, because it takes several times the room of the text.
type SQLText struct {
	Text string
	Read *sqltext.NodeText
}

// Seed is a small table that lives in the repository.
type Seed struct {
	File   string
	Header []string
	Rows   [][]string
}
