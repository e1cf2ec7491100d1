package nodetype_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// onFiles returns DuckDB with a folder that files are read from.
func onFiles(t *testing.T) (w *warehouse, folder string) {
	t.Helper()
	folder = t.TempDir()
	w = openWarehouse(t, workbench{platform: "duckdb", database: "mill"}, "duckdb", ":memory:?threads=1")
	w.exec("ATTACH ':memory:' AS mill", `CREATE SCHEMA mill."src"`, "SET GLOBAL file_search_path = '"+folder+"'")
	return w, folder
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// fileSource returns a source T that is a file.
func fileSource(file string, of ...transform.Column) *transform.Node {
	n := source("T", of...)
	n.Config = map[string]any{"file": file}
	return n
}

func TestSourceIsAFile(t *testing.T) {
	t.Parallel()
	w, folder := onFiles(t)
	write(t, folder, "a.csv", "code,n,day\n007,1.239,2024-01-02\n,,\n")
	write(t, folder, "b.csv", "n,day,code\n2,2024-01-03,010\n")
	write(t, folder, "rows.json", `[{"code": "007", "n": 1.239, "day": "2024-01-02"}, {}]`)
	w.exec("COPY (SELECT '007' AS code, 1.239 AS n, DATE '2024-01-02' AS \"day\" UNION ALL VALUES (NULL, NULL, CAST(NULL AS DATE))) TO '" + folder + "/rows.parquet'")
	typed := func() []transform.Column { return columns("CODE VARCHAR", "N DECIMAL(9,2)", "DAY DATE") }
	want := []string{"007|1.24|2024-01-02 00:00:00", "-|-|-"}
	for file, extra := range map[string][]string{
		"a.csv": nil, "*.csv": {"010|2|2024-01-03 00:00:00"}, "rows.json": nil, "rows.parquet": nil, "[r]ows.parquet": nil,
	} {
		n := fileSource(file, typed()...)
		w.create(n)
		w.create(n) // again
		w.run(n)
		w.expectQuery(`SELECT "CODE", "N", "DAY" FROM `+w.name("src", "T"), append(extra, want...)...)
	}
}

// Without columns, a file has the columns that the engine finds.
func TestSourceIsAnyFile(t *testing.T) {
	t.Parallel()
	w, folder := onFiles(t)
	write(t, folder, "a.csv", "n;name\n1;x\n2;y\n")
	n := fileSource("a.csv")
	w.create(n)
	w.run(n)
	w.expectQuery("SELECT n, name FROM "+w.name("src", "T"), "1|x", "2|y")
	write(t, folder, "a.csv", "n;name\n3;z\n") // files are read when they are queried
	w.expectQuery("SELECT n, name FROM "+w.name("src", "T"), "3|z")
}

// A missing file, and a value of the wrong type, are errors that name the file.
func TestFileThatCannotBeRead(t *testing.T) {
	t.Parallel()
	w, folder := onFiles(t)
	write(t, folder, "a.csv", "n,name\n1,x\n")
	missing := fileSource("b.csv", columns("N INTEGER")...)
	if _, err := w.execute(w.staged(missing, render.Create)); err == nil || !strings.Contains(err.Error(), "b.csv") {
		t.Errorf("a missing file: %v", err)
	}
	column := fileSource("a.csv", columns("N INTEGER", "NOWHERE VARCHAR")...)
	if _, err := w.execute(w.staged(column, render.Create)); err == nil || !strings.Contains(err.Error(), "NOWHERE") {
		t.Errorf("a missing column: %v", err)
	}
	n := fileSource("a.csv", columns("N INTEGER")...)
	w.create(n)
	write(t, folder, "a.csv", "n,name\n1,x\none,y\n")
	if _, err := read(t.Context(), w.db, `SELECT "N" FROM `+w.name("src", "T")); err == nil || !strings.Contains(err.Error(), "one") {
		t.Errorf("a value that is not a number: %v", err)
	}
	if err := os.Remove(filepath.Join(folder, "a.csv")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.execute(w.staged(n, render.Run)); err == nil || !strings.Contains(err.Error(), "a.csv") {
		t.Errorf("a deleted file: %v", err)
	}
}
