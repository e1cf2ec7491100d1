package transform

import "github.com/millrace/millrace/internal/diagnostic"

// Column is a column of a node.
type Column struct {
	ID          ColumnID
	Name        string
	DataType    string // "" if it is not set and cannot be derived
	Description string
	Nullable    bool
	Default     string // raw SQL, "" for none

	// Attributes are the flags and annotations that templates read: isBusinessKey, isChangeTracking, …, and any other
	// attributeName of an options panel, wherever the file of the node stores it. A flag that is off is absent.
	Attributes map[string]any

	Tests          any // as in the file; free-form
	AcceptedValues any // as in the file; free-form
	Hash           *Hash
	Sources        []ColumnSource // one per source group, in order
	At             diagnostic.Position
}

// ColumnSource describes the origin of a column in one source group.
type ColumnSource struct {
	References []ColumnRef // empty: the column has no source column
	Transform  string      // "" passes the referenced column through
	At         diagnostic.Position
}

// Hash defines a column as the hash of other columns.
type Hash struct {
	Algorithm string // MD5, SHA1, SHA256
	Columns   []ColumnRef
}

// Renamed returns the column with another name. A column whose id is its name gets another id, too.
func (c Column) Renamed(name string) Column {
	if c.ID == ColumnID(c.Name) {
		c.ID = ColumnID(name)
	}
	c.Name = name
	return c
}

// Flag reports whether an attribute of the column is set.
func (c *Column) Flag(attribute string) bool {
	switch value := c.Attributes[attribute].(type) {
	case nil:
		return false
	case bool:
		return value
	default:
		return true // an annotation with parameters
	}
}
