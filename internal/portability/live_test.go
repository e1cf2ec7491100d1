package portability_test

import (
	"context"
	"database/sql"
	"fmt"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers pgx with database/sql

	"github.com/millrace/millrace/internal/engine"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers duckdb with database/sql
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/portability"
	"github.com/millrace/millrace/internal/trinotest"
)

// evaluator returns the value of a query as text; empty for NULL.
type evaluator func(ctx context.Context, query string) (string, error)

// TestForms runs every form on the engines and compares the results.
func TestForms(t *testing.T) {
	t.Parallel()
	for kind, open := range map[string]func(t *testing.T) evaluator{
		enginekind.DuckDB: func(t *testing.T) evaluator {
			t.Helper()
			return connect(t, "duckdb", ":memory:?threads=1")
		},
		enginekind.Postgres: func(t *testing.T) evaluator {
			t.Helper()
			return connect(t, "pgx", pgtest.Database(t)+"&default_query_exec_mode=exec")
		},
		enginekind.Trino: openTrino,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			checkForms(t, kind, open(t))
		})
	}
}

func connect(t *testing.T, driver, address string) evaluator {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return func(ctx context.Context, query string) (string, error) {
		var value sql.NullString
		err := db.QueryRowContext(ctx, query).Scan(&value)
		return value.String, err
	}
}

func openTrino(t *testing.T) evaluator {
	t.Helper()
	opened, err := trino.New(trino.Options{}).Open(t.Context(), engine.Connection{Kind: enginekind.Trino, Settings: trinotest.Settings(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = opened.Close() })
	return func(ctx context.Context, query string) (string, error) {
		session, err := opened.Session(ctx, engine.Label{WorkID: "portability", Epoch: 1})
		if err != nil {
			return "", err
		}
		rows, err := session.Query(ctx, query, 1)
		if err != nil || len(rows.Values) == 0 || rows.Values[0][0] == nil {
			return "", err
		}
		return fmt.Sprint(rows.Values[0][0]), nil
	}
}

func checkForms(t *testing.T, kind string, evaluate evaluator) {
	t.Helper()
	for _, f := range portability.Forms(kind) {
		if !f.IsHelpful {
			t.Errorf("%s has neither a form on %s nor a note", f.Name, kind)
		}
		if f.Expression == "" {
			continue
		}
		// It may be an aggregate of the columns x and t.
		got, err := evaluate(t.Context(), "SELECT CAST("+f.Expression+" AS VARCHAR) FROM (VALUES (1, 'a'), (2, 'b')) AS v(x, t)")
		if err != nil || f.Want != "" && got != f.Want {
			t.Errorf("%s on %s: %s is %q, %v; want %q", f.Name, kind, f.Expression, got, err, f.Want)
		}
	}
}
