package lineage

import (
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// equalFold compares names ignoring case. Most names differ in length, which is checked first; engines do not support
// the few letters whose cases differ in length, either.
func equalFold(a, b string) bool { return len(a) == len(b) && strings.EqualFold(a, b) }

// quoted writes a name so that it means itself in every dialect.
func quoted(name string) string {
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// dotted writes a name of several parts for a message.
func dotted(parts []sqltext.Identifier) string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = part.Text
	}
	return strings.Join(texts, ".")
}

// isDynamic reports whether Jinja produces any part of a name.
func isDynamic(parts []sqltext.Identifier) bool {
	for _, part := range parts {
		if part.Dynamic {
			return true
		}
	}
	return false
}
