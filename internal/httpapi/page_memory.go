package httpapi

import (
	"cmp"
	"slices"
	"sort"

	"github.com/millrace/millrace/internal/page"
)

// cursorFunc returns the position of an element in an order.
type cursorFunc[T any] func(element T, orderBy string) page.Cursor

// cutPage returns one page of a list that is completely in memory.
func cutPage[T any](all []T, request page.Request, cursor cursorFunc[T]) page.Result[T] {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b T) int {
		order := compareCursors(cursor(a, request.OrderBy), cursor(b, request.OrderBy))
		if request.Descending {
			return -order
		}
		return order
	})
	result := page.Result[T]{Total: len(sorted)}
	if request.After != nil {
		sorted = sorted[sort.Search(len(sorted), func(i int) bool {
			order := compareCursors(cursor(sorted[i], request.OrderBy), *request.After)
			return order > 0 && !request.Descending || order < 0 && request.Descending
		}):]
	}
	if request.Limit > 0 && len(sorted) > request.Limit {
		sorted = sorted[:request.Limit]
		last := cursor(sorted[len(sorted)-1], request.OrderBy)
		result.Next = &last
	}
	result.Items = sorted
	return result
}

func compareCursors(a, b page.Cursor) int {
	return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
}
