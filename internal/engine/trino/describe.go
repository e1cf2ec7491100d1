package trino

import (
	"context"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
)

// describing is what comes before a query to describe it. It is on the query's first line, so that the lines of errors
// are those of the query.
const describing = "SELECT * FROM (" //nolint:unqueryvet // the columns are the query's

// Describe lets the server plan the query without its rows: it removes everything below a limit of zero from the plan.
func (s *server) Describe(ctx context.Context, query string) ([]engine.Column, error) {
	if err := check(query); err != nil {
		return nil, err
	}
	if first, _ := sqltext.LeadingWords(query); first != "SELECT" && first != "WITH" && first != "VALUES" && first != "TABLE" {
		return s.describeOther(ctx, query)
	}
	text := describing + withoutSemicolon(query) + "\n) LIMIT 0" //nolint:unqueryvet // the columns are the query's
	a, err := s.exchange(ctx, request{text: text, limit: 1, shift: utf8.RuneCountInString(describing)})
	if err != nil {
		return nil, err
	}
	return a.describe(), nil
}

// describeOther lets the server reject a text that is no query. A statement that it accepts is no query either.
func (s *server) describeOther(ctx context.Context, text string) ([]engine.Column, error) {
	const explaining = "EXPLAIN (TYPE VALIDATE) "
	if _, err := s.exchange(ctx, request{text: explaining + withoutSemicolon(text), limit: 1, shift: len(explaining)}); err != nil {
		return nil, err
	}
	return nil, notAQuery()
}
