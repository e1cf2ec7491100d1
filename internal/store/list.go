package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// fetch reads one page of a list. The page and its total are one statement, so that they agree and cost one round trip.
func fetch[T any](ctx context.Context, db *DB, l list, request page.Request, scan func(scanner) (T, error)) (page.Result[T], error) {
	result := page.Result[T]{Items: []T{}}
	statement, err := l.statement(db.dialect, request)
	if err != nil {
		return result, translate(err)
	}
	found := pageRows[T]{items: &result.Items, scan: scan}
	if err := found.collect(ctx, db.reader, statement); err != nil {
		return result, translate(err)
	}
	if found.hasMore {
		result.Next = &found.last
	}
	switch {
	case request.OmitTotal:
	case !statement.hasTotal:
		result.Total = len(result.Items)
	case len(result.Items) > 0:
		result.Total = found.total
	case request.After != nil: // no row has the total, but there are rows before the page
		err = db.reader.QueryRowContext(ctx, "SELECT count(*) FROM "+l.from, l.args...).Scan(&result.Total)
	}
	return result, translate(err)
}

// statement is a SELECT for one page.
type statement struct {
	sql   string
	args  []any
	limit int // 0 is everything
	// hasTotal is true if the first column is the number of all rows, because the statement may leave out some.
	hasTotal bool
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
	total, hasTotal := "", (request.Limit > 0 || request.After != nil) && !request.OmitTotal
	if hasTotal {
		total = "(SELECT count(*) FROM " + l.from + "), "
	}
	query := "SELECT " + total + by.sql + ", " + l.id.sql + ", " + l.columns + " FROM " + l.from
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
	return statement{sql: query, args: args, limit: request.Limit, hasTotal: hasTotal}, nil
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

// pageRows reads the rows of a page.
type pageRows[T any] struct {
	items   *[]T
	scan    func(scanner) (T, error)
	total   int
	last    page.Cursor // of the last row
	hasMore bool        // there are rows after it
}

func (p *pageRows[T]) collect(ctx context.Context, q querier, s statement) error {
	rows, err := q.QueryContext(ctx, s.sql, s.args...) //nolint:sqlclosecheck // it is closed below; the linter loses it in the closure
	if err != nil {
		return err
	}
	defer rows.Close()
	head := []any{&p.last.Value, &p.last.ID}
	if s.hasTotal {
		head = append([]any{&p.total}, head...)
	}
	for rows.Next() {
		if s.limit > 0 && len(*p.items) == s.limit {
			p.hasMore = true
			break
		}
		item, err := p.scan(func(dest ...any) error { return rows.Scan(slices.Concat(head, dest)...) })
		if err != nil {
			return err
		}
		*p.items = append(*p.items, item)
	}
	return rows.Err()
}
