package trino

import (
	"context"
	"math"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// Exec runs one statement. It discards the rows that it returns.
func (s *session) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	a, err := s.run(ctx, request{text: statement})
	if err != nil {
		return engine.Counts{}, err
	}
	return a.counts(), nil
}

// Query runs one query. When there are enough rows, the server stops it.
func (s *session) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	if limit < 1 || limit >= math.MaxInt32 {
		return engine.Rows{}, fault.New(fault.Invalid, "a query cannot have a limit of %d rows", limit)
	}
	a, err := s.run(ctx, request{text: query, limit: limit + 1})
	if err != nil {
		return engine.Rows{}, err
	}
	if a.UpdateType != "" || len(a.columns) == 0 {
		return engine.Rows{}, notAQuery()
	}
	return engine.Rows{Columns: a.describe(), Values: a.rows[:min(limit, len(a.rows))], More: len(a.rows) > limit}, nil
}

func notAQuery() error {
	return fault.New(fault.Invalid, "the statement is not a query: it returns no columns").
		WithHint("Write a SELECT.")
}

// describe returns the columns. Their nullability is unknown, so they count as nullable.
func (a *answer) describe() []engine.Column {
	columns := make([]engine.Column, len(a.columns))
	for i, f := range a.columns {
		columns[i] = engine.Column{Name: f.Name, Type: f.Type, Nullable: true}
	}
	return columns
}

// counts returns the number of rows that a statement changed.
func (a *answer) counts() engine.Counts {
	if a.UpdateCount == nil {
		return engine.Counts{}
	}
	n := *a.UpdateCount
	switch a.UpdateType {
	case "INSERT", "CREATE TABLE", "CREATE MATERIALIZED VIEW", "REFRESH MATERIALIZED VIEW":
		return engine.Counts{Inserted: n}
	case "UPDATE", "MERGE":
		return engine.Counts{Updated: n}
	case "DELETE":
		return engine.Counts{Deleted: n}
	}
	return engine.Counts{}
}

// check rejects statements that would control a transaction or the session.
func check(statement string) error {
	if strings.ContainsRune(statement, 0) {
		return fault.New(fault.Invalid, "the statement contains a NUL character")
	}
	first, second := sqltext.LeadingWords(statement)
	switch {
	case first == "START" && second == "TRANSACTION", first == "COMMIT", first == "ROLLBACK":
		return fault.New(fault.Invalid, "a statement must not begin or end a transaction: %s", first).
			WithHint("Remove it. On Trino every statement is its own transaction.")
	case first == "USE", first == "PREPARE", first == "DEALLOCATE", first == "EXECUTE",
		(first == "SET" || first == "RESET") && (second == "SESSION" || second == "ROLE" || second == "PATH" || second == "TIME"):
		return fault.New(fault.Invalid, "a statement must not change the session: %s", first).
			WithHint("Remove it, and set sessionProperties or schema of the connection. A session keeps nothing from one statement to the next.")
	}
	return nil
}

// withoutSemicolon removes the semicolons and comments at the end, which the server does not accept. A text of several
// statements stays as it is, and the server rejects it.
func withoutSemicolon(text string) string {
	if !strings.Contains(text, ";") {
		return text
	}
	if statements := sqltext.Split(text); len(statements) == 1 {
		return statements[0].Text
	}
	return text
}
