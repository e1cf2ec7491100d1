package duckdb_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// TestReadOnlyDatabaseHasManyReaders reads a database in two environments at the same time.
func TestReadOnlyDatabaseHasManyReaders(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	first, second := s.open(t, "environments/1", reads("sales")), s.open(t, "workspaces/1", reads("sales"))
	first.refuses("FROM sales.s.t", fault.Invalid, "does not exist")
	writer := s.open(t, "environments/2", writes("sales"))
	writer.prepare("sales")
	writer.run("CREATE TABLE sales.s.t AS SELECT 1 AS n")
	sessions := []engine.Session{first.session(), second.session()}
	for _, session := range sessions {
		if err := session.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Query(t.Context(), "FROM sales.s.t", 1); err != nil {
			t.Error(err)
		}
	}
	for _, statement := range []string{"INSERT INTO sales.s.t VALUES (2)", "DROP TABLE sales.s.t", "CREATE SCHEMA sales.x"} {
		first.refuses(statement, fault.Invalid)
	}
	writer.refuses("SELECT 1", fault.Unavailable, "sales")
	for _, session := range sessions {
		_ = session.Close()
	}
	writer.run("INSERT INTO sales.s.t VALUES (2)")
	second.wants("SELECT count(*) FROM sales.s.t", "2")
}

// TestIdleWriterLosesItsFile moves a database between environments. Only one of them has it open.
func TestIdleWriterLosesItsFile(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	first, second := s.open(t, "environments/1", writes("sales")), s.open(t, "environments/2", writes("sales"))
	first.prepare("", "sales")
	first.run("CREATE TABLE sales.s.t (n INTEGER)", "CREATE TABLE millrace.s.own AS SELECT 1 AS n")
	for i := range 3 {
		for _, e := range []scoped{second, first} {
			e.run(fmt.Sprintf("INSERT INTO sales.s.t VALUES (%d)", i))
			if got := openFiles(t, filepath.Join(s.folder, "sales.duckdb")); got != 1 {
				t.Errorf("the file is open %d times", got)
			}
		}
	}
	first.wants("SELECT count(*), sum(n)::INTEGER FROM sales.s.t", "6 6")
	first.wants("FROM millrace.s.own", "1")
}

func TestDatabaseInUse(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 20 * time.Millisecond})
	first, second := s.open(t, "environments/1", writes("sales")), s.open(t, "environments/2", reads("sales"))
	first.prepare("sales")
	session := first.session()
	_, err := second.query("SELECT 1")
	wantFault(t, "session", err, fault.Unavailable, `"sales"`, "another environment or workspace")
	if hint := fault.From(err).Hint; hint != "Map it with readOnly in all but one of them, or run them one after another." {
		t.Errorf("hint = %q", hint)
	}
	_, err = second.Catalog(t.Context(), engine.Schema{Name: "s"})
	wantFault(t, "catalog", err, fault.Unavailable, `"sales"`)
	wantFault(t, "prepare", second.Prepare(t.Context(), []engine.Schema{{Name: "s"}}), fault.Unavailable, `"sales"`)
	s.open(t, "environments/3").wants("SELECT 1", "1") // has another database
	_ = session.Close()
	second.wants("SELECT 1", "1")
}

// TestWaitForADatabase ends the wait with the session that uses the database, and with the context.
func TestWaitForADatabase(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: time.Hour})
	first, second := s.open(t, "environments/1", writes("sales")), s.open(t, "environments/2", writes("sales"))
	first.prepare("sales")
	session := first.session()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err := second.Session(ctx, engine.Label{WorkID: "test", Epoch: 1})
	wantFault(t, "session", err, fault.Canceled)
	opened := make(chan error, 1)
	go func() {
		waiting, err := second.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
		if err == nil {
			_ = waiting.Close()
		}
		opened <- err
	}()
	if _, err := session.Exec(t.Context(), "CREATE TABLE sales.s.t AS SELECT 1 AS n"); err != nil {
		t.Error(err)
	}
	_ = session.Close()
	if err := <-opened; err != nil {
		t.Error(err)
	}
}

