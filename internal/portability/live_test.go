package portability_test

import (
	"context"
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers pgx with database/sql

	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers duckdb with database/sql
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/portability"
)

// TestForms runs every form on the engines and compares the results.
func TestForms(t *testing.T) {
	t.Parallel()
	for kind, open := range map[string]func(t *testing.T) *sql.DB{
		enginekind.DuckDB: func(t *testing.T) *sql.DB {
			t.Helper()
			return connect(t, "duckdb", ":memory:?threads=1")
		},
		enginekind.Postgres: func(t *testing.T) *sql.DB {
			t.Helper()
			return connect(t, "pgx", pgtest.Database(t)+"&default_query_exec_mode=exec")
		},
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			checkForms(t, kind, open(t))
		})
	}
}

func connect(t *testing.T, driver, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func checkForms(t *testing.T, kind string, db *sql.DB) {
	t.Helper()
	for _, f := range portability.Forms(kind) {
		if !f.IsHelpful {
			t.Errorf("%s has neither a form on %s nor a note", f.Name, kind)
		}
		if f.Expression == "" {
			continue
		}
		got, err := evaluate(t.Context(), db, f.Expression)
		if err != nil || f.Want != "" && got != f.Want {
			t.Errorf("%s on %s: %s is %q, %v; want %q", f.Name, kind, f.Expression, got, err, f.Want)
		}
	}
}

// evaluate returns the value of an expression as text. It may be an aggregate of the columns x and t.
func evaluate(ctx context.Context, db *sql.DB, expression string) (string, error) {
	var value sql.NullString
	err := db.QueryRowContext(ctx, "SELECT CAST("+expression+" AS VARCHAR) FROM (VALUES (1, 'a'), (2, 'b')) AS v(x, t)").Scan(&value)
	return value.String, err
}
