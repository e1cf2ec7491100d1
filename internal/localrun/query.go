package localrun

import (
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/sqltext"
)

// tableQuery is the query that a node's table takes its columns from; empty when its statement names them itself.
func tableQuery(n *compiler.Node) string {
	for _, stage := range n.Create.Stages {
		if query := queryOf(stage.SQL); query != "" {
			return query
		}
	}
	return ""
}

// queryOf is the query of CREATE TABLE … AS; empty when the statement is another one.
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

// afterQuery is what may stand behind the query of a table.
var afterQuery = regexp.MustCompile(`(?i)(\s+WITH\s+(NO\s+)?DATA)?[\s;]*$`)

// asQuery is what follows AS, if what is made is a table.
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
