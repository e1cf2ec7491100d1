package duckdb

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// maxName is that of a database, in bytes. File systems have 255 for the name with everything that is put behind it.
const maxName = 128

// reserved are databases that DuckDB has already.
var reserved = []string{"main", "memory", "system", "temp"}

// checkName refuses names of databases that cannot be names of files.
func checkName(name string) error {
	var wrong string
	switch {
	case name == "":
		wrong = "is empty"
	case len(name) > maxName:
		wrong = "is too long"
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		wrong = "holds characters that cannot be printed"
	case strings.ContainsAny(name, `/\`):
		wrong = "holds a path"
	case strings.HasPrefix(name, "."):
		wrong = "begins with a dot"
	case strings.TrimSpace(name) != name:
		wrong = "begins or ends with white space"
	case slices.Contains(reserved, folded(name)):
		wrong = "is one that DuckDB keeps for itself"
	default:
		return nil
	}
	return fault.New(fault.Invalid, "the database name %q %s", shortened(name), wrong).
		WithHint("A database is a file in the folder of the duckdb connection: letters, digits and underscores make a good name.")
}

func shortened(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}

// folded is the form of a name by which DuckDB compares it: it ignores the case of Latin letters, and of no others.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, name)
}

// quoted writes a name as SQL.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
