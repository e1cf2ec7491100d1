package store_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// place is where a database is, with the way to it past the store.
type place struct {
	options store.Options
	driver  string
	address string
}

// places are a SQLite and a PostgreSQL database, both empty.
func places() map[string]func(*testing.T) place {
	return map[string]func(*testing.T) place{
		"SQLite": func(t *testing.T) place {
			t.Helper()
			folder := t.TempDir()
			return place{store.Options{Folder: folder}, "sqlite", filepath.Join(folder, "millrace.db")}
		},
		"PostgreSQL": func(t *testing.T) place {
			t.Helper()
			url := pgtest.Database(t)
			return place{store.Options{URL: url}, "pgx", url}
		},
	}
}

// raw opens the database past the store.
func (p place) raw(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open(p.driver, p.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func TestMigrateFromEmptyAndAgain(t *testing.T) {
	t.Parallel()
	for name, at := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			first := open(t, p.options)
			if err := first.Setups().BindKey(t.Context(), "fingerprint"); err != nil {
				t.Fatal(err)
			}
			second := open(t, p.options)
			// What the first wrote is still there: the second did not begin anew.
			if err := second.Setups().BindKey(t.Context(), "another"); !fault.Is(err, fault.Conflict) {
				t.Errorf("got %v, want the key of the first to be known", err)
			}
		})
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	for name, at := range places() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := at(t)
			open(t, p.options)
			_, err := p.raw(t).ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`)
			if err != nil {
				t.Fatal(err)
			}
			_, err = store.Open(t.Context(), p.options)
			if !fault.Is(err, fault.Conflict) {
				t.Fatalf("got %v, want conflict", err)
			}
			problem := fault.From(err)
			if !strings.Contains(problem.Message, "newer") || !strings.Contains(problem.Message, "999") || problem.Hint == "" {
				t.Errorf("the fault %q, %q does not say what to do", problem.Message, problem.Hint)
			}
		})
	}
}

func TestServersThatStartAtOnce(t *testing.T) {
	t.Parallel()
	options := store.Options{URL: pgtest.Database(t)}
	const servers = 8
	outcomes := make(chan error, servers)
	var running sync.WaitGroup
	for range servers {
		running.Go(func() {
			db, err := store.Open(t.Context(), options)
			if err != nil {
				outcomes <- err
				return
			}
			_, err = db.Setups().HasOrganization(t.Context())
			outcomes <- err
			_ = db.Close()
		})
	}
	running.Wait()
	for range servers {
		if err := <-outcomes; err != nil {
			t.Error(err)
		}
	}
}
