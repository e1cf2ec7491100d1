package duckdb_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/enginetest"
)

// slow is a query that takes DuckDB days.
const slow = "SELECT count(*) AS n FROM range(100000000) AS a, range(100000000) AS b WHERE (a.range * b.range) % 7 = 3"

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestConformance(t *testing.T) {
	t.Parallel()
	driver := duckdb.New(duckdb.Options{})
	folder := t.TempDir()
	for name, database := range map[string]string{"default database": "", "database of its own": "Sales é"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Run(t, enginetest.Subject{
				Open: func(t *testing.T) engine.Engine {
					t.Helper()
					opened, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: folder})
					if err != nil {
						t.Fatal(err)
					}
					return opened
				},
				Database: database,
				Slow:     slow,
			})
		})
	}
}
