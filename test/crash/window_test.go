package crash_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
)

// window looks at the data from outside.
type window struct {
	opened engine.Engine
}

func openWindow(t *testing.T, driver engine.Driver, connection engine.Connection) *window {
	t.Helper()
	opened, err := driver.Open(t.Context(), connection)
	if err != nil {
		t.Fatal(err)
	}
	return &window{opened}
}

func (w *window) close(t *testing.T) {
	t.Helper()
	if err := w.opened.Close(); err != nil {
		t.Error(err)
	}
}

// ask runs one query in a session of its own.
func (w *window) ask(ctx context.Context, query string) (_ [][]any, err error) {
	session, err := w.opened.Session(ctx, engine.Label{WorkID: "reader"})
	if err != nil {
		return nil, err
	}
	defer session.Close() //nolint:errcheck // it only looks
	rows, err := session.Query(ctx, query, 1_000_000)
	return rows.Values, err
}

// checkWhole looks at a table that every run rebuilds: it is never empty, and never of two runs.
func (w *window) checkWhole(ctx context.Context, table string) error {
	values, err := w.ask(ctx, "SELECT count(*), count(DISTINCT token) FROM "+table)
	if err != nil {
		return err
	}
	if rows, tokens := fmt.Sprint(values[0][0]), fmt.Sprint(values[0][1]); rows != fmt.Sprint(batch) || tokens != "1" {
		return fmt.Errorf("%s has %s rows of %s runs, want %d of 1", table, rows, tokens, batch)
	}
	return nil
}

// tokens counts the rows of each run in a table that is only ever added to.
func (w *window) tokens(ctx context.Context, table string) (map[string]int, error) {
	values, err := w.ask(ctx, "SELECT token FROM "+table)
	seen := map[string]int{}
	for _, row := range values {
		seen[fmt.Sprint(row[0])]++
	}
	return seen, err
}
