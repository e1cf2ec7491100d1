package duckdb_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// fixture is an engine with its own folder, session and schema.
type fixture struct {
	engine.Engine

	driver  *duckdb.Driver
	folder  string
	session engine.Session
}

func newFixture(t *testing.T, settings map[string]any) fixture {
	t.Helper()
	return openFixture(t, duckdb.New(duckdb.Options{}), t.TempDir(), settings)
}

func openFixture(t *testing.T, driver *duckdb.Driver, folder string, settings map[string]any) fixture {
	t.Helper()
	opened, err := driver.Open(t.Context(), engine.Connection{Kind: "duckdb", Folder: folder, Settings: settings})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := opened.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	f := fixture{Engine: opened, driver: driver, folder: folder}
	f.prepare(t, engine.Schema{Name: "s"})
	f.session = f.open(t)
	return f
}

func (f fixture) prepare(t *testing.T, schemas ...engine.Schema) {
	t.Helper()
	if err := f.Prepare(t.Context(), schemas); err != nil {
		t.Fatal(err)
	}
}

func (f fixture) open(t *testing.T) engine.Session {
	t.Helper()
	session, err := f.Session(t.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func (f fixture) exec(t *testing.T, statement string) engine.Counts {
	t.Helper()
	counts, err := f.session.Exec(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return counts
}

// values returns the rows of a query as text.
func (f fixture) values(t *testing.T, query string) string {
	t.Helper()
	rows, err := f.session.Query(t.Context(), query, 100)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return strings.Trim(fmt.Sprint(rows.Values), "[]")
}

func (f fixture) wantValues(t *testing.T, query, want string) {
	t.Helper()
	if got := f.values(t, query); got != want {
		t.Errorf("%s gave %q, want %q", query, got, want)
	}
}

// refuses checks the kind of the fault of a statement, and that its message reveals nothing about the server.
func (f fixture) refuses(t *testing.T, statement string, kind fault.Kind, words ...string) {
	t.Helper()
	_, execErr := f.session.Exec(t.Context(), statement)
	wantFault(t, statement, execErr, kind, words...)
	above := filepath.Dir(f.folder)
	if execErr != nil && !strings.Contains(statement, above) && strings.Contains(fault.From(execErr).Message, above) {
		t.Errorf("%s: the message shows where the files are: %v", statement, execErr)
	}
}

func wantFault(t *testing.T, what string, err error, kind fault.Kind, words ...string) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Errorf("%s: got %v (%s), want %s", what, err, fault.KindOf(err), kind)
		return
	}
	for _, word := range words {
		if !strings.Contains(fault.From(err).Message, word) {
			t.Errorf("%s: the message %q does not mention %q", what, fault.From(err).Message, word)
		}
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	makeFolder(t, filepath.Dir(path))
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
