package sqltext

import "strings"

// IsReadOnly reports whether a statement is a SELECT that is sure to change nothing: it writes into no table, and it calls
// nothing, because a function can do anything. What is not sure to be one is not.
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
