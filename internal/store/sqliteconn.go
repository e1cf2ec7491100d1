package store

import (
	"context"
	"database/sql/driver"
	"errors"

	"github.com/mattn/go-sqlite3"
)

// sqliteConnector opens connections to a SQLite file on which $1 means the first argument, as it does in PostgreSQL.
//
// SQLite reads $1 as a name and numbers names by their first occurrence in the text, so that a statement which mentions
// $2 before $1 would silently get its arguments in the wrong order. ?1 is SQLite's spelling of "the first argument".
type sqliteConnector struct {
	sqlite3.SQLiteDriver

	dsn     string
	explain func(error) error // names the file in an error about damage
	trace   func(string)      // called with every statement; nil if nobody asks
}

// Connect opens a connection.
func (c *sqliteConnector) Connect(context.Context) (driver.Conn, error) {
	opened, err := c.Open(c.dsn)
	if err != nil {
		return nil, c.explain(err)
	}
	connection, ok := opened.(*sqlite3.SQLiteConn)
	if !ok {
		return nil, errors.Join(errors.New("the SQLite driver opened an unknown type of connection"), opened.Close())
	}
	return &sqliteConn{SQLiteConn: connection, explain: c.explain, trace: c.trace}, nil
}

// Driver returns the driver that opens the connections.
func (c *sqliteConnector) Driver() driver.Driver { return &c.SQLiteDriver }

// sqliteConn is a connection that binds arguments by their number.
type sqliteConn struct {
	*sqlite3.SQLiteConn

	explain func(error) error
	trace   func(string)
}

func (c *sqliteConn) traced(query string) string {
	if c.trace != nil {
		c.trace(query)
	}
	return byNumber(query)
}

// maxCachedText is how long a statement may be that the connection keeps prepared. Longer ones insert many rows: their text
// depends on the number of rows, and to prepare them costs little beside running them.
const maxCachedText = 4096

// ExecContext runs a statement that returns no rows.
func (c *sqliteConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if len(query) > maxCachedText && len(args) > 0 {
		return c.execOnce(ctx, query, args)
	}
	result, err := c.SQLiteConn.ExecContext(ctx, c.traced(query), args)
	return result, c.explain(err)
}

// execOnce runs a statement and does not keep it prepared.
func (c *sqliteConn) execOnce(ctx context.Context, query string, args []driver.NamedValue) (_ driver.Result, err error) {
	statement, err := c.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, statement.Close()) }()
	once, ok := statement.(driver.StmtExecContext)
	if !ok {
		return nil, errors.New("the SQLite driver prepared an unknown type of statement")
	}
	result, err := once.ExecContext(ctx, args)
	return result, c.explain(err)
}

// QueryContext runs a statement that returns rows.
func (c *sqliteConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.SQLiteConn.QueryContext(ctx, c.traced(query), args)
	if err != nil {
		return nil, c.explain(err)
	}
	return &sqliteRows{Rows: rows, explain: c.explain}, nil
}

// PrepareContext prepares a statement.
func (c *sqliteConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	statement, err := c.SQLiteConn.PrepareContext(ctx, c.traced(query))
	return statement, c.explain(err)
}

// sqliteRows are the rows of a query. SQLite reads the file while they are read, and may find damage then.
type sqliteRows struct {
	driver.Rows

	explain func(error) error
}

// Next reads the next row.
func (r *sqliteRows) Next(row []driver.Value) error {
	return r.explain(r.Rows.Next(row)) //nolint:wrapcheck // io.EOF must stay as it is
}

// byNumber writes $1 as ?1. The queries of the store have no dollar sign before a digit elsewhere, not even in a string.
func byNumber(query string) string {
	var rewritten []byte // nil until the first argument is found
	for i := range len(query) - 1 {
		if query[i] == '$' && query[i+1] >= '0' && query[i+1] <= '9' {
			if rewritten == nil {
				rewritten = []byte(query)
			}
			rewritten[i] = '?'
		}
	}
	if rewritten == nil {
		return query
	}
	return string(rewritten)
}
