package cli

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/internal/fault"
)

const (
	// pageLimit is the number of elements of a page: the maximum that a server returns.
	pageLimit = "1000"
	// maxListed limits the length of a list, because nobody reads a longer one.
	maxListed = 200_000
)

// batch is a page of a list.
type batch[T any] struct {
	data []T
	next string // cursor of the next page; empty on the last page
}

// readAll reads a list page by page until it ends.
func readAll[T any](fetch func(from *string) (batch[T], error)) ([]T, error) {
	var all []T
	var from *string
	for {
		page, err := fetch(from)
		if err != nil {
			return nil, err
		}
		all = append(all, page.data...)
		switch {
		case page.next == "":
			return all, nil
		case len(page.data) == 0 || from != nil && page.next == *from:
			return nil, notMillraceFault() // the cursor repeats, so the list would never end
		case len(all) >= maxListed:
			return nil, fault.New(fault.Limit, "the list has more than %d elements", maxListed).WithHint("Narrow it with the flags of the command.")
		}
		from = &page.next
	}
}

// nextOf returns the cursor of the next page; empty on the last page.
func nextOf(next nullable.Nullable[string]) string {
	if !next.IsSpecified() || next.IsNull() {
		return ""
	}
	return next.MustGet()
}
