package ducklake_test

import (
	"os"
	"testing"

	"go.uber.org/goleak"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/engine/ducklake"
	"github.com/millrace/millrace/internal/laketest"
)

// slow is a query that takes DuckDB days.
const slow = "SELECT count(*) AS n FROM range(100000000) AS a, range(100000000) AS b WHERE (a.range * b.range) % 7 = 3"

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if text := os.Getenv(asWorker); text != "" {
		beWorker(text)
		return
	}
	goleak.VerifyTestMain(m)
}

// newDriver returns a driver as one server has it. Two of them are two servers: their sessions are in different processes.
func newDriver(tb testing.TB) *ducklake.Driver {
	tb.Helper()
	driver, err := driverIn(tb.TempDir(), laketest.Extensions(tb))
	if err != nil {
		tb.Fatal(err)
	}
	return driver
}

func driverIn(folder, extensions string) (*ducklake.Driver, error) {
	command, err := duckdbprocess.OwnCommand()
	if err != nil {
		return nil, err
	}
	process := duckdbprocess.New(duckdbprocess.Options{Options: duckdb.Options{DataFolder: folder}, Command: command})
	return ducklake.New(ducklake.Options{DuckDB: process, Extensions: extensions}), nil
}

// connection returns a connection of one server to a lake. Each server has its own folder for temporary data.
func connection(tb testing.TB, lake laketest.Lake) engine.Connection {
	tb.Helper()
	return connectionIn(tb.TempDir(), lake)
}

func connectionIn(folder string, lake laketest.Lake) engine.Connection {
	return engine.Connection{Kind: "ducklake", Settings: lake.Settings, Secret: lake.Secret, Folder: folder, Folders: lake.Folders()}
}

// openLake opens a lake until the test ends.
func openLake(tb testing.TB, driver *ducklake.Driver, c engine.Connection) engine.Engine {
	tb.Helper()
	opened, err := driver.Open(tb.Context(), c)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := opened.Close(); err != nil {
			tb.Errorf("close the lake: %v", err)
		}
	})
	return opened
}