// TestFenceEndsAWait fences a session that waits for a database.
func TestFenceEndsAWait(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: time.Hour})
	first, second := s.open(t, "environments/1", writes("sales")), s.open(t, "environments/2", writes("sales"))
	first.prepare("sales")
	session := first.session()
	ended := make(chan error, 1)
	go func() {
		_, err := second.Session(t.Context(), engine.Label{WorkID: "work", Epoch: 1})
		ended <- err
	}()
	var err error
	for isWaiting := true; isWaiting; { // until the session waits
		if err := first.Fence(t.Context(), engine.Label{WorkID: "work", Epoch: 2}); err != nil {
			t.Fatal(err)
		}
		select {
		case err = <-ended:
			isWaiting = false
		case <-time.After(time.Millisecond):
		}
	}
	wantFault(t, "session", err, fault.Unavailable, "has ended")
	_ = session.Close()
	second.wants("SELECT 1", "1")
}

// TestCrossedDatabasesDoNotBlock lets environments use the same databases in different orders at the same time, while
// engines come and go.
func TestCrossedDatabasesDoNotBlock(t *testing.T) {
	t.Parallel()
	const rounds = 15
	s := newShared(t, duckdb.Options{Patience: time.Hour})
	first := s.open(t, "environments/1", writes("a"), writes("b"))
	first.prepare("a", "b")
	first.run("CREATE TABLE a.s.t (n INTEGER)", "CREATE TABLE b.s.t (n INTEGER)")
	reader := s.open(t, "workspaces/1", reads("a"), reads("b"))
	second := s.open(t, "environments/2", writes("b"), writes("a"))
	var all sync.WaitGroup
	for _, work := range []struct {
		e          scoped
		statements []string
	}{
		{first, []string{"INSERT INTO a.s.t VALUES (1)", "INSERT INTO b.s.t VALUES (1)"}},
		{first, []string{"INSERT INTO b.s.t VALUES (1)", "INSERT INTO a.s.t VALUES (1)"}},
		{second, []string{"INSERT INTO b.s.t VALUES (1)", "INSERT INTO a.s.t VALUES (1)"}},
		{reader, []string{"CREATE TEMP TABLE w AS FROM a.s.t", "INSERT INTO w FROM b.s.t"}},
	} {
		all.Go(func() {
			for range rounds {
				if err := insert(work.e, work.statements); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Go(func() {
		for range rounds {
			passing, err := s.driver.Open(t.Context(), engine.Connection{
				Kind: "duckdb", Folder: s.folder, Databases: &engine.Databases{Own: "environments/3", Mapped: []engine.MappedDatabase{writes("a")}},
			})
			if err != nil {
				t.Error(err)
				return
			}
			if err := insert(scoped{passing, t}, []string{"INSERT INTO a.s.t VALUES (1)"}); err != nil {
				t.Error(err)
			}
			if err := passing.Close(); err != nil {
				t.Error(err)
			}
		}
	})
	all.Wait()
	reader.wants("SELECT (SELECT count(*) FROM a.s.t), (SELECT count(*) FROM b.s.t)", fmt.Sprint(4*rounds, 3*rounds))
}

// insert runs statements in a session of their own, and again if they conflict.
func insert(e scoped, statements []string) error {
	session, err := e.Session(e.t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // never fails
	for _, statement := range statements {
		for {
			if _, err = session.Exec(e.t.Context(), statement); !fault.Is(err, fault.Conflict) {
				break
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// TestEnginesOfAllFilesShareWithScopedOnes opens a folder with and without databases.
func TestEnginesOfAllFilesShareWithScopedOnes(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	all, err := s.driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: s.folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = all.Close() })
	whole := scoped{all, t}
	whole.prepare("", "sales")
	whole.run("CREATE TABLE sales.s.t AS SELECT 1 AS n", "CREATE TABLE millrace.s.t AS SELECT 2 AS n")
	e := s.open(t, "environments/1", writes("sales"))
	e.wants("FROM sales.s.t", "1")
	session := e.session()
	whole.refuses("FROM sales.s.t", fault.Invalid, "does not exist")
	whole.wants("FROM millrace.s.t", "2")
	wantFault(t, "prepare", whole.Prepare(t.Context(), []engine.Schema{{Database: "sales", Name: "s"}}), fault.Unavailable, "sales")
	_ = session.Close()
	whole.wants("FROM sales.s.t", "1")
}

// TestIdleDuckDBGivesMemoryBack gives two environments less memory than the process uses. An idle one closes its files.
func TestIdleDuckDBGivesMemoryBack(t *testing.T) {
	t.Parallel()
	driver, folder := duckdb.New(duckdb.Options{}), t.TempDir()
	open := func(own string) scoped {
		opened, err := driver.Open(t.Context(), engine.Connection{
			Kind: "duckdb", Folder: folder, Databases: &engine.Databases{Own: own}, Settings: map[string]any{"memoryLimit": "64MB"},
		})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = opened.Close() })
		return scoped{opened, t}
	}
	first := open("environments/1")
	first.prepare("")
	first.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	file := filepath.Join(folder, "environments/1.duckdb")
	if openFiles(t, file) == 0 {
		t.Error("the only environment does not keep its file open")
	}
	open("environments/2")
	session := first.session()
	first.wants("FROM millrace.s.t", "1")
	if openFiles(t, file) == 0 {
		t.Error("the file of an environment in use is not open")
	}
	_ = session.Close()
	if openFiles(t, file) != 0 {
		t.Error("the file of an idle environment is open")
	}
	first.wants("FROM millrace.s.t", "1")
}

// TestReaderFindsRowsOfAKilledWriter copies the files as a killed process would leave them, and reads them first.
func TestReaderFindsRowsOfAKilledWriter(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{})
	writer := s.open(t, "environments/1", writes("sales"))
	writer.prepare("", "sales")
	writer.run("CREATE TABLE sales.s.t AS SELECT 1 AS n", "CREATE TABLE millrace.s.t AS SELECT 2 AS n")
	copied := shared{duckdb.New(duckdb.Options{}), t.TempDir()}
	if err := os.CopyFS(copied.folder, os.DirFS(s.folder)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(copied.folder, "sales.duckdb.wal")); err != nil {
		t.Errorf("there is no log to be replayed: %v", err)
	}
	first, second := copied.open(t, "environments/2", reads("sales")), copied.open(t, "environments/1", reads("sales"))
	session := first.session()
	defer session.Close() //nolint:errcheck // never fails
	first.wants("FROM sales.s.t", "1")
	second.wants("FROM sales.s.t, millrace.s.t", "1 2")
}

// TestBrokenDuckDBKeepsItsDatabases restarts one DuckDB of a folder.
func TestBrokenDuckDBKeepsItsDatabases(t *testing.T) {
	t.Parallel()
	s := newShared(t, duckdb.Options{Patience: 1})
	first, second := s.open(t, "environments/1", writes("sales")), s.open(t, "environments/2", reads("sales"))
	first.prepare("", "sales")
	second.prepare("")
	first.run("CREATE TABLE millrace.s.t AS SELECT 1 AS n", "CREATE TABLE sales.s.t AS SELECT 2 AS n")
	second.run("CREATE TABLE millrace.s.t AS FROM sales.s.t")
	duckdb.MarkDead(first.Engine)
	first.wants("FROM millrace.s.t, sales.s.t", "1 2")
	duckdb.MarkDead(first.Engine)
	second.wants("FROM millrace.s.t, sales.s.t", "2 2")
	first.wants("FROM millrace.s.t", "1")
}
