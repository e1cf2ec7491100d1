package difference

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// fillsItself reports whether the create template puts rows into the table that it makes. Rows that are copied into such a
// table would be there twice.
func (w *nodePlan) fillsItself() bool {
	if w.node.Type != nil && w.node.Type.IsBuiltIn && !w.node.OverrideSQL {
		return false // the library makes empty tables
	}
	name := sqltext.Canonical(w.name())
	for i := range w.node.Create.Stages {
		for _, statement := range statementsOf(&w.node.Create.Stages[i]) {
			if fills(statement, name) {
				return true
			}
		}
	}
	return false
}

// fills reports whether a statement makes a table of a canonical name with rows in it, or puts rows into it.
func fills(statement, name string) bool {
	r := newTableReader(statement)
	switch r.word() {
	case "CREATE":
		table, ok := r.read()
		return ok && table.kind == Table && sqltext.Canonical(table.name) == name && r.hasFillingQuery()
	case "INSERT", "MERGE", "COPY":
		r.at++
		for slices.Contains([]string{"INTO", "OVERWRITE", "TABLE"}, r.word()) {
			r.at++
		}
		return sqltext.Canonical(r.readName()) == name
	default:
		return false
	}
}

// hasFillingQuery reports whether a query follows the name of the table and is not sure to give no rows.
func (r *ddlReader) hasFillingQuery() bool {
	words := r.outerWords()
	begin := slices.IndexFunc(words, func(word string) bool { return word == "AS" || word == "CLONE" })
	return begin >= 0 && !isEmptyQuery(words[begin+1:])
}

// outerWords are the tokens from the one at hand on, in capitals. What stands in parentheses is left out, except when a
// whole query does.
func (r *ddlReader) outerWords() []string {
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

// isEmptyQuery reports whether a query says at its end that it gives no rows.
func isEmptyQuery(words []string) bool {
	if endsWith(words, "WITH NO DATA") || endsWith(words, "LIMIT 0") {
		return true
	}
	isFalse := slices.ContainsFunc([]string{"WHERE FALSE", "WHERE 1 = 0", "WHERE 0 = 1", "WHERE 1 = 2", "AND FALSE", "AND 1 = 0"}, func(end string) bool {
		return endsWith(words, end)
	})
	// Other branches of a union have rows of their own, and an aggregate over nothing is a row.
	return isFalse && !slices.ContainsFunc(words, func(word string) bool {
		return slices.Contains([]string{"UNION", "EXCEPT", "INTERSECT", "OR", "COUNT", "SUM", "MIN", "MAX", "AVG"}, word)
	})
}

func endsWith(words []string, end string) bool {
	wanted := strings.Fields(end)
	return len(words) >= len(wanted) && slices.Equal(words[len(words)-len(wanted):], wanted)
}
