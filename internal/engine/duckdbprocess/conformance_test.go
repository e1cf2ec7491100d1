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

// open opens a folder with all its databases.
func open(t *testing.T, driver *duckdbprocess.Driver, folder string) engine.Engine {
	t.Helper()
	return openScoped(t, driver, folder, nil)
}

func openScoped(t *testing.T, driver *duckdbprocess.Driver, folder string, databases *engine.Databases) engine.Engine {
	t.Helper()
	opened, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: folder, Databases: databases})
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

func TestProcessConformance(t *testing.T) {
	t.Parallel()
	driver := newDriver(t, duckdbprocess.Options{})
	whole, scoped := t.TempDir(), t.TempDir() // an engine without databases attaches all files of its folder
	own := &engine.Databases{Own: "environments/1", Mapped: []engine.MappedDatabase{{Name: "Mapped é"}}}
	for name, subject := range map[string]struct {
		folder    string
		databases *engine.Databases
		database  string
	}{
		"default database":    {whole, nil, ""},
		"database of its own": {whole, nil, "Sales é"},
		"mapped database":     {scoped, own, "Mapped é"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			enginetest.Run(t, enginetest.Subject{
				Open: func(t *testing.T) engine.Engine {
					t.Helper()
					return openScoped(t, driver, subject.folder, subject.databases)
				},
				Database: subject.database,
				Slow:     slow,
			})
		})
	}
}
