package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/sqltext"
)

// isDestroying reports whether a statement says by itself that it takes rows, columns or a whole object away. Comments and
// line breaks do not hide it; what a procedure does inside cannot be seen.
func isDestroying(statement string) bool {
	r := newTableReader(statement)
	switch r.word() {
	case "DROP", "TRUNCATE", "DELETE":
		return true
	case "WITH":
		return r.hasWord("DELETE")
	case "CREATE":
		return r.isReplacingTable()
	case "ALTER":
		r.at++
		return r.isAlteringTable()
	default:
		return false
	}
}

// isReplacingTable reports whether the statement begins with CREATE OR REPLACE TABLE. A view has no rows, and a temporary
// table none that are kept.
func (r *ddlReader) isReplacingTable() bool {
	if !r.take("CREATE") || !r.take("OR") || !r.take("REPLACE") {
		return false
	}
	for slices.Contains([]string{"TRANSIENT", "UNLOGGED", "EXTERNAL", "DYNAMIC", "HYBRID", "ICEBERG"}, r.word()) {
		r.at++
	}
	return r.word() == "TABLE"
}

// isAlteringTable reports whether what follows ALTER drops a column of a table or changes a type.
func (r *ddlReader) isAlteringTable() bool {
	for slices.Contains([]string{"TRANSIENT", "EXTERNAL", "FOREIGN", "ICEBERG"}, r.word()) {
		r.at++
	}
	if !r.take("TABLE") {
		return false
	}
	for i := r.at; i < len(r.tokens); i++ {
		switch r.wordAt(i) {
		case "TYPE":
			return true
		case "DROP":
			if !slices.Contains([]string{"NOT", "DEFAULT", "CONSTRAINT", "IDENTITY", "EXPRESSION"}, r.wordAt(i+1)) {
				return true
			}
		}
	}
	return false
}

// hasWord reports whether an unquoted word comes up anywhere.
func (r *ddlReader) hasWord(word string) bool {
	for i := range r.tokens {
		if r.tokens[i].Kind == sqltext.Word && r.wordAt(i) == word {
			return true
		}
	}
	return false
}
