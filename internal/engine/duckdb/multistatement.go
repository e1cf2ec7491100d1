package duckdb

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// expandable lists the first words of statements that can contain a PIVOT. DuckDB expands other statements by the
// contents of files.
var expandable = []string{"PIVOT", "FROM", "SELECT", "WITH", "CREATE", "INSERT", "UPDATE", "DELETE", "MERGE", "DESCRIBE", "SUMMARIZE"}

// prepareMultiple prepares a text that is several statements to DuckDB, or none. PIVOT is one statement to its author:
// DuckDB first queries the values that become columns, and wraps both in a transaction unless there is one.
func (s *session) prepareMultiple(ctx context.Context, text string) (driver.Stmt, error) {
	if err := checkSingle(text); err != nil {
		return nil, err
	}
	made, err := s.connection.PrepareContext(ctx, text)
	if err != nil && !s.inTransaction {
		if ctx.Err() != nil {
			s.waitForInterrupt(ctx)
		}
		_ = s.do(context.WithoutCancel(ctx), "ROLLBACK") // the error means that there was no transaction
	}
	return made, err
}

// checkSingle rejects a text that is not one statement. The driver runs all statements of a text but the last without
// further checks, so this must not depend on parsing: without a semicolon there cannot be two statements.
func checkSingle(text string) error {
	first, _ := sqltext.LeadingWords(text)
	hasSemicolon := strings.Contains(strings.Trim(text, " \t\r\n;"), ";")
	switch found := len(sqltext.Split(text)); {
	case found == 0:
		return fault.New(fault.Invalid, "the statement is empty").WithHint("Write a statement.")
	case found > 1:
		return fault.New(fault.Invalid, "the text contains %d statements instead of one", found).WithHint("Put each statement into its own stage.")
	case hasSemicolon:
		return fault.New(fault.Invalid, "the statement contains a semicolon, and DuckDB reads it as several statements").
			WithHint("Put each statement into its own stage. In a PIVOT, write chr(59) for a semicolon in a text, and remove semicolons from comments.")
	case !slices.Contains(expandable, first):
		return fault.New(fault.Invalid, "DuckDB expands the statement to several; only PIVOT may do that").
			WithHint("Use statements that read, create, change or drop tables and views.")
	}
	return nil
}
