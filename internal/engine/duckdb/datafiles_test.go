package duckdb_test

import (
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdb"
)

// TestNewDataFilesBecomeReadable creates files after DuckDB has started.
func TestNewDataFilesBecomeReadable(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	makeFolder(t, filepath.Join(s.folder, "in"))
	e := s.open(t, "environments/1")
	e.prepare("")
	e.rejects("FROM read_csv('orders.csv')")
	writeFile(t, filepath.Join(s.folder, "orders.csv"), "a\n1\n")
	e.wants("FROM read_csv('orders.csv')", "1")
	writeFile(t, filepath.Join(s.folder, "in/deep/more.csv"), "a\n2\n")
	e.wants("FROM read_csv('in/*/*.csv')", "2")
}
