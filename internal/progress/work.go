package progress

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// IsWork reports whether a statement only inserts into a temporary table of its session. Such rows are counted when
// they reach their target.
func IsWork(statement string) bool {
	scanner := sqltext.NewScanner(statement)
	var words []string
	for token, ok := scanner.Next(); ok && len(words) < 3; token, ok = scanner.Next() {
		if token.Kind == sqltext.Word || token.Kind == sqltext.QuotedIdentifier {
			words = append(words, strings.ToUpper(token.Of(statement)))
		}
	}
	return len(words) == 3 && words[0] == "INSERT" && words[1] == "INTO" && (words[2] == "TEMP" || words[2] == "PG_TEMP")
}
