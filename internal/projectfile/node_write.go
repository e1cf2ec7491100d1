package projectfile

import (
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// WriteNode merges a node into its file; original is nil for a new file. The text of a SQL node is authoritative and is
// written unchanged.
func WriteNode(n *transform.Node, original []byte) ([]byte, error) {
	if n.Kind == transform.SQLNode {
		if n.SQL == nil {
			return original, nil
		}
		return []byte(n.SQL.Text), nil
	}
	draft := &yamlNode{Node: *n, stated: statementOf(n)}
	if len(original) > 0 {
		old := newReader(n.File).yamlNode(string(original))
		draft.stated = draft.stated.keepUnchanged(n, old)
	}
	return writeDocument(draft, original, yamlNodeFields)
}

// statementOf returns the content of a new file of a node.
func statementOf(n *transform.Node) statement {
	said := statement{
		id: n.ID, name: n.Name, location: n.Location, operationName: n.Name, operationType: sqlOperation, sqlType: n.Type,
	}
	if n.IsSource {
		said.operationType = sourceOperation
	}
	return said
}

// keepUnchanged keeps the values of the old file wherever their meaning is still the same.
func (s statement) keepUnchanged(n *transform.Node, old *yamlNode) statement {
	if n.ID == old.ID {
		s.id = old.stated.id
	}
	if n.Name == old.Name {
		s.name, s.operationName = old.stated.name, old.stated.operationName
	}
	if n.Location == old.Location {
		s.location = old.stated.location
	}
	if n.IsSource == old.IsSource && n.Type == old.Type {
		s.operationType, s.sqlType = old.stated.operationType, old.stated.sqlType
	}
	return s
}

// writeColumns merges the columns into those of the file. Columns are matched by id, wherever they are.
func writeColumns(o *overlay, key string, from *yamlNode) {
	old := o.listBelow(key, len(from.Columns))
	if old == nil {
		return
	}
	known := oldColumns(old)
	items := make([]*yamldoc.Node, len(from.Columns))
	for i := range from.Columns {
		items[i] = known.write(&from.Columns[i], from.ID)
	}
	old.SetChildren(withUnreadable(old, items))
}

// oldColumn is a column of the file.
type oldColumn struct {
	node *yamldoc.Node
	read yamlColumn
}

// columnsByID contains the columns of a file that are not matched yet.
type columnsByID map[transform.ColumnID][]oldColumn

func oldColumns(list *yamldoc.Node) columnsByID {
	known := make(columnsByID)
	r := newReader("")
	for item := range list.Children() {
		if isReadable(item) {
			var column yamlColumn
			r.column(item, &column)
			known[column.ID] = append(known[column.ID], oldColumn{item, column})
		}
	}
	return known
}

// write merges a column into the old column with the same id, or writes a new one.
func (k columnsByID) write(c *transform.Column, node transform.NodeID) *yamldoc.Node {
	draft := &yamlColumn{Column: *c, reference: transform.ColumnRef{Node: node, Column: c.ID}}
	target := &overlay{node: yamldoc.NewMapping(), isNew: true}
	var old *yamldoc.Node
	if found := k[c.ID]; len(found) > 0 {
		k[c.ID] = found[1:]
		old, draft.reference = found[0].node, found[0].read.reference
		target.isNew = false
		if old.Kind == yamldoc.Mapping {
			target.node = old
		}
	}
	writeFields(target, draft, columnFields)
	target.attributes(c.Attributes)
	if old != nil && target.node.Len() == 0 {
		return old // it was empty, and still is
	}
	return target.node
}
