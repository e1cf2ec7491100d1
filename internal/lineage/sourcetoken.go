package lineage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// sourceMark replaces the helper tokens of a transform while it is parsed. It is not a valid name.
const sourceMark = "\x01source"

// sourceToken finds the helper tokens that stand for the source column of a transform, in quotes or without.
var sourceToken = regexp.MustCompile(`"?\{\{-?\s*SRC(_COL|_NODE)?\s*-?\}\}"?`)

// markSource replaces helper tokens with a name, so that a transform can be parsed as SQL.
func markSource(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	return sourceToken.ReplaceAllLiteralString(text, quoted(sourceMark))
}

// dropMarks removes the marks from the columns of an expression and reports whether there were any.
func dropMarks(e *sqltext.Expression) bool {
	before := len(e.Columns)
	e.Columns = slices.DeleteFunc(slices.Clone(e.Columns), func(ref sqltext.ColumnRef) bool {
		return ref.Name().Text == sourceMark
	})
	return len(e.Columns) < before
}
