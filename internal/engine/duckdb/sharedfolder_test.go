package duckdb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// TestFolderHasOneOwner opens a folder with another driver, which behaves like another process: the lock belongs to the
// opened file.
func TestFolderHasOneOwner(t *testing.T) {
	t.Parallel()
	m := newFixture(t, nil)
	c := engine.Connection{Kind: "duckdb", Folder: m.folder}
	other := duckdb.New(duckdb.Options{})
	_, openErr := other.Open(t.Context(), c)
	_, testErr := other.Test(t.Context(), c)
	for what, err := range map[string]error{"open": openErr, "test": testErr} {
		wantFault(t, what, err, fault.Unavailable, fmt.Sprintf("in use by process %d", os.Getpid()))
		if f := fault.From(err); f.Hint == "" || strings.Contains(f.Message+f.Hint, m.folder) {
			t.Errorf("%s: %s; hint %q", what, f.Message, f.Hint)
		}
	}
	if _, err := m.driver.Test(t.Context(), c); err != nil {
		t.Errorf("a test of a folder that this process owns: %v", err)
	}
	m.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	second := openFixture(t, other, m.folder, nil)
	second.wantValues(t, "SELECT n FROM millrace.s.t", "1")
}

func TestStaleLockFileIsIgnored(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, ".millrace-lock"), "4194304\n")
	writeFile(t, filepath.Join(folder, ".millrace-spill", "left"), "over")
	driver := duckdb.New(duckdb.Options{})
	if _, err := driver.Test(t.Context(), engine.Connection{Kind: "duckdb", Folder: folder}); err != nil {
		t.Error(err)
	}
	openFixture(t, driver, folder, nil)
	raw, err := os.ReadFile(filepath.Join(folder, ".millrace-lock"))
	if err != nil || string(raw) != fmt.Sprintf("%d\n", os.Getpid()) {
		t.Errorf("the lock says %q, %v", raw, err)
	}
	if _, err := os.Stat(filepath.Join(folder, ".millrace-spill", "left")); err == nil {
		t.Error("what was left behind is still there")
	}
}

// TestConnectionsShareOneFolder also uses two spellings of the folder.
func TestConnectionsShareOneFolder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, map[string]any{"threads": 3.0})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(f.folder, link); err != nil {
		t.Fatal(err)
	}
	second := openFixture(t, f.driver, link, map[string]any{"threads": 1.0})
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	second.wantValues(t, "SELECT n, current_setting('threads') FROM millrace.s.t", "1 3")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	second.wantValues(t, "SELECT n FROM millrace.s.t", "1")
}

// TestCloseCheckpointsTheDatabases checks that DuckDB's log file is gone.
func TestCloseCheckpointsTheDatabases(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.prepare(t, engine.Schema{Database: "other", Name: "s"})
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	f.exec(t, "CREATE TABLE other.s.t AS SELECT 2 AS n")
	for _, name := range []string{"millrace", "other"} {
		if _, err := os.Stat(filepath.Join(f.folder, name+".duckdb.wal")); err != nil {
			t.Errorf("there is no log of %s before: %v", name, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(f.folder)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		left = append(left, entry.Name())
	}
	if got := strings.Join(left, " "); got != ".millrace-lock millrace.duckdb other.duckdb" {
		t.Errorf("the folder contains %s", got)
	}
	again := openFixture(t, f.driver, f.folder, nil)
	again.wantValues(t, "SELECT a.n, b.n FROM millrace.s.t a, other.s.t b", "1 2")
}

// TestCommittedRowsSurviveAKill copies the files as a killed process would leave them.
func TestCommittedRowsSurviveAKill(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT range AS n FROM range(10)")
	open := f.open(t)
	if err := open.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := open.Exec(t.Context(), "DELETE FROM millrace.s.t"); err != nil {
		t.Fatal(err)
	}
	f.exec(t, "INSERT INTO millrace.s.t VALUES (10)")
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(f.folder)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(copied, "millrace.duckdb.wal")); err != nil {
		t.Errorf("there is no log to be replayed: %v", err)
	}
	again := openFixture(t, duckdb.New(duckdb.Options{}), copied, nil)
	again.wantValues(t, "SELECT count(*), sum(n) FROM millrace.s.t", "11 55")
}

// TestBrokenDuckDBIsRestarted marks DuckDB as unable to continue.
func TestBrokenDuckDBIsRestarted(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	idle := f.open(t)
	duckdb.MarkDead(f.Engine)
	session := f.open(t)
	rows, err := session.Query(t.Context(), "SELECT n FROM millrace.s.t", 1)
	if err != nil || len(rows.Values) != 1 {
		t.Errorf("after it was started again: %v, %v", rows, err)
	}
	for _, lost := range []engine.Session{f.session, idle} {
		_, err := lost.Exec(t.Context(), "SELECT 1")
		wantFault(t, "a session from before", err, fault.Unavailable)
	}
}
