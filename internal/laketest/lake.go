package laketest

import (
	"maps"
	"net/url"
	"os"
	"strconv"
	"testing"

	"github.com/millrace/millrace/internal/pgtest"
)

// ExtensionsVariable names the folder with DuckDB's extensions.
const ExtensionsVariable = "MILLRACE_TEST_DUCKLAKE_EXTENSIONS"

const requiredVariable = "MILLRACE_TEST_DUCKLAKE_REQUIRED"

// Extensions returns the folder with DuckDB's extensions.
func Extensions(t testing.TB) string {
	t.Helper()
	folder := os.Getenv(ExtensionsVariable)
	switch {
	case folder != "":
		return folder
	case os.Getenv(requiredVariable) == "1":
		t.Fatalf("%s is not set, and %s=1 asks for DuckDB's extensions: use test/with-ducklake", ExtensionsVariable, requiredVariable)
	default:
		t.Skipf("%s is not set: use test/with-ducklake", ExtensionsVariable)
	}
	return ""
}

// Lake is what a connection to a lake needs. The lake does not exist before it is opened, and is removed with the test.
type Lake struct {
	Catalog  string // the URL of the database of its catalog
	Settings map[string]any
	Secret   map[string]string
}

// Folders returns the folders that the connection must be allowed to use.
func (l Lake) Folders() []string {
	path, _ := l.Settings["dataPath"].(string)
	return []string{path}
}

// New returns a lake with its own database, and with its files in a folder of the test.
func New(t testing.TB) Lake {
	t.Helper()
	_ = Extensions(t) // skips the test before it creates a database
	lake := Lake{Catalog: pgtest.Database(t), Settings: map[string]any{}}
	address, err := url.Parse(lake.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		port = 5432
	}
	maps.Copy(lake.Settings, map[string]any{
		"host": address.Hostname(), "port": port, "database": address.Path[1:], "user": address.User.Username(), "sslmode": "disable",
		"dataPath": t.TempDir(), "threads": 2,
	})
	password, isSet := address.User.Password()
	if !isSet {
		password = "not asked for"
	}
	lake.Secret = map[string]string{"password": password}
	return lake
}
