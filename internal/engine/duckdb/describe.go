package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Describe returns the columns of a query.
func (e *embedded) Describe(ctx context.Context, query string) (columns []engine.Column, err error) {
	err = e.within(ctx, nil, func(ctx context.Context, s *session) error {
		text, err := s.instance.checkAndRewrite(query)
		if err != nil {
			return err
		}
		columns, err = s.describe(ctx, text)
		return withOriginalLine(err, query, text)
	})
	return columns, err
}

// describedColumns is the number of columns of DuckDB's DESCRIBE that are used: name, type, and whether it is nullable.
const describedColumns = 3

// describe first prepares the query alone, so that an error shows the query as it was written.
func (s *session) describe(ctx context.Context, text string) ([]engine.Column, error) {
	prepared, kind, err := s.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	_ = prepared.Close() // the driver never fails here
	if kind != duckdb.STATEMENT_TYPE_SELECT {
		return nil, fault.New(fault.Invalid, "the statement is not a query").WithHint("Write a query that begins with SELECT or WITH.")
	}
	var columns []engine.Column
	err = s.each(ctx, "DESCRIBE "+text, func(row []driver.Value) {
		if len(row) < describedColumns {
			return
		}
		columns = append(columns, engine.Column{Name: asText(row[0]), Type: asText(row[1]), Nullable: asText(row[2]) != "NO"})
	})
	return columns, err
}

// each runs an internal query and passes its rows to do.
func (s *session) each(ctx context.Context, query string, do func(row []driver.Value)) error {
	s.isUsed = true
	rows, err := s.connection.QueryContext(ctx, query, nil)
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // the driver never fails here
	row := make([]driver.Value, len(rows.Columns()))
	for {
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		do(row)
	}
}
