package postgres

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/sqltext"
)

// limitedQuery limits the rows of a query without reading the others.
//
// The server plans the query for all of its rows and stops when there are enough. A plain LIMIT would make the planner
// expect rows early, which is the worst plan for a test that finds none. A limit in the protocol would disable parallel
// workers, which halves the speed of a large scan. A text that does not look like a plain query gets its limit in the
// protocol all the same, because that works with every statement.
func limitedQuery(query string, limit int) request {
	r := request{text: query, keep: true}
	plain, ok := plainQuery(query)
	if !ok {
		r.limit = limit
		return r
	}
	const opening = "WITH q AS MATERIALIZED (\n"
	r.text = fmt.Sprintf("%s%s\n) SELECT * FROM q LIMIT %d", opening, plain, limit) //nolint:unqueryvet // the columns are the query's
	r.shift = utf8.RuneCountInString(opening)
	return r
}

// otherWords lists words of queries that cannot be nested. It does not matter if they are part of a comment or a text.
var otherWords = regexp.MustCompile(`(?i)\b(insert|update|delete|merge|into)\b`)

// plainQuery returns a query that can be nested, without the semicolon at its end. It returns false if it cannot be
// nested.
func plainQuery(query string) (string, bool) {
	first, _ := sqltext.LeadingWords(query)
	if first != "SELECT" && first != "WITH" && first != "VALUES" {
		return "", false
	}
	query = strings.TrimSuffix(strings.TrimRight(query, " \t\r\n"), ";")
	return query, !strings.Contains(query, ";") && !otherWords.MatchString(query)
}
