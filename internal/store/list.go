package store

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
)

// column is a column that a list can be ordered by.
type column struct {
	sql    string
	number bool // else text
	word   bool // text of a closed set of words, which both databases order alike
}

// list describes a paged SELECT.
type list struct {
	columns string // the columns that scan reads
	from    string // tables, joins and the WHERE clause, with placeholders for args
	args    []any
	id      column            // orders rows with equal values
	fields  page.Fields       // the fields that the API offers to order by; the first is the default
	order   map[string]column // the column of each field
}

// scanner reads the columns of one row.
type scanner func(dest ...any) error

// fetch reads one page of a list. The whole list is one statement; a page and its total are read on one database
// snapshot.
func fetch[T any](ctx context.Context, db *DB, l list, request page.Request, scan func(scanner) (T, error)) (page.Result[T], error) {
	result := page.Result[T]{Items: []T{}}
	statement, err := l.statement(db.dialect, request)
	if err != nil {
		return result, translate(err)
	}
	if request.Limit == 0 && request.After == nil {
		_, _, err := collect(ctx, db.reader, statement, &result.Items, scan)
		result.Total = len(result.Items)
		return result, translate(err)
	}
	err = db.read(ctx, func(q querier) error {
		last, more, err := collect(ctx, q, statement, &result.Items, scan)
		if err != nil {
			return err
		}
		if more {
			result.Next = &last
		}
		return q.QueryRowContext(ctx, "SELECT count(*) FROM "+l.from, l.args...).Scan(&result.Total)
	})
	return result, err
}

// statement is a SELECT for one page.
type statement struct {
	sql   string
	args  []any
	limit int // 0 is everything
}

// statement returns the SELECT for one page. It reads one row more than the page contains, to find out whether there is
// a next page.
func (l list) statement(d dialect, request page.Request) (statement, error) {
	by, ok := l.order[cmp.Or(request.OrderBy, l.fields[0])]
	if !ok {
		return statement{}, fmt.Errorf("list %s has no order %q", l.from, request.OrderBy)
	}
	compare, direction := ">", "ASC"
	if request.Descending {
		compare, direction = "<", "DESC"
	}
	value, id := by.expression(d), l.id.expression(d)
	query := "SELECT " + by.sql + ", " + l.id.sql + ", " + l.columns + " FROM " + l.from
	args := l.args
	if request.After != nil {
		after, err := by.argument(request.After.Value)
		if err != nil {
			return statement{}, err
		}
		afterID, err := l.id.argument(request.After.ID)
		if err != nil {
			return statement{}, err
		}
		n := len(args)
		query += fmt.Sprintf(" AND (%s, %s) %s ($%d, $%d)", value, id, compare, n+1, n+2)
		args = append(args[:n:n], after, afterID)
	}
	query += fmt.Sprintf(" ORDER BY %s %s, %s %s", value, direction, id, direction)
	if request.Limit > 0 {
		query += " LIMIT " + strconv.Itoa(request.Limit+1)
	}
	return statement{sql: query, args: args, limit: request.Limit}, nil
}

func (c column) expression(d dialect) string {
	if c.number || c.word {
		return c.sql
	}
	return c.sql + d.binaryOrder
}

func (c column) argument(text string) (any, error) {
	if !c.number {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			return nil, badCursor()
		}
		return text, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, badCursor()
	}
	return n, nil
}

func badCursor() error {
	return fault.New(fault.Invalid, "startingFrom is not a cursor of this list").
		WithHint("Send the `next` of the page before, unchanged.")
}

// collect reads the rows of a page into items. It returns the cursor of the last row, and whether there are more rows.
func collect[T any](ctx context.Context, q querier, s statement, items *[]T, scan func(scanner) (T, error)) (page.Cursor, bool, error) {
	var last page.Cursor
	rows, err := q.QueryContext(ctx, s.sql, s.args...)
	if err != nil {
		return last, false, err
	}
	defer rows.Close()
	for rows.Next() {
		if s.limit > 0 && len(*items) == s.limit {
			return last, true, rows.Err()
		}
		item, err := scan(func(dest ...any) error {
			return rows.Scan(append([]any{&last.Value, &last.ID}, dest...)...)
		})
		if err != nil {
			return last, false, err
		}
		*items = append(*items, item)
	}
	return last, false, rows.Err()
}
