package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Action is what happens to a node, in one word.
type Action string

// The actions.
const (
	Add      Action = "add"
	Alter    Action = "alter"
	Delete   Action = "delete"
	Metadata Action = "metadata" // nothing happens in the warehouse; what is known about the node changes
	Adopt    Action = "adopt"    // it is there as the node says and was not deployed by us: from now on it is known
	Recreate Action = "recreate" // it was deployed and is gone from the warehouse
	Rebuild  Action = "rebuild"  // a view that did not change, and reads something that does
)

// number is the position of the action in a list of changes.
func (a Action) number() int {
	return slices.Index([]Action{Delete, Alter, Rebuild, Add, Recreate, Adopt, Metadata}, a)
}

// Category says what a change means for those who read the node.
type Category string

// The categories.
const (
	Breaking     Category = "breaking"
	NonBreaking  Category = "nonBreaking"
	MetadataOnly Category = "metadataOnly"
)

// Change is what happens to one node.
type Change struct {
	Node     transform.NodeID `json:"node"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"`   // name of its node type
	Object   string           `json:"object"` // qualified; what it is called afterwards, or was called when it is deleted
	Action   Action           `json:"action"`
	Category Category         `json:"category"`
	Reason   string           `json:"reason"` // why it has that category, in one sentence
	// Description says what happens, in one line.
	Description string         `json:"description"`
	Columns     []ColumnChange `json:"columns,omitempty"`
	Steps       []Step         `json:"steps,omitempty"`
	Losses      []Loss         `json:"destroys,omitempty"`
	Impact      []Impact       `json:"impact,omitempty"`
	// HasMoreImpact says that more is concerned than is listed.
	HasMoreImpact bool `json:"hasMoreImpact,omitempty"`
}

// Ref is the name of the node as people write it.
func (c *Change) Ref() transform.NodeRef {
	return transform.NodeRef{Location: c.Location, Name: c.Name}
}

// ColumnAction is what happens to a column.
type ColumnAction string

// The actions on columns.
const (
	ColumnAdded     ColumnAction = "added"
	ColumnDropped   ColumnAction = "dropped"
	ColumnRenamed   ColumnAction = "renamed"
	ColumnRetyped   ColumnAction = "retyped"
	ColumnNullable  ColumnAction = "nullability"
	ColumnDefaulted ColumnAction = "default"
)

// ColumnChange is one thing that happens to one column.
type ColumnChange struct {
	Column transform.ColumnID `json:"column"`
	Name   string             `json:"name"` // as it is called afterwards, or was called when it is dropped
	Action ColumnAction       `json:"action"`
	From   string             `json:"from,omitempty"`
	To     string             `json:"to,omitempty"`
}

// Phase is a part of a deploy. Phases come in this order wherever nothing else decides.
type Phase string

// The phases.
const (
	DeletePhase Phase = "delete"
	AlterPhase  Phase = "alter"
	AddPhase    Phase = "add"
)

// Step is a transaction of the plan, or that part of it that is about one node.
type Step struct {
	ID         string      `json:"id"` // of the node in the plan
	Phase      Phase       `json:"phase"`
	Object     string      `json:"object"`           // qualified
	Offset     int         `json:"offset,omitempty"` // how many statements of the transaction come before, about other nodes
	Statements []Statement `json:"statements"`
}

// Statement is one statement of a step.
type Statement struct {
	Name          string `json:"name"`
	SQL           string `json:"sql"`
	IsDestructive bool   `json:"isDestructive,omitempty"`
}

// Loss is something that a change takes away, with what is in it.
type Loss struct {
	Object string `json:"object"`           // qualified
	What   string `json:"what"`             // table, column, values (of a column whose type may not hold them)
	Column string `json:"column,omitempty"` // of a column
	// CountQuery is a query for one number: the rows that are lost, or that have a value in the column.
	CountQuery string `json:"countQuery"`
	Rows       *int64 `json:"rows,omitempty"` // nil until they were counted
}

// Impact is something downstream that reads what changes.
type Impact struct {
	Node   transform.NodeID   `json:"node"`
	Name   string             `json:"name"`             // LOCATION.NAME
	Column transform.ColumnID `json:"column,omitempty"` // "" for the node as a whole: its rows depend on it
	// ColumnName is what people call the column.
	ColumnName string `json:"columnName,omitempty"`
	Of         string `json:"of,omitempty"` // the name of the column that changes; "" for any
	How        string `json:"how"`          // passThrough, transform, filter, join, reads
}
