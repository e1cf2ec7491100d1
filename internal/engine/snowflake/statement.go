package snowflake

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// Exec runs one statement. It discards the rows that it returns, except for counts.
func (s *session) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	text, err := checked(statement)
	if err != nil {
		return engine.Counts{}, err
	}
	a, err := s.run(ctx, request{text: text, limit: 1})
	if err != nil {
		return engine.Counts{}, err
	}
	return a.counts(), nil
}

// Query runs one query. The server limits its rows.
func (s *session) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	if limit < 1 || limit >= math.MaxInt32 {
		return engine.Rows{}, fault.New(fault.Invalid, "a query cannot have a limit of %d rows", limit)
	}
	text, err := checked(query)
	if err != nil {
		return engine.Rows{}, err
	}
	a, err := s.run(ctx, request{text: text, limit: limit + 1, maxRows: limit + 1})
	if err != nil {
		return engine.Rows{}, err
	}
	if a.isCount() || len(a.columns) == 0 {
		return engine.Rows{}, notAQuery()
	}
	return engine.Rows{Columns: a.columns, Values: a.rows[:min(limit, len(a.rows))], More: len(a.rows) > limit}, nil
}

func notAQuery() error {
	return fault.New(fault.Invalid, "the statement is not a query: it returns no columns").
		WithHint("Write a SELECT.")
}

// The columns in which the server counts the rows that a statement changed.
const (
	insertedColumn = "number of rows inserted"
	updatedColumn  = "number of rows updated"
	deletedColumn  = "number of rows deleted"
)

func (a *answer) isCount() bool {
	return slices.ContainsFunc(a.columns, func(c engine.Column) bool {
		return c.Name == insertedColumn || c.Name == updatedColumn || c.Name == deletedColumn
	})
}

// counts returns the numbers of rows that a statement changed. The server does not count the rows of CREATE TABLE … AS.
func (a *answer) counts() engine.Counts {
	var counts engine.Counts
	if len(a.rows) != 1 {
		return counts
	}
	for i, column := range a.columns {
		n, _ := a.rows[0][i].(int64)
		switch column.Name {
		case insertedColumn:
			counts.Inserted = n
		case updatedColumn:
			counts.Updated = n
		case deletedColumn:
			counts.Deleted = n
		}
	}
	return counts
}

// checked returns a statement without the semicolons and comments at its end. It rejects texts of several statements, and
// statements that would control a transaction, change the session, or read and write files of this machine: the driver runs PUT and
// GET itself.
func checked(statement string) (string, error) {
	if strings.ContainsRune(statement, 0) {
		return "", fault.New(fault.Invalid, "the statement contains a NUL character")
	}
	statements := sqltext.Split(statement)
	switch len(statements) {
	case 0:
		return "", fault.New(fault.Invalid, "the statement is empty")
	case 1:
		statement = statements[0].Text
	default:
		return "", fault.New(fault.Invalid, "the text contains %d statements", len(statements)).
			WithHint("Send one statement. Put the body of a procedure between $$ and $$.")
	}
	first, second := sqltext.LeadingWords(statement)
	switch {
	case first == "BEGIN", first == "START" && second == "TRANSACTION", first == "COMMIT", first == "ROLLBACK":
		return "", fault.New(fault.Invalid, "a statement must not begin or end a transaction: %s", first).
			WithHint("Remove it. Millrace publishes a node by one statement.")
	case first == "USE", first == "SET", first == "UNSET", first == "ALTER" && second == "SESSION":
		return "", fault.New(fault.Invalid, "a statement must not change the session: %s", first).
			WithHint("Remove it, and set role, warehouse, schema or sessionParameters of the connection.")
	case first == "PUT", first == "GET":
		return "", fault.New(fault.Invalid, "a statement must not transfer files: %s", first).
			WithHint("Remove it. The files would be those of the server that runs Millrace.")
	}
	return statement, nil
}

// leavesTraces reports whether a statement may leave something in its session, such as a temporary table, or another schema.
func leavesTraces(statement string) bool {
	first, second := sqltext.LeadingWords(statement)
	switch first {
	case "SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "ALTER", "SHOW", "DESCRIBE", "DESC", "EXPLAIN",
		"COMMENT", "GRANT", "REVOKE", "BEGIN", "COMMIT", "ROLLBACK":
		return false
	case "DROP":
		return second != "TABLE" && second != "VIEW"
	case "CREATE":
		words := strings.Fields(strings.ToUpper(statement[:min(len(statement), 200)]))
		if len(words) > 3 && words[1] == "OR" && words[2] == "REPLACE" {
			second = words[3]
		}
		return second != "TABLE" && second != "VIEW"
	}
	return true
}
