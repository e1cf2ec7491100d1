package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"
)

// setNotNull matches the statement that requires values in a column.
var setNotNull = regexp.MustCompile(`(?is)^\s*ALTER TABLE (.+) ALTER COLUMN ("(?:[^"]|"")+") SET NOT NULL\s*;?\s*$`)

// requireInNewTable does what SET NOT NULL does, for a table that was created in the same transaction: DuckLake cannot alter
// such a table. It replaces the table by one with the same columns and the constraint, if the table is empty. Otherwise it returns the
// error of the statement.
func (s *session) requireInNewTable(ctx context.Context, text string, rejected error) error {
	reported, ok := errors.AsType[*duckdb.Error](rejected)
	parts := setNotNull.FindStringSubmatch(text)
	if !ok || parts == nil || !strings.Contains(reported.Msg, "Cannot SET NOT NULL") {
		return rejected
	}
	table, required := parts[1], parts[2]
	isEmpty := true
	if err := s.each(ctx, "SELECT 1 FROM "+table+" LIMIT 1", func([]driver.Value) { isEmpty = false }); err != nil || !isEmpty {
		return rejected
	}
	var columns []string
	err := s.each(ctx, "DESCRIBE "+table, func(row []driver.Value) {
		if len(row) < describedColumns {
			return
		}
		column := quoted(asText(row[0])) + " " + asText(row[1])
		if asText(row[2]) == "NO" || strings.EqualFold(quoted(asText(row[0])), required) {
			column += " NOT NULL"
		}
		columns = append(columns, column)
	})
	if err != nil || len(columns) == 0 {
		return rejected
	}
	return s.do(ctx, fmt.Sprintf("CREATE OR REPLACE TABLE %s (%s)", table, strings.Join(columns, ", ")))
}
