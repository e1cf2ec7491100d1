package httpapi

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/page"
)

// nodeOrder is what lists of nodes can be ordered by.
var nodeOrder = page.Fields{"id", "name", "nodeType", "locationName"}

func nodePlace(n *compiler.Node, orderBy string) page.Cursor {
	place := page.Cursor{ID: string(n.ID)}
	switch orderBy {
	case "name":
		place.Value = n.Name
	case "nodeType":
		place.Value = string(n.Node.Type)
	case "locationName":
		place.Value = n.Location
	default:
		place.Value = place.ID
	}
	return place
}
