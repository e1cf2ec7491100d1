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
	whole, scoped := t.TempDir(), t.TempDir() // an engine without databases attaches all files of its folder
	own := &engine.Databases{Own: "environments/1", Mapped: []engine.MappedDatabase{{Name: "Mapped é"}}}
	for name, subject := range map[string]struct {
		folder    string
		databases *engine.Databases
		database  string
	}{
		"default database":         {whole, nil, ""},
		"database of its own":      {whole, nil, "Sales é"},
		"default database, scoped": {scoped, own, ""},
		"mapped database":          {scoped, own, "Mapped é"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Run(t, enginetest.Subject{
				Open: func(t *testing.T) engine.Engine {
					t.Helper()
					opened, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: subject.folder, Databases: subject.databases})
					if err != nil {
						t.Fatal(err)
					}
					return opened
				},
				Database: subject.database,
				Slow:     slow,
			})
		})
	}
}
