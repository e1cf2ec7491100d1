package store_test

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// A worker uses a database with its own schema, and changes the schema of none.
func TestWorkerDoesNotMigrate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, p testDatabase)
		want    []string // of the error; none if the worker accepts the database
	}{
		"of no server": {func(*testing.T, testDatabase) {}, []string{"no server has set this database up"}},
		"of another program": {func(t *testing.T, p testDatabase) {
			t.Helper()
			p.exec(t, `CREATE TABLE goose_db_version (version_id bigint)`)
		}, []string{"no server has set this database up"}},
		"of older servers": {func(t *testing.T, p testDatabase) {
			t.Helper()
			p.oldSchema(t)
		}, []string{"older than the worker", "the schema of the database is 1,"}},
		"of newer servers": {func(t *testing.T, p testDatabase) {
			t.Helper()
			open(t, p.options)
			p.exec(t, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, true)`)
		}, []string{"newer than the worker", "the schema of the database is 999,"}},
		"of servers of its version": {func(t *testing.T, p testDatabase) {
			t.Helper()
			open(t, p.options)
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := pgtest.Database(t)
			p := testDatabase{store.Options{URL: url}, "pgx", url}
			tt.prepare(t, p)
			before := schemaOf(t, p.raw(t))
			db, err := store.OpenCurrent(t.Context(), p.options)
			if err == nil {
				t.Cleanup(func() { _ = db.Close() })
			}
			if (err == nil) != (tt.want == nil) || err != nil && (!fault.Is(err, fault.Conflict) || fault.From(err).Hint == "") {
				t.Fatalf("err = %v", err)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("err = %v, want %q", err, part)
				}
			}
			if after := schemaOf(t, p.raw(t)); after != before {
				t.Errorf("the worker changed the schema:\n%s\n%s", before, after)
			}
		})
	}
}

func (p testDatabase) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := p.raw(t).ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// schemaOf lists the tables, indexes and sequences of a database.
func schemaOf(t *testing.T, db *sql.DB) string {
	t.Helper()
	var names sql.NullString
	err := db.QueryRowContext(t.Context(), `SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class
		WHERE relnamespace = 'public'::regnamespace`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names.String
}
