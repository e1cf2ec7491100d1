package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// Action is what happens to a node.
type Action string

// The actions.
const (
	Add      Action = "add"
	Alter    Action = "alter"
	Delete   Action = "delete"
	Metadata Action = "metadata" // no DDL; only the stored state changes
	Adopt    Action = "adopt"    // an existing object fits the node and is recorded as deployed, unchanged
	Recreate Action = "recreate" // it was deployed and is missing in the database
	Rebuild  Action = "rebuild"  // an unchanged view that reads something that changes
)

// number is the position of the action in a list of changes.
func (a Action) number() int {
	return slices.Index([]Action{Delete, Alter, Rebuild, Add, Recreate, Adopt, Metadata}, a)
}

// Category is what a change means for the readers of the node.
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
	Object   string           `json:"object"` // qualified; its name afterwards, or before if it is deleted
	Action   Action           `json:"action"`
	Category Category         `json:"category"`
	Reason   string           `json:"reason"` // why it has that category, in one sentence
	// Description says what happens, in one line.
	Description string         `json:"description"`
	Columns     []ColumnChange `json:"columns,omitempty"`
	Steps       []Step         `json:"steps,omitempty"`
	Losses      []Loss         `json:"destroys,omitempty"`
	Impact      []Impact       `json:"impact,omitempty"`
	// HasMoreImpact reports whether there are more readers than Impact lists.
	HasMoreImpact bool `json:"hasMoreImpact,omitempty"`
}

// Ref returns the name of the node: LOCATION.NAME.
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

// ColumnChange is one change of one column.
type ColumnChange struct {
	Column transform.ColumnID `json:"column"`
	Name   string             `json:"name"` // its name afterwards, or before if it is dropped
	Action ColumnAction       `json:"action"`
	From   string             `json:"from,omitempty"`
	To     string             `json:"to,omitempty"`
}

// Phase is a part of a deploy. Steps run in this order of the phases, unless a step has to wait for another.
type Phase string

// The phases.
const (
	DeletePhase Phase = "delete"
	AlterPhase  Phase = "alter"
	AddPhase    Phase = "add"
)

// Step is a transaction of the plan, or the part of it that concerns one node.
type Step struct {
	ID         string      `json:"id"` // of the node in the plan
	Phase      Phase       `json:"phase"`
	Object     string      `json:"object"`           // qualified
	Offset     int         `json:"offset,omitempty"` // the number of earlier statements in the transaction, which concern other nodes
	Statements []Statement `json:"statements"`
}

// Statement is one statement of a step.
type Statement struct {
	Name          string `json:"name"`
	SQL           string `json:"sql"`
	IsDestructive bool   `json:"isDestructive,omitempty"`
}

// Loss is a table, a column or values that a change deletes.
type Loss struct {
	Object string `json:"object"`           // qualified
	What   string `json:"what"`             // table, column, or values that may not fit the new type of a column
	Column string `json:"column,omitempty"` // of a column
	// CountQuery returns one number: the rows that are lost, or that have a value in the column.
	CountQuery string `json:"countQuery"`
	Rows       *int64 `json:"rows,omitempty"` // nil until they were counted
}

// Impact is a column or node downstream that reads what changes.
type Impact struct {
	Node   transform.NodeID   `json:"node"`
	Name   string             `json:"name"`             // LOCATION.NAME
	Column transform.ColumnID `json:"column,omitempty"` // "" for the node as a whole: its rows depend on it
	// ColumnName is the name of the column.
	ColumnName string `json:"columnName,omitempty"`
	Of         string `json:"of,omitempty"` // the name of the column that changes; "" for any
	How        string `json:"how"`          // passThrough, transform, filter, join, reads
}
