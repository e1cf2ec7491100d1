package duckdb_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine/duckdb"
)

// TestFolderOfANewConnection makes a folder with data files the folder of another connection, after DuckDB has started.
func TestFolderOfANewConnection(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	writeFile(t, filepath.Join(s.folder, "in/orders.csv"), "a\n1\n")
	e := s.open(t, "environments/1")
	e.prepare("")
	e.wants("FROM read_csv('in/orders.csv')", "1")
	time.Sleep(100 * time.Millisecond) // longer than the unit of the file system's times
	e.wants("FROM read_csv('in/orders.csv')", "1")
	other := shared{s.driver, filepath.Join(s.folder, "in")}.open(t, "environments/2")
	other.prepare("")
	other.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	e.rejects("FROM read_blob('in/environments/2.duckdb')")
}

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
