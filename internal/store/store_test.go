package store_test

import (
	"testing"

	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openSQLite)
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openPostgres)
}

func openSQLite(t *testing.T) *store.DB {
	t.Helper()
	return open(t, store.Options{Folder: t.TempDir()})
}

func openPostgres(t *testing.T) *store.DB {
	t.Helper()
	return open(t, store.Options{URL: pgtest.Database(t)})
}

func open(t *testing.T, options store.Options) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close the database: %v", err)
		}
	})
	return db
}

// TestRevision tells where lookups may be cached: only a process that is alone on its database knows every write.
func TestRevision(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		open func(*testing.T) *store.DB
		has  bool
	}{
		"SQLite":     {openSQLite, true},
		"PostgreSQL": {openPostgres, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, has := test.open(t).Revision(); has != test.has {
				t.Errorf("has a revision: %t, want %t", has, test.has)
			}
		})
	}
}
