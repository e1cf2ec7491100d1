package transform

import "github.com/millrace/millrace/internal/diagnostic"

// Column is a column of a node.
type Column struct {
	ID          ColumnID
	Name        string
	DataType    string // "" when nobody said and nothing is certain
	Description string
	Nullable    bool
	Default     string // raw SQL, "" for none

	// Attributes are the flags and annotations that templates look at: isBusinessKey, isChangeTracking, …, and any other
	// attributeName of an options panel, wherever the file of the node keeps it. A flag that is off is absent.
	Attributes map[string]any

	Tests          any // as the file has them; open
	AcceptedValues any // as the file has them; open
	Hash           *Hash
	Sources        []ColumnSource // one per source group, in order
	At             diagnostic.Position
}

// ColumnSource says where a column comes from in one source group.
type ColumnSource struct {
	References []ColumnRef // empty: derived from nothing
	Transform  string      // "" passes the referenced column through
	At         diagnostic.Position
}

// Hash makes a column the hash of others.
type Hash struct {
	Algorithm string // MD5, SHA1, SHA256
	Columns   []ColumnRef
}

// Renamed returns the column under another name. A column whose identity is its name gets another identity, too.
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
