package nodetype

import (
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
)

// mostSuggestions is how many near names are told.
const mostSuggestions = 3

// nearest gives the names that look like a word, the most alike first.
func nearest(word string, names []string) []string {
	left := slices.Clone(names)
	var found []string
	for len(found) < mostSuggestions {
		near, ok := diagnostic.Nearest(word, left)
		if !ok {
			break
		}
		found = append(found, near)
		left = slices.DeleteFunc(left, func(name string) bool { return name == near })
	}
	return found
}
