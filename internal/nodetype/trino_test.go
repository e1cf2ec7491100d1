package nodetype_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/trinotest"
)

// openTrino returns the engine on Trino as a database of database/sql. Its transactions do nothing.
func openTrino(t *testing.T) *sql.DB {
	t.Helper()
	opened, err := trino.New(trino.Options{}).Open(t.Context(), engine.Connection{Kind: "trino", Settings: trinotest.Settings(t)})
	if err != nil {
		t.Fatal(err)
	}
	db := sql.OpenDB(trinoConnector{opened})
	t.Cleanup(func() { _, _ = db.Close(), opened.Close() })
	return db
}

type trinoConnector struct{ engine engine.Engine }

func (c trinoConnector) Connect(ctx context.Context) (driver.Conn, error) {
	session, err := c.engine.Session(ctx, engine.Label{WorkID: "nodetype", Epoch: 1})
	return trinoConn{session}, err
}

func (c trinoConnector) Driver() driver.Driver { return nil }

type trinoConn struct{ engine.Session }

func (c trinoConn) Prepare(string) (driver.Stmt, error) { return nil, errors.New("not needed") }

func (c trinoConn) Begin() (driver.Tx, error) { return trinoTx{}, nil }

func (c trinoConn) ExecContext(ctx context.Context, statement string, _ []driver.NamedValue) (driver.Result, error) {
	_, err := c.Exec(ctx, statement)
	return driver.ResultNoRows, err
}

func (c trinoConn) QueryContext(ctx context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.Query(ctx, query, 10_000)
	return &trinoRows{rows: rows}, err
}

type trinoTx struct{}

func (trinoTx) Commit() error   { return nil }
func (trinoTx) Rollback() error { return nil }

type trinoRows struct {
	rows engine.Rows
	next int
}

func (r *trinoRows) Columns() []string {
	names := make([]string, len(r.rows.Columns))
	for i, column := range r.rows.Columns {
		names[i] = column.Name
	}
	return names
}

func (r *trinoRows) Close() error { return nil }

func (r *trinoRows) Next(into []driver.Value) error {
	if r.next >= len(r.rows.Values) {
		return io.EOF
	}
	for i, value := range r.rows.Values[r.next] {
		into[i] = value
		if text, isText := value.(string); isText && r.rows.Columns[i].Type == "date" {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return err
			}
			into[i] = day
		}
	}
	r.next++
	return nil
}
