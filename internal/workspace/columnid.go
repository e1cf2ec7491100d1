package workspace

import (
	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// A column of a SQL node is identified by the @id in its text, or else by its name. Clients expect UUIDs, so they get one
// that is derived from the id of the node and that of the column. It survives edits: an edit that renames a column writes
// the old name as @id into the text. The columns of YAML nodes have their ids in the file.

// PublicColumnID returns the id of a column of a node that clients see.
func PublicColumnID(n *compiler.Node, id transform.ColumnID) string {
	if n.Kind != transform.SQLNode || isUUID(string(id)) {
		return string(id)
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(PublicID(n.ID)+"/columns/"+string(id))).String()
}

// InternalColumnID returns the internal id of a column of a node for the id of a client.
func InternalColumnID(n *compiler.Node, public string) transform.ColumnID {
	return internalColumnIDs(n).of(transform.ColumnID(public))
}

// isUUID reports whether a text is a UUID in its usual form.
func isUUID(text string) bool { return len(text) == 36 && uuid.Validate(text) == nil }

// columnIDs are the internal ids of the columns of a node, by the ids that clients see.
type columnIDs map[transform.ColumnID]transform.ColumnID

func internalColumnIDs(n *compiler.Node) columnIDs {
	if n == nil || n.Kind != transform.SQLNode {
		return nil
	}
	known := make(columnIDs, len(n.Columns))
	for i := range n.Columns {
		id := n.Columns[i].ID
		known[transform.ColumnID(PublicColumnID(n, id))] = id
	}
	return known
}

// of returns the internal id for the id of a client. An id that no column has stays.
func (c columnIDs) of(id transform.ColumnID) transform.ColumnID {
	if internal, ok := c[id]; ok {
		return internal
	}
	return id
}

// replaceIn replaces the ids of columns.
func (c columnIDs) replaceIn(columns []transform.Column) {
	for i := range columns {
		columns[i].ID = c.of(columns[i].ID)
	}
}
