package postgres

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/sqltext"
)

// limitedQuery asks for no more rows of a query than a limit, without reading the others.
//
// A query is planned as it is, for all of its rows, and taken from until there are enough. A plain LIMIT would make the
// server hope to find rows early, which is the worst of plans for a test that finds none; and a limit by the protocol
// would keep it from using parallel workers, which is half the speed of a large scan. What does not look like a plain
// query has its limit by the protocol all the same, because it goes with everything.
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

// otherWords are words of queries that cannot stand inside of another one. That they may be part of a comment or of a
// text does no harm.
var otherWords = regexp.MustCompile(`(?i)\b(insert|update|delete|merge|into)\b`)

// plainQuery is a query that can stand inside of another one, without the semicolon at its end.
func plainQuery(query string) (string, bool) {
	first, _ := sqltext.LeadingWords(query)
	if first != "SELECT" && first != "WITH" && first != "VALUES" {
		return "", false
	}
	query = strings.TrimSuffix(strings.TrimRight(query, " \t\r\n"), ";")
	return query, !strings.Contains(query, ";") && !otherWords.MatchString(query)
}
