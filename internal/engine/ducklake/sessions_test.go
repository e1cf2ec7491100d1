package ducklake_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/duckdb/duckdb-go/v2/mapping" //nolint:depguard // the name of the version is part of the test

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/laketest"
)

// TestSessionsOfALakeAreLimited opens more sessions than a connection allows. The further ones wait, and their wait can be canceled.
func TestSessionsOfALakeAreLimited(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	lake.Settings["maxSessions"] = 2
	c := connection(t, lake)
	opened := openLake(t, newDriver(t), c)
	var held []engine.Session
	for i := range 2 {
		s, err := opened.Session(t.Context(), engine.Label{WorkID: fmt.Sprintf("held %d", i), Epoch: 1})
		if err == nil {
			_, err = s.Query(t.Context(), "SELECT 1", 1)
		}
		if err != nil {
			t.Fatal(err)
		}
		held = append(held, s)
	}
	waiting, err := opened.Session(t.Context(), engine.Label{WorkID: "canceled", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := waiting.Query(short, "SELECT 1", 1); !fault.Is(err, fault.Canceled) {
		t.Errorf("the third session: %v", err)
	}
	_ = waiting.Close() // it was never open
	// A plan does not wait for nodes that run.
	if _, err := opened.Describe(t.Context(), "SELECT 1 AS n"); err != nil {
		t.Error(err)
	}
	result := make(chan error, 1)
	go func() {
		s, err := opened.Session(t.Context(), engine.Label{WorkID: "waits", Epoch: 1})
		if err == nil {
			_, err = s.Query(t.Context(), "SELECT 1", 1)
			_ = s.Close()
		}
		result <- err
	}()
	if err := held[0].Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-result; err != nil {
		t.Error(err)
	}
	if _, err := held[1].Query(t.Context(), "SELECT 1", 1); err != nil {
		t.Error(err)
	}
	_ = held[1].Close() // a read-only session
}

// TestDuckDBsOfALakeShareThreads reads what each DuckDB may use.
func TestDuckDBsOfALakeShareThreads(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	lake.Settings["maxSessions"], lake.Settings["threads"], lake.Settings["memoryLimit"] = 2, 6, "600MB" // and one more DuckDB for plans
	opened := openLake(t, newDriver(t), connection(t, lake))
	if threads := count(t, opened, "SELECT current_setting('threads')::BIGINT"); threads != 2 {
		t.Errorf("a DuckDB has %d threads", threads)
	}
	s, err := opened.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rows, err := s.Query(t.Context(), "SELECT current_setting('memory_limit')", 1)
	if err != nil || fmt.Sprint(rows.Values[0][0]) != "190.7 MiB" {
		t.Errorf("a DuckDB has memory %v, %v", rows.Values, err)
	}
}

// platform returns DuckDB's name of this system and processor.
func platform(t *testing.T) string {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var name string
	if err := db.QueryRowContext(t.Context(), "PRAGMA platform").Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestExtensionsOfSeveralVersions loads the extensions of the own version from a folder that also has those of an old one.
func TestExtensionsOfSeveralVersions(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	folder := t.TempDir()
	for _, name := range []string{"ducklake", "postgres_scanner"} {
		file := name + ".duckdb_extension"
		old, own := filepath.Join(folder, "v1.4.0", platform(t)), filepath.Join(folder, mapping.LibraryVersion(), platform(t))
		for _, at := range []string{old, own} {
			if err := os.MkdirAll(at, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(old, file), []byte("not one"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(laketest.Extensions(t), file), filepath.Join(own, file)); err != nil {
			t.Fatal(err)
		}
	}
	driver, err := driverIn(t.TempDir(), folder)
	if err != nil {
		t.Fatal(err)
	}
	openLake(t, driver, connection(t, lake))
}
