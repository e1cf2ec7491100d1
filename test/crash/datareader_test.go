package crash_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
)

// data reads the data directly from the engine.
type dataReader struct {
	engine engine.Engine
}

func openDataReader(t *testing.T, driver engine.Driver, connection engine.Connection) *dataReader {
	t.Helper()
	opened, err := driver.Open(t.Context(), connection)
	if err != nil {
		t.Fatal(err)
	}
	return &dataReader{opened}
}

func (w *dataReader) close(t *testing.T) {
	t.Helper()
	if err := w.engine.Close(); err != nil {
		t.Error(err)
	}
}

// query runs one query in a separate session.
func (w *dataReader) query(ctx context.Context, query string) (_ [][]any, err error) {
	session, err := w.engine.Session(ctx, engine.Label{WorkID: "reader"})
	if err != nil {
		return nil, err
	}
	defer session.Close() //nolint:errcheck // it only reads
	rows, err := session.Query(ctx, query, 1_000_000)
	return rows.Values, err
}

// checkOneBuild checks a table that every run rebuilds: it is never empty and never has rows of two runs.
func (w *dataReader) checkOneBuild(ctx context.Context, table string) error {
	values, err := w.query(ctx, "SELECT count(*), count(DISTINCT token) FROM "+table)
	if err != nil {
		return err
	}
	if rows, tokens := fmt.Sprint(values[0][0]), fmt.Sprint(values[0][1]); rows != fmt.Sprint(batch) || tokens != "1" {
		return fmt.Errorf("%s has %s rows of %s runs, want %d of 1", table, rows, tokens, batch)
	}
	return nil
}

// tokens counts the rows of each run in a table that only grows.
func (w *dataReader) tokens(ctx context.Context, table string) (map[string]int, error) {
	values, err := w.query(ctx, "SELECT token FROM "+table)
	seen := map[string]int{}
	for _, row := range values {
		seen[fmt.Sprint(row[0])]++
	}
	return seen, err
}
