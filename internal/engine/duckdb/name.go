package duckdb

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// maxName limits the bytes of a database name. File systems allow 255 for the name with all extensions.
const maxName = 128

// reserved lists database names that DuckDB uses itself.
var reserved = []string{"main", "memory", "system", "temp"}

// checkName rejects database names that cannot be file names.
func checkName(name string) error {
	var wrong string
	switch {
	case name == "":
		wrong = "is empty"
	case len(name) > maxName:
		wrong = "is too long"
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		wrong = "contains characters that are not printable"
	case strings.ContainsAny(name, `/\`):
		wrong = "contains a path separator"
	case strings.HasPrefix(name, "."):
		wrong = "begins with a dot"
	case strings.TrimSpace(name) != name:
		wrong = "begins or ends with white space"
	case slices.Contains(reserved, folded(name)):
		wrong = "is reserved by DuckDB"
	default:
		return nil
	}
	return fault.New(fault.Invalid, "the database name %q %s", shortened(name), wrong).
		WithHint("Use letters, digits and underscores: a database is a file in the folder of the duckdb connection.")
}

func shortened(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}

// folded returns the form of a name by which DuckDB compares it: it ignores the case of ASCII letters only.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// quoted returns a name as a quoted identifier.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
