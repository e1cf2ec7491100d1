package projectfile

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
)

// didYouMean returns a question with the known word that is most similar to a word, "" if none is. It prefers the
// first.
func didYouMean(word string, known []string) string {
	if near, ok := diagnostic.Nearest(word, known); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// hintOf joins the parts of a hint; any of them may be empty.
func hintOf(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "; ")
}
