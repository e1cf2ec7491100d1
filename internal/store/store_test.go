package store_test

import (
	"testing"

	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openSQLite)
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	storetest.Run(t, openLocalized)
}

func openSQLite(t *testing.T) *store.DB {
	t.Helper()
	return open(t, store.Options{Folder: statetest.Folder(t)})
}

func openPostgres(t *testing.T) *store.DB {
	t.Helper()
	return open(t, store.Options{URL: statetest.Postgres(t)})
}

// openLocalized opens a PostgreSQL database that orders names as English does, because most databases use the order of
// some language. A test server orders by bytes, and would not show where the store forgets to request that order.
func openLocalized(t *testing.T) *store.DB {
	t.Helper()
	url := statetest.Postgres(t)
	db := open(t, store.Options{URL: url})
	raw := testDatabase{driver: "pgx", address: url}.raw(t)
	var has bool
	err := raw.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'en-x-icu')`).Scan(&has)
	if err != nil {
		t.Fatal(err)
	}
	if !has { // built without ICU
		return db
	}
	for table, columns := range map[string][]string{
		"users": {"email", "first_name", "last_name", "status"}, "tokens": {"name"}, "connections": {"name", "platform"},
		"projects": {"name", "platform"}, "workspaces": {"name"}, "environments": {"name", "status"},
		"runs": {"type", "status"},
	} {
		for _, column := range columns {
			statement := `ALTER TABLE ` + table + ` ALTER COLUMN ` + column + ` TYPE text COLLATE "en-x-icu"`
			if _, err := raw.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	return db
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

// TestRevision: lookups may be cached only by a process that is alone on its database, because only it knows every
// write.
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
