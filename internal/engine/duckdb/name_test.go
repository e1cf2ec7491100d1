package duckdb_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

func TestDatabaseIsAFile(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, name := range []string{"sales", "two words", `quo"te`, "it's", "éßЖ", "semi;colon", "a..b", "dot.ted", "%s", "pg_catalog", "information_schema", "default", strings.Repeat("x", 128)} {
		schema := engine.Schema{Database: name, Name: "s"}
		f.prepare(t, schema, schema)
		qualified := f.Dialect().Qualify(name, "s", "t")
		f.exec(t, "CREATE TABLE "+qualified+" AS SELECT 1 AS n")
		f.wantValues(t, "SELECT n FROM "+qualified, "1")
		if _, err := os.Stat(filepath.Join(f.folder, name+".duckdb")); err != nil {
			t.Error(err)
		}
		if objects, err := f.Catalog(t.Context(), schema); err != nil || len(objects[schema]) != 1 {
			t.Errorf("%s contains %v, %v", name, objects, err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := openFixture(t, f.driver, f.folder, nil)
	again.wantValues(t, `SELECT a.n + b.n FROM "it's".s.t a, "éßЖ".s.t b`, "2")
}

func TestInvalidDatabaseNamesAreRejected(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	before, err := os.ReadDir(filepath.Dir(f.folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"..", ".", "../up", "a/b", `a\b`, "/etc/passwd", ".hidden", "a\x00b", "a\nb", "\xff", " a", "a ", "Main", "memory", "System", "TEMP",
		strings.Repeat("x", 129),
	} {
		err := f.Prepare(t.Context(), []engine.Schema{{Database: "fine", Name: "s"}, {Database: name, Name: "s"}})
		wantFault(t, name, err, fault.Invalid, "database name")
		if fault.From(err).Hint == "" {
			t.Errorf("%q: there is no hint", name)
		}
	}
	after, err := os.ReadDir(filepath.Dir(f.folder))
	if err != nil || len(after) != len(before) {
		t.Errorf("around the folder there was %v and is %v, %v", before, after, err)
	}
	if _, err := os.Stat(filepath.Join(f.folder, "fine.duckdb")); err == nil {
		t.Error("a file was made although not all names are right")
	}
}

func TestDatabaseNamesIgnoreCase(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.prepare(t, engine.Schema{Database: "Sales", Name: "S"})
	f.prepare(t, engine.Schema{Database: "SALES", Name: "s"}, engine.Schema{Database: "sales", Name: "S"})
	f.exec(t, "CREATE TABLE SALES.s.T AS SELECT 1 AS n")
	f.wantValues(t, "SELECT n FROM sales.S.t", "1")
	files, err := filepath.Glob(filepath.Join(f.folder, "*.duckdb"))
	if err != nil || len(files) != 2 {
		t.Errorf("files: %v, %v, want those of millrace and Sales", files, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again := openFixture(t, f.driver, f.folder, nil)
	again.prepare(t, engine.Schema{Database: "sAles", Name: "s"}, engine.Schema{Database: "É", Name: "s"}, engine.Schema{Database: "é", Name: "s"})
	again.exec(t, `CREATE TABLE "É".s.t AS SELECT 1 AS n`)
	again.exec(t, `CREATE TABLE "é".s.t AS SELECT 2 AS n`)
	again.wantValues(t, "SELECT n FROM sales.S.t", "1")
}

func TestTwoFilesOfOneNameAreRejected(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.prepare(t, engine.Schema{Database: "a", Name: "s"})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(f.folder, "a.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(f.folder, "A.duckdb"), string(raw))
	if files, _ := filepath.Glob(filepath.Join(f.folder, "[aA].duckdb")); len(files) == 1 {
		t.Skip("this file system ignores case")
	}
	again := openFixture(t, f.driver, f.folder, nil)
	err = again.Prepare(t.Context(), []engine.Schema{{Database: "a", Name: "s"}})
	wantFault(t, "prepare", err, fault.Invalid, "A.duckdb, a.duckdb")
}

// TestInvalidFileDoesNotAffectOtherDatabases puts other files into the folder.
func TestInvalidFileDoesNotAffectOtherDatabases(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "broken.duckdb"), strings.Repeat("this is not a database. ", 1000))
	writeFile(t, filepath.Join(folder, ".hidden.duckdb"), "nor is this")
	makeFolder(t, filepath.Join(folder, "folder.duckdb"))
	f := openFixture(t, duckdb.New(duckdb.Options{}), folder, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	for name, kind := range map[string]fault.Kind{"broken": fault.Unavailable, "folder": fault.Invalid} {
		err := f.Prepare(t.Context(), []engine.Schema{{Database: name, Name: "s"}})
		wantFault(t, name, err, kind, name+".duckdb")
		if strings.Contains(fault.From(err).Message, folder) {
			t.Errorf("the message shows where the files are: %v", err)
		}
	}
}

// TestFileAddedLaterCanBePrepared adds a database file after the engine was opened.
func TestFileAddedLaterCanBePrepared(t *testing.T) {
	t.Parallel()
	source := newFixture(t, nil)
	source.prepare(t, engine.Schema{Database: "gift", Name: "s"})
	source.exec(t, "CREATE TABLE gift.s.t AS SELECT 7 AS n")
	if err := source.Close(); err != nil {
		t.Fatal(err)
	}
	f := newFixture(t, nil)
	raw, err := os.ReadFile(filepath.Join(source.folder, "gift.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(f.folder, "gift.duckdb"), string(raw))
	f.prepare(t, engine.Schema{Database: "gift", Name: "s"})
	f.wantValues(t, "SELECT n FROM gift.s.t", "7")
}
