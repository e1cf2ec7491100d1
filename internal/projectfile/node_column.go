package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// yamlColumn is a column with the additional content of its file.
type yamlColumn struct {
	transform.Column

	reference transform.ColumnRef // own node and column
	hashed    []transform.ColumnRef
}

var columnFields = fields[yamlColumn]{
	"name":                   textAt(func(c *yamlColumn) (*string, *diagnostic.Position) { return &c.Name, &c.At }),
	"dataType":               word(func(c *yamlColumn) *string { return &c.DataType }),
	"description":            text(func(c *yamlColumn) *string { return &c.Description }),
	"nullable":               boolean(true, func(c *yamlColumn) *bool { return &c.Nullable }),
	"defaultValue":           optional(text(func(c *yamlColumn) *string { return &c.Default })),
	"columnReference":        {read: readOwnReference, write: writeOwnReference},
	"sourceColumnReferences": {read: readColumnSources, write: writeColumnSources},
	"hashDetails":            {read: readHash, write: writeHash},
	"hashedColumns":          {read: readHashedColumns, write: writeHashedColumns},
	"appliedColumnTests":     open(func(c *yamlColumn) *any { return &c.Tests }),
	"acceptedValues":         open(func(c *yamlColumn) *any { return &c.AcceptedValues }),
}

// optional returns a field that is not written to a new mapping if it is empty.
func optional[T any](of field[T]) field[T] {
	write := of.write
	of.write = func(o *overlay, key string, from *T) { write(&overlay{node: o.node}, key, from) }
	return of
}

// open returns a field for a free-form value. An empty value counts as absent.
func open[T any](of func(*T) *any) field[T] {
	return field[T]{
		read: func(r *reader, into *T, value *yamldoc.Node) {
			if !isEmpty(value) {
				*of(into) = r.anything(value)
			}
		},
		write: func(o *overlay, key string, from *T) {
			value := *of(from)
			if old := o.node.Get(key); old != nil && value == nil && isEmpty(old) {
				return
			}
			o.open(key, value, nil)
		},
	}
}

// isEmpty reports whether a free-form value is null, an empty collection, or has nothing but an empty list of
// values, as files have for values that were never set.
func isEmpty(n *yamldoc.Node) bool {
	if n.IsNull() {
		return true
	}
	if n.Kind == yamldoc.Scalar {
		return false
	}
	if values := n.Get("values"); values != nil {
		return values.Kind == yamldoc.Sequence && values.Len() == 0
	}
	return n.Len() == 0
}

func readColumns(r *reader, into *yamlNode, value *yamldoc.Node) {
	r.columns = value.Len()
	var draft yamlColumn // reused for all of them
	into.Columns = mappingList(r, value, func(item *yamldoc.Node, column *transform.Column) {
		r.column(item, &draft)
		*column = draft.Column
	})
}

// column reads one column. Keys that are not in the table are its attributes.
func (r *reader) column(n *yamldoc.Node, c *yamlColumn) {
	*c = yamlColumn{Column: transform.Column{Nullable: true, At: positionOf(n)}}
	var config *yamldoc.Node
	for child := range n.Children() {
		switch known, ok := columnFields[child.Key]; {
		case ok:
			known.read(r, c, child)
		case isConfig(child):
			config = child
		default:
			r.attribute(&c.Column, child)
		}
	}
	if config != nil {
		r.configured(&c.Column, config)
	}
	r.need(n, "name")
	c.ID = c.reference.Column
	if c.ID == "" {
		c.ID = transform.ColumnID(c.Name)
	}
	if c.Hash != nil {
		c.Hash.Columns = c.hashed
	}
}
