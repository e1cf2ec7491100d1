package httpapi

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/page"
)

// nodeOrder are the fields that lists of nodes can be ordered by.
var nodeOrder = page.Fields{"id", "name", "nodeType", "locationName"}

func nodeCursor(n *compiler.Node, orderBy string) page.Cursor {
	cursor := page.Cursor{ID: string(n.ID)}
	switch orderBy {
	case "name":
		cursor.Value = n.Name
	case "nodeType":
		cursor.Value = string(n.Node.Type)
	case "locationName":
		cursor.Value = n.Location
	default:
		cursor.Value = cursor.ID
	}
	return cursor
}
