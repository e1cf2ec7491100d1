package nodetype

import "github.com/millrace/millrace/internal/diagnostic"

// nearest returns the name that looks most like a word, if any looks like it.
func nearest(word string, names []string) []string {
	if near, ok := diagnostic.Nearest(word, names); ok {
		return []string{near}
	}
	return nil
}
