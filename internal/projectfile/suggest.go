package projectfile

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
)

// didYouMean returns a question for the known word that is nearest to a word, "" if none is near. Of several the first counts.
func didYouMean(word string, known []string) string {
	if near, ok := diagnostic.Nearest(word, known); ok {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// hintOf puts the parts of a hint together; any of them may be empty.
func hintOf(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "; ")
}
