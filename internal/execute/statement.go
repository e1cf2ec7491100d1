package execute

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// isLook reports whether a statement is a SELECT that is sure to change nothing: it writes into no table, and it calls
// nothing, because a function can do anything. What is not sure to be one is not.
func isLook(text string) bool {
	scanner := sqltext.NewScanner(text)
	isFirst, isOver := true, false
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		word := text[token.Start:token.End]
		switch {
		case token.Kind == sqltext.Space || token.Kind == sqltext.LineComment || token.Kind == sqltext.BlockComment:
			continue
		case isOver, word == "(", isFirst && !strings.EqualFold(word, "SELECT"), strings.EqualFold(word, "INTO"):
			return false
		}
		isFirst, isOver = false, word == ";"
	}
	return !isFirst
}
