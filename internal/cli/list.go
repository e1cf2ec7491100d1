package cli

import (
	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/internal/fault"
)

const (
	// pageLimit is how many elements are asked for at once: as many as a server gives.
	pageLimit = "1000"
	// maxListed ends a list that nobody could read.
	maxListed = 200_000
)

// batch is a page of a list.
type batch[T any] struct {
	data []T
	next string // where the next page begins; empty on the last one
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
			return nil, notOurs() // it would go on for ever
		case len(all) >= maxListed:
			return nil, fault.New(fault.Limit, "there are more than %d of them", maxListed).WithHint("Ask for fewer, with the flags of the command.")
		}
		from = &page.next
	}
}

// nextOf is where the next page begins, as a list says.
func nextOf(next nullable.Nullable[string]) string {
	if !next.IsSpecified() || next.IsNull() {
		return ""
	}
	return next.MustGet()
}
