package duckdb

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"regexp"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// maxRows keeps limit + 1 within DuckDB's range.
const maxRows = 1 << 40

// Query runs one query and reads at most limit rows.
func (s *session) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	if limit < 1 {
		return engine.Rows{}, fault.New(fault.Invalid, "a query cannot be limited to %d rows", limit).WithHint("Use a limit of at least 1.")
	}
	call, leave, err := s.enter(ctx)
	if err != nil {
		return engine.Rows{}, err
	}
	defer leave()
	s.note(query)
	rows, err := s.read(call, query, limit)
	s.hasFailed = s.hasFailed || err != nil
	return rows, s.callFault(ctx, err)
}

func (s *session) read(ctx context.Context, query string, limit int) (engine.Rows, error) {
	text, err := s.instance.checkAndRewrite(query)
	if err != nil {
		return engine.Rows{}, err
	}
	rows, err := s.readLimited(ctx, text, limit)
	return rows, withOriginalLine(err, query, text)
}

// readLimited wraps the query in the limit, because the driver reads a result to its end. It casts columns without a
// simple type to text in DuckDB.
func (s *session) readLimited(ctx context.Context, text string, limit int) (engine.Rows, error) {
	around := limited{limit: min(limit, maxRows)}
	prepared, columns := s.prepareSimple(around.write(strings.TrimRight(text, " \t\r\n;")))
	if prepared == nil {
		var err error
		if columns, err = s.describe(ctx, text); err != nil {
			return engine.Rows{}, err
		}
		around.columns = columns
		made, err := s.connection.Prepare(around.write(sqltext.Split(text)[0].Text))
		if err != nil {
			return engine.Rows{}, around.show(err)
		}
		prepared = made.(*duckdb.Stmt) //nolint:forcetypeassert // the driver has no other
	}
	defer prepared.Close() //nolint:errcheck // the driver never fails here
	rows, err := prepared.QueryContext(ctx, nil)
	if err != nil {
		return engine.Rows{}, around.show(err)
	}
	defer rows.Close() //nolint:errcheck // as above
	values, hasMore, err := readRows(rows, limit)
	return engine.Rows{Columns: columns, Values: values, More: hasMore}, err
}

// numbered matches the suffix that DuckDB may have added to a repeated name.
var numbered = regexp.MustCompile(`_[0-9]+$`)

// prepareSimple prepares a query whose columns all have simple types. It returns nil if they do not, or if the query is
// invalid.
func (s *session) prepareSimple(text string) (*duckdb.Stmt, []engine.Column) {
	made, err := s.connection.Prepare(text)
	if err != nil {
		return nil, nil
	}
	prepared := made.(*duckdb.Stmt) //nolint:forcetypeassert // the driver has no other
	columns, ok := simpleColumns(prepared)
	if !ok || prepared.NumInput() > 0 {
		_ = prepared.Close() // the driver never fails here
		return nil, nil
	}
	return prepared, columns
}

func simpleColumns(prepared *duckdb.Stmt) ([]engine.Column, bool) {
	count, err := prepared.ColumnCount()
	if err != nil {
		return nil, false
	}
	columns := make([]engine.Column, count)
	for i := range columns {
		name, nameErr := prepared.ColumnName(i)
		info, typeErr := prepared.ColumnTypeInfo(i)
		if nameErr != nil || typeErr != nil || numbered.MatchString(name) || info.Alias() != "" {
			return nil, false
		}
		word, isSimple := simpleTypes[info.InternalType()]
		if !isSimple {
			return nil, false
		}
		columns[i] = engine.Column{Name: name, Type: word, Nullable: true}
	}
	return columns, true
}

// maxResult limits the bytes of all rows of one result in memory.
const maxResult = 64 << 20

// readRows reads up to limit rows, and reports whether there are more.
func readRows(rows driver.Rows, limit int) (values [][]any, hasMore bool, err error) {
	values = [][]any{}
	row := make([]driver.Value, len(rows.Columns()))
	size := 0
	for {
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			return values, false, nil
		case err != nil:
			return nil, false, err
		case len(values) == limit:
			return values, true, nil
		}
		read := make([]any, len(row))
		for i := range row {
			if read[i], err = plainValue(row[i]); err != nil {
				return nil, false, err
			}
			text, _ := read[i].(string)
			size += len(text) + 1
		}
		if size > maxResult {
			return nil, false, fault.New(fault.Limit, "the result is larger than %d MiB", maxResult>>20).
				WithHint("Select fewer rows or shorter texts.")
		}
		values = append(values, read)
	}
}
