package simengine

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// What nodes can do here, as statements and as queries. The words are parted by single spaces.
//
//	APPEND table value    adds a value to a table; doing it twice shows
//	SET table value       replaces what is in a table, and so does CREATE OR REPLACE TABLE table value
//	SLEEP duration        takes its time
//	FAIL words            fails, and aborts the transaction
//	REFUSE words          fails before anything happened
//	CLASH words           fails with a conflict
//	PANIC words           is a mistake in the driver
//	SELECT 1              asks whether the transaction is alive
//	ROWS table            a query for the values of a table
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
		s.world.apply(s.label, &transaction{changes: []Change{change}})
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

// visible is a table as the session sees it.
func (s *session) visible(table string) []string {
	values := slices.Clone(s.world.tables[table])
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

// durationOf is how long a statement takes by itself.
func durationOf(statement string) time.Duration {
	var text string
	if _, err := fmt.Sscanf(statement, "SLEEP %s", &text); err != nil {
		return 0
	}
	length, _ := time.ParseDuration(text)
	return length
}
