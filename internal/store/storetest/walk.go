package storetest

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/page"
)

// listing describes one of the store's lists, so that a walk can check it.
type listing[T any] struct {
	fetch func(ctx context.Context, request page.Request) (page.Result[T], error)
	// fields are the fields that the API offers to order by; compare has an entry for each, and by "id" it
	// distinguishes elements.
	fields  page.Fields
	compare map[string]func(a, b T) int
}

// maxWalked is more than any list of the suite has.
const maxWalked = 1000

// walk returns the elements in the order of the request, page by page. Before each further page it calls between, which
// may be nil. It checks every page.
func (l listing[T]) walk(t *testing.T, request page.Request, between func()) []T {
	t.Helper()
	var walked []T
	for {
		result, err := l.fetch(t.Context(), request)
		ok(t, err)
		walked = append(walked, result.Items...)
		switch {
		case len(walked) > maxWalked:
			t.Fatal("the walk does not end")
		case request.Limit > 0 && len(result.Items) > request.Limit:
			t.Fatalf("a page of %d elements, want at most %d", len(result.Items), request.Limit)
		case result.Next == nil:
			return walked
		case len(result.Items) != request.Limit:
			t.Fatalf("a page of %d elements has a next one, want %d first", len(result.Items), request.Limit)
		}
		request.After = result.Next
		if between != nil {
			between()
		}
	}
}

// sorted returns the elements in the order of a request, by value and then by id.
func (l listing[T]) sorted(elements []T, request page.Request) []T {
	wanted := slices.Clone(elements)
	slices.SortFunc(wanted, func(a, b T) int {
		order := cmp.Or(l.compare[request.OrderBy](a, b), l.compare["id"](a, b))
		if request.Descending {
			return -order
		}
		return order
	})
	return wanted
}

// check walks the list in every order and direction with every relevant page size, and compares with all.
func (l listing[T]) check(t *testing.T, all []T) {
	t.Helper()
	for _, field := range l.fields {
		for _, descending := range []bool{false, true} {
			for _, limit := range []int{0, 1, 2, 3, len(all), len(all) + 1} {
				request := page.Request{OrderBy: field, Descending: descending, Limit: limit}
				walked := l.walk(t, request, nil)
				equal(t, walked, l.sorted(all, request))
				first, err := l.fetch(t.Context(), request)
				ok(t, err)
				if first.Total != len(all) || t.Failed() {
					t.Fatalf("ordered by %s, descending %t, limit %d: total %d, want %d", field, descending, limit, first.Total, len(all))
				}
			}
		}
	}
	l.checkOwnOrder(t, all)
}

// checkOwnOrder requests the list without parameters: everything, ordered by the first field.
func (l listing[T]) checkOwnOrder(t *testing.T, all []T) {
	t.Helper()
	result, err := l.fetch(t.Context(), page.Request{})
	ok(t, err)
	equal(t, result.Items, l.sorted(all, page.Request{OrderBy: l.fields[0]}))
	equal(t, result.Total, len(all))
}

// by returns a comparison of elements by one of their values. It compares text byte by byte.
func by[T any, V cmp.Ordered](value func(T) V) func(a, b T) int {
	return func(a, b T) int { return cmp.Compare(value(a), value(b)) }
}

func compareText[T ~string](a, b T) int { return cmp.Compare(a, b) }

func sortText[T ~string](texts []T) { slices.Sort(texts) }
