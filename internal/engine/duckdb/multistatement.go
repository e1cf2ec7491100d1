package duckdb

import (
	"context"
	"database/sql/driver"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// expandable are the beginnings of statements that can hold a PIVOT. Others become several by what a file says.
var expandable = []string{"PIVOT", "FROM", "SELECT", "WITH", "CREATE", "INSERT", "UPDATE", "DELETE", "MERGE", "DESCRIBE", "SUMMARIZE"}

// prepareSeveral is for a text that is several statements to DuckDB, or none. PIVOT is one statement to everybody else:
// DuckDB first finds the values that become columns, and puts a transaction around that unless there is one.
func (s *session) prepareSeveral(ctx context.Context, text string) (driver.Stmt, error) {
	if err := checkAlone(text); err != nil {
		return nil, err
	}
	made, err := s.connection.PrepareContext(ctx, text)
	if err != nil && !s.inTransaction {
		if ctx.Err() != nil {
			s.waitForInterrupt(ctx)
		}
		_ = s.do(context.WithoutCancel(ctx), "ROLLBACK") // there is nothing to roll back if it came to nothing
	}
	return made, err
}

// checkAlone makes sure that a text is one statement. The driver runs all statements of a text but the last without
// another look at them, so nothing is left to how we read SQL: where there is no semicolon there are no two statements.
func checkAlone(text string) error {
	first, _ := sqltext.LeadingWords(text)
	hasSemicolon := strings.Contains(strings.Trim(text, " \t\r\n;"), ";")
	switch found := len(sqltext.Split(text)); {
	case found == 0:
		return fault.New(fault.Invalid, "there is no statement").WithHint("Write one.")
	case found > 1:
		return fault.New(fault.Invalid, "there are %d statements instead of one", found).WithHint("Give each statement a stage of its own.")
	case hasSemicolon:
		return fault.New(fault.Invalid, "the statement has a semicolon in it, and DuckDB takes it for several").
			WithHint("Give each statement a stage of its own. In a text within a PIVOT write chr(59) for a semicolon, and leave it out of comments.")
	case !slices.Contains(expandable, first):
		return fault.New(fault.Invalid, "the statement becomes several in DuckDB, which is for PIVOT alone").
			WithHint("Use statements that read, make, change or drop tables and views.")
	}
	return nil
}
