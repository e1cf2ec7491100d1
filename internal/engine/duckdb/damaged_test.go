package duckdb_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// A damaged file is named, with what to do. The other databases of the folder work.
func TestDamagedFileIsNamed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	writeFile(t, filepath.Join(f.folder, "orders.duckdb"), strings.Repeat("noise", 10_000))
	err := f.Prepare(t.Context(), []engine.Schema{{Database: "orders", Name: "s"}})
	known := fault.From(err)
	if known.Kind != fault.Unavailable || !strings.Contains(known.Message, "orders.duckdb is damaged") || !strings.Contains(known.Hint, "backup") {
		t.Errorf("got %v (%s), hint %q", err, known.Kind, known.Hint)
	}
	if strings.Contains(known.Message+known.Hint, f.folder) {
		t.Errorf("the error reveals the folder: %v", known)
	}
	f.wantValues(t, "SELECT n FROM millrace.s.t", "1")
}

// Damage inside of a file is found when the file is attached or read.
func TestDamagedBlockIsReported(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.prepare(t, engine.Schema{Database: "orders", Name: "s"})
	f.exec(t, "CREATE TABLE orders.s.t AS SELECT md5(range::VARCHAR) AS m FROM range(100_000)")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(f.folder, "orders.duckdb")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 3 * 4096; i < len(content); i++ { // all but the headers
		content[i] ^= 0xff
	}
	writeFile(t, file, string(content))
	again := openFixture(t, f.driver, f.folder, nil)
	err = again.Prepare(t.Context(), []engine.Schema{{Database: "orders", Name: "s"}})
	if err == nil {
		_, err = again.session.Exec(t.Context(), "CREATE TABLE orders.s.copy AS FROM orders.s.t")
	}
	if known := fault.From(err); known.Kind != fault.Unavailable || !strings.Contains(known.Message+known.Hint, "damaged") {
		t.Errorf("got %v (%s), hint %q", err, known.Kind, known.Hint)
	}
}
