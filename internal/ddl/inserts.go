package ddl

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// InsertsRows reports whether a statement creates the table of a canonical name with rows, or inserts rows into it.
func InsertsRows(statement, name string) bool {
	r := newReader(statement)
	switch r.word() {
	case "CREATE":
		table, ok := r.readCreate()
		return ok && !table.IsView && sqltext.Canonical(table.Name) == name && r.hasQueryWithRows()
	case "INSERT", "MERGE", "COPY":
		r.at++
		r.skipAny("INTO", "OVERWRITE", "TABLE")
		return sqltext.Canonical(r.readName()) == name
	default:
		return false
	}
}

// hasQueryWithRows reports whether a query follows the name of the table. It is false for a query that surely returns no rows.
func (r *reader) hasQueryWithRows() bool {
	words := r.outerWords()
	begin := slices.IndexFunc(words, func(word string) bool { return word == "AS" || word == "CLONE" })
	return begin >= 0 && !isEmptyQuery(words[begin+1:])
}

// outerWords returns the tokens from the current one on, in upper case. It omits the contents of parentheses, unless the
// parentheses enclose the whole query.
func (r *reader) outerWords() []string {
	var words []string
	depth, isQuery := 0, false
	for i := r.at; i < len(r.tokens); i++ {
		word := strings.ToUpper(r.textAt(i))
		switch {
		case word == "(" && depth == 0 && len(words) > 0 && words[len(words)-1] == "AS" && !isQuery:
			isQuery = true // the parentheses around the query itself
		case word == "(":
			depth++
		case word == ")" && depth > 0:
			depth--
			words = appendOuter(words, "()", depth)
		case word != ")" && word != ";":
			words = appendOuter(words, word, depth)
		}
	}
	return words
}

func appendOuter(words []string, word string, depth int) []string {
	if depth > 0 {
		return words
	}
	return append(words, word)
}

// isEmptyQuery reports whether the end of a query excludes all rows.
func isEmptyQuery(words []string) bool {
	if endsWith(words, "WITH NO DATA") || endsWith(words, "LIMIT 0") {
		return true
	}
	isFalse := slices.ContainsFunc([]string{"WHERE FALSE", "WHERE 1 = 0", "WHERE 0 = 1", "WHERE 1 = 2", "AND FALSE", "AND 1 = 0"}, func(end string) bool {
		return endsWith(words, end)
	})
	// Other branches of a union have their own rows, and an aggregate over no rows returns a row.
	return isFalse && !slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains([]string{"UNION", "EXCEPT", "INTERSECT", "OR", "COUNT", "SUM", "MIN", "MAX", "AVG"}, word)
	})
}

func endsWith(words []string, end string) bool {
	wanted := strings.Fields(end)
	return len(words) >= len(wanted) && slices.Equal(words[len(words)-len(wanted):], wanted)
}
