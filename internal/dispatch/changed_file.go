package dispatch

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/sqltext"
)

// readsFiles reports whether statements seem to read files, or other databases, in the middle of their SQL: by a function
// that is called like those that do, or by a name in single quotes after FROM or JOIN. Taking something else for one costs a
// build, no more.
func readsFiles(stages []plan.Stage) bool {
	return slices.ContainsFunc(stages, func(s plan.Stage) bool { return readsFile(s.SQL) })
}

func readsFile(text string) bool {
	scanner := sqltext.NewScanner(text)
	before, isWord := "", false // the last token that meant something
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		word := text[token.Start:token.End]
		switch token.Kind {
		case sqltext.Space, sqltext.LineComment, sqltext.BlockComment:
			continue
		case sqltext.String:
			if isWord && (before == "from" || before == "join") && strings.ContainsAny(word, "./*") {
				return true
			}
		case sqltext.Operator:
			if isWord && strings.HasPrefix(word, "(") && isReader(before) {
				return true
			}
		default: // nothing that ends a name
		}
		before, isWord = strings.ToLower(word), token.Kind == sqltext.Word
	}
	return false
}

// isReader reports whether a function is called like one that reads something that is not in its arguments.
func isReader(function string) bool {
	return strings.HasPrefix(function, "read_") || strings.HasSuffix(function, "_scan") || strings.HasSuffix(function, "_query") ||
		function == "glob" || function == "dblink" || function == "pg_read_file"
}
