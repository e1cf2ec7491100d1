package httpapi

import (
	"cmp"
	"slices"
	"sort"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/page"
)

// nodeOrder is what lists of nodes can be ordered by.
var nodeOrder = page.Fields{"id", "name", "nodeType", "locationName"}

// pageNodes cuts one page out of the nodes of a project, which are all in memory.
func pageNodes(all []*compiler.Node, request page.Request) page.Result[*compiler.Node] {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b *compiler.Node) int {
		order := comparePlaces(placeIn(a, request.OrderBy), placeIn(b, request.OrderBy))
		if request.Descending {
			return -order
		}
		return order
	})
	result := page.Result[*compiler.Node]{Total: len(sorted)}
	if request.After != nil {
		sorted = sorted[sort.Search(len(sorted), func(i int) bool {
			order := comparePlaces(placeIn(sorted[i], request.OrderBy), *request.After)
			return order > 0 && !request.Descending || order < 0 && request.Descending
		}):]
	}
	if request.Limit > 0 && len(sorted) > request.Limit {
		sorted = sorted[:request.Limit]
		last := placeIn(sorted[len(sorted)-1], request.OrderBy)
		result.Next = &last
	}
	result.Items = sorted
	return result
}

func placeIn(n *compiler.Node, orderBy string) page.Cursor {
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

func comparePlaces(a, b page.Cursor) int {
	return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
}
