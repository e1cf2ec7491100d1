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

func TestADatabaseIsAFile(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	for _, name := range []string{"sales", "two words", `quo"te`, "it's", "éßЖ", "semi;colon", "a..b", "dot.ted", "%s", "pg_catalog", "information_schema", "default", strings.Repeat("x", 128)} {
		schema := engine.Schema{Database: name, Name: "s"}
		m.prepare(t, schema, schema)
		qualified := m.Dialect().Qualify(name, "s", "t")
		m.exec(t, "CREATE TABLE "+qualified+" AS SELECT 1 AS n")
		m.wantValues(t, "SELECT n FROM "+qualified, "1")
		if _, err := os.Stat(filepath.Join(m.folder, name+".duckdb")); err != nil {
			t.Error(err)
		}
		if objects, err := m.Catalog(t.Context(), schema); err != nil || len(objects[schema]) != 1 {
			t.Errorf("%s contains %v, %v", name, objects, err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	again := openMill(t, m.driver, m.folder, nil)
	again.wantValues(t, `SELECT a.n + b.n FROM "it's".s.t a, "éßЖ".s.t b`, "2")
}

func TestNamesThatAreNoFiles(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	before, err := os.ReadDir(filepath.Dir(m.folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"..", ".", "../up", "a/b", `a\b`, "/etc/passwd", ".hidden", "a\x00b", "a\nb", "\xff", " a", "a ", "Main", "memory", "System", "TEMP",
		strings.Repeat("x", 129),
	} {
		err := m.Prepare(t.Context(), []engine.Schema{{Database: "fine", Name: "s"}, {Database: name, Name: "s"}})
		wantFault(t, name, err, fault.Invalid, "database name")
		if fault.From(err).Hint == "" {
			t.Errorf("%q: there is no hint", name)
		}
	}
	after, err := os.ReadDir(filepath.Dir(m.folder))
	if err != nil || len(after) != len(before) {
		t.Errorf("around the folder there was %v and is %v, %v", before, after, err)
	}
	if _, err := os.Stat(filepath.Join(m.folder, "fine.duckdb")); err == nil {
		t.Error("a file was made although not all names are right")
	}
}

func TestNamesIgnoreCase(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	m.prepare(t, engine.Schema{Database: "Sales", Name: "S"})
	m.prepare(t, engine.Schema{Database: "SALES", Name: "s"}, engine.Schema{Database: "sales", Name: "S"})
	m.exec(t, "CREATE TABLE SALES.s.T AS SELECT 1 AS n")
	m.wantValues(t, "SELECT n FROM sales.S.t", "1")
	files, err := filepath.Glob(filepath.Join(m.folder, "*.duckdb"))
	if err != nil || len(files) != 2 {
		t.Errorf("files: %v, %v, want those of millrace and Sales", files, err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	again := openMill(t, m.driver, m.folder, nil)
	again.prepare(t, engine.Schema{Database: "sAles", Name: "s"}, engine.Schema{Database: "É", Name: "s"}, engine.Schema{Database: "é", Name: "s"})
	again.exec(t, `CREATE TABLE "É".s.t AS SELECT 1 AS n`)
	again.exec(t, `CREATE TABLE "é".s.t AS SELECT 2 AS n`)
	again.wantValues(t, "SELECT n FROM sales.S.t", "1")
}

func TestTwoFilesOfOneNameAreRefused(t *testing.T) {
	t.Parallel()
	m := newMill(t, nil)
	m.prepare(t, engine.Schema{Database: "a", Name: "s"})
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(m.folder, "a.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(m.folder, "A.duckdb"), string(raw))
	if files, _ := filepath.Glob(filepath.Join(m.folder, "[aA].duckdb")); len(files) == 1 {
		t.Skip("this file system ignores case")
	}
	again := openMill(t, m.driver, m.folder, nil)
	err = again.Prepare(t.Context(), []engine.Schema{{Database: "a", Name: "s"}})
	wantFault(t, "prepare", err, fault.Invalid, "A.duckdb, a.duckdb")
}

// TestAFileThatIsNoDatabaseHurtsNobodyElse lays other things into the folder.
func TestAFileThatIsNoDatabaseHurtsNobodyElse(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	writeFile(t, filepath.Join(folder, "broken.duckdb"), strings.Repeat("this is not a database. ", 1000))
	writeFile(t, filepath.Join(folder, ".hidden.duckdb"), "nor is this")
	makeFolder(t, filepath.Join(folder, "folder.duckdb"))
	m := openMill(t, duckdb.New(duckdb.Options{}), folder, nil)
	m.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	for _, name := range []string{"broken", "folder"} {
		err := m.Prepare(t.Context(), []engine.Schema{{Database: name, Name: "s"}})
		wantFault(t, name, err, fault.Invalid, name+".duckdb")
		if strings.Contains(fault.From(err).Message, folder) {
			t.Errorf("the message shows where the files are: %v", err)
		}
	}
}

// TestAFileThatIsLaidIntoTheFolderCanBePrepared is about a database that came after the engine was opened.
func TestAFileThatIsLaidIntoTheFolderCanBePrepared(t *testing.T) {
	t.Parallel()
	source := newMill(t, nil)
	source.prepare(t, engine.Schema{Database: "gift", Name: "s"})
	source.exec(t, "CREATE TABLE gift.s.t AS SELECT 7 AS n")
	if err := source.Close(); err != nil {
		t.Fatal(err)
	}
	m := newMill(t, nil)
	raw, err := os.ReadFile(filepath.Join(source.folder, "gift.duckdb"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(m.folder, "gift.duckdb"), string(raw))
	m.prepare(t, engine.Schema{Database: "gift", Name: "s"})
	m.wantValues(t, "SELECT n FROM gift.s.t", "7")
}
