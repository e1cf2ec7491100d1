package httpapi

import (
	"cmp"
	"slices"
	"sort"

	"github.com/millrace/millrace/internal/page"
)

// cursorFunc gives where an element of a list is in an order.
type cursorFunc[T any] func(element T, orderBy string) page.Cursor

// cutPage cuts one page out of a list that is in memory as a whole.
func cutPage[T any](all []T, request page.Request, place cursorFunc[T]) page.Result[T] {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b T) int {
		order := comparePlaces(place(a, request.OrderBy), place(b, request.OrderBy))
		if request.Descending {
			return -order
		}
		return order
	})
	result := page.Result[T]{Total: len(sorted)}
	if request.After != nil {
		sorted = sorted[sort.Search(len(sorted), func(i int) bool {
			order := comparePlaces(place(sorted[i], request.OrderBy), *request.After)
			return order > 0 && !request.Descending || order < 0 && request.Descending
		}):]
	}
	if request.Limit > 0 && len(sorted) > request.Limit {
		sorted = sorted[:request.Limit]
		last := place(sorted[len(sorted)-1], request.OrderBy)
		result.Next = &last
	}
	result.Items = sorted
	return result
}

func comparePlaces(a, b page.Cursor) int {
	return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
}
