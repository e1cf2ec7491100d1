package execute

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// publishes reports whether a node changes something in its database, so that it needs a transaction and a row in the
// ledger. Tests do not, nor does a check that a source is there: doing those twice is the same as once.
func publishes(node *plan.Node) bool {
	return slices.ContainsFunc(node.Stages, func(stage plan.Stage) bool {
		return stage.Kind != plan.Test && !isSelect(stage.SQL)
	})
}

// isSelect reports whether a statement is a SELECT that does not write into a table. What is not sure to be one is not.
func isSelect(text string) bool {
	scanner := sqltext.NewScanner(text)
	isFirst := true
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment:
			continue
		case sqltext.Word:
			word := text[token.Start:token.End]
			if isFirst && !strings.EqualFold(word, "SELECT") || strings.EqualFold(word, "INTO") {
				return false
			}
		default:
			if isFirst {
				return false
			}
		}
		isFirst = false
	}
	return !isFirst
}

// withDatabase adds the database that a node publishes in, once.
func withDatabase(databases []string, node *plan.Node) []string {
	if slices.Contains(databases, node.Place.Database) || !publishes(node) {
		return databases
	}
	return append(databases, node.Place.Database)
}
