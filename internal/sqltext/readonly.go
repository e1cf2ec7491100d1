package sqltext

import "strings"

// IsReadOnly reports whether a statement certainly changes nothing: it is a SELECT without INTO and without calls,
// because a function can do anything. It reports false when unsure.
func IsReadOnly(text string) bool {
	scanner := NewScanner(text)
	isFirst, isOver := true, false
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		word := token.in(text)
		switch {
		case token.Kind == Space || token.Kind == LineComment || token.Kind == BlockComment:
			continue
		case isOver, word == "(", isFirst && !strings.EqualFold(word, "SELECT"), strings.EqualFold(word, "INTO"):
			return false
		}
		isFirst, isOver = false, word == ";"
	}
	return !isFirst
}
