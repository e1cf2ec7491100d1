package duckdbprocess_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/engine/enginetest"
)

// slow is a query that takes DuckDB days.
const slow = "SELECT count(*) AS n FROM range(100000000) AS a, range(100000000) AS b WHERE (a.range * b.range) % 7 = 3"

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if folder := os.Getenv(asServer); folder != "" {
		beServer(folder)
		return
	}
	goleak.VerifyTestMain(m)
}

// newDriver returns a driver whose children are this test program.
func newDriver(t *testing.T, options duckdbprocess.Options) *duckdbprocess.Driver {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command, err := duckdbprocess.OwnCommand()
	if err != nil || command.Path != path {
		t.Fatalf("the command is %v, %v", command, err)
	}
	options.Command = command
	return duckdbprocess.New(options)
}

// open opens a folder. The engine is closed when the test ends.
func open(t *testing.T, driver *duckdbprocess.Driver, folder string) engine.Engine {
	t.Helper()
	opened, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

func TestConformance(t *testing.T) {
	t.Parallel()
	driver := newDriver(t, duckdbprocess.Options{})
	folder := t.TempDir()
	for name, database := range map[string]string{"default database": "", "database of its own": "Sales é"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Run(t, enginetest.Subject{
				Open:     func(t *testing.T) engine.Engine { t.Helper(); return open(t, driver, folder) },
				Database: database,
				Slow:     slow,
			})
		})
	}
}
