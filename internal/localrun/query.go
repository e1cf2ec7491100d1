package localrun

import (
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/sqltext"
)

// tableQuery returns the query that defines the columns of a node's table. It is empty if the statement lists the columns.
func tableQuery(n *compiler.Node) string {
	for _, stage := range n.Create.Stages {
		if query := queryOf(stage.SQL); query != "" {
			return query
		}
	}
	return ""
}

// queryOf returns the query of CREATE TABLE … AS, and nothing for other statements.
func queryOf(statement string) string {
	scanner := sqltext.NewScanner(statement)
	var words []string
	for token, ok := scanner.Next(); ok; token, ok = scanner.Next() {
		text := token.Of(statement)
		switch {
		case token.Kind == sqltext.Operator && text == "(":
			return "" // a list of columns
		case token.Kind != sqltext.Word:
			continue
		}
		words = append(words, strings.ToUpper(text))
		if words[0] != "CREATE" {
			return ""
		}
		if words[len(words)-1] == "AS" {
			return asQuery(words, statement[token.End:])
		}
	}
	return ""
}

// afterQuery matches the clauses that may follow the query of a table.
var afterQuery = regexp.MustCompile(`(?i)(\s+WITH\s+(NO\s+)?DATA)?[\s;]*$`)

// asQuery returns the text after AS if the statement creates a table, and nothing otherwise.
func asQuery(words []string, rest string) string {
	for _, word := range words {
		switch word {
		case "TABLE":
			return strings.TrimSpace(afterQuery.ReplaceAllString(rest, ""))
		case "VIEW", "MACRO", "FUNCTION":
			return ""
		}
	}
	return ""
}
