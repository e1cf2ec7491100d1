package simengine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// The statements and queries of nodes. Single spaces separate the words.
//
//	APPEND table value    adds a value to a table; a repetition is visible
//	SET table value       replaces the contents of a table, like CREATE OR REPLACE TABLE table value
//	SLEEP duration        takes this long
//	FAIL message          fails and aborts the transaction
//	REFUSE message        fails before it has an effect
//	CLASH message         fails with a conflict
//	PANIC message         panics, like a bug in the driver
//	SELECT 1              checks that the transaction is usable
//	ROWS table            queries the values of a table
func (s *session) exec(statement string) (engine.Counts, error) {
	if isLedger(statement) {
		return s.execLedger(statement)
	}
	word, rest, _ := strings.Cut(strings.Replace(statement, "CREATE OR REPLACE TABLE", "SET", 1), " ")
	table, value, _ := strings.Cut(rest, " ")
	switch word {
	case "APPEND", "SET":
		return s.change(Change{Table: table, Value: value, Replaces: word == "SET"})
	case "SLEEP", "SELECT":
		return engine.Counts{}, s.usable()
	default:
		return engine.Counts{}, s.fail(word, rest)
	}
}

func (s *session) query(query string, limit int) (engine.Rows, error) {
	if isLedger(query) {
		return s.queryLedger(query, limit)
	}
	if err := s.usable(); err != nil {
		return engine.Rows{}, err
	}
	if a := s.server.autocommit; a != nil && strings.HasPrefix(query, "SELECT * FROM ") { //nolint:unqueryvet // as tests write it
		rows, err := a.evaluate(query)
		return asRows(rows, limit), err
	}
	word, rest, _ := strings.Cut(query, " ")
	switch word {
	case "ROWS":
		return asRows(s.visible(rest), limit), nil
	case "SELECT", "SLEEP":
		return engine.Rows{}, nil
	default:
		return engine.Rows{}, s.fail(word, rest)
	}
}

func (s *session) change(change Change) (engine.Counts, error) {
	if err := s.usable(); err != nil {
		return engine.Counts{}, err
	}
	if s.transaction == nil {
		s.server.apply(s.label, &transaction{changes: []Change{change}})
	} else {
		s.transaction.changes = append(s.transaction.changes, change)
	}
	return engine.Counts{Inserted: 1}, nil
}

func (s *session) usable() error {
	if s.transaction != nil && s.transaction.isAborted {
		return fault.New(fault.Invalid, "the transaction is aborted")
	}
	return nil
}

func (s *session) fail(word, message string) error {
	if s.transaction != nil && word != "REFUSE" {
		s.transaction.isAborted = true
	}
	switch word {
	case "CLASH":
		return fault.New(fault.Conflict, "%s", message)
	case "PANIC":
		panic(message)
	case "FAIL", "REFUSE":
		return fault.New(fault.Invalid, "%s", message)
	}
	return fault.New(fault.Invalid, "%s is not a statement", word)
}

// visible returns the values of a table as the session sees them.
func (s *session) visible(table string) []string {
	values := slices.Clone(s.server.tables[table])
	if s.transaction != nil {
		for _, change := range s.transaction.changes {
			if change.Table == table {
				values = change.apply(values)
			}
		}
	}
	return values
}

func asRows(values []string, limit int) engine.Rows {
	rows := engine.Rows{Columns: []engine.Column{{Name: "value", Type: "VARCHAR"}}, More: len(values) > limit}
	for _, value := range values[:min(limit, len(values))] {
		rows.Values = append(rows.Values, []any{value})
	}
	return rows
}

// durationOf returns how long a statement takes by itself.
func durationOf(statement string) time.Duration {
	var text string
	if _, err := fmt.Sscanf(statement, "SLEEP %s", &text); err != nil {
		return 0
	}
	length, _ := time.ParseDuration(text)
	return length
}
