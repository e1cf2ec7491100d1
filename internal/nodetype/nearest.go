package nodetype

import "github.com/millrace/millrace/internal/diagnostic"

// nearest returns the name that is most similar to a word, or nil if none is similar.
func nearest(word string, names []string) []string {
	if near, ok := diagnostic.Nearest(word, names); ok {
		return []string{near}
	}
	return nil
}
