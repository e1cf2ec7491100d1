package ducklake_test

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" //nolint:depguard // the driver of the other program that maintains the lake

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/laketest"
)

// TestMaintenanceOfALake runs the example of docs/engines.md from outside, while a server has the lake open.
func TestMaintenanceOfALake(t *testing.T) {
	t.Parallel()
	lake := laketest.New(t)
	opened := openLake(t, newDriver(t), connection(t, lake))
	folder, _ := lake.Settings["dataPath"].(string)
	execute(t, opened, "CREATE TABLE millrace.main.kept AS SELECT range AS n FROM range(10)")
	for range 3 {
		execute(t, opened, "CREATE OR REPLACE TABLE millrace.main.replaced AS SELECT range AS n FROM range(10)")
	}
	before := parquetFiles(t, folder)
	maintain(t, lake)
	after := parquetFiles(t, folder)
	if len(before) != 4 || len(after) != 2 {
		t.Errorf("the folder has %v, and before %v", after, before)
	}
	for _, table := range []string{"kept", "replaced"} {
		if rows := count(t, opened, "SELECT count(*) FROM millrace.main."+table); rows != 10 {
			t.Errorf("table %s has %d rows", table, rows)
		}
	}
	// Runs go on, and a new server finds the marker of the folder.
	if err := publish(t.Context(), opened, engine.Label{WorkID: "run", Epoch: 1}, "node", "INSERT INTO millrace.main.kept VALUES (11)"); err != nil {
		t.Error(err)
	}
	openLake(t, newDriver(t), connection(t, lake))
}

// maintain runs the example. It replaces the address, the age of what is removed, and the downloads.
func maintain(t *testing.T, lake laketest.Lake) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "engines.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "### Maintenance of a lake")
	_, section, _ = strings.Cut(section, "```sql\n")
	example, _, isFound := strings.Cut(section, "```")
	if !isFound {
		t.Fatal("docs/engines.md has no example")
	}
	s := lake.Settings
	example = strings.NewReplacer(
		"host=db.example.com dbname=lake user=millrace",
		fmt.Sprintf("host=%v port=%v dbname=%v user=%v password=''%s''", s["host"], s["port"], s["database"], s["user"], lake.Secret["password"]),
		"7 days", "0 seconds", "LOAD ducklake", "LOAD '"+filepath.Join(laketest.Extensions(t), "ducklake.duckdb_extension")+"'",
		"LOAD postgres", "LOAD '"+filepath.Join(laketest.Extensions(t), "postgres_scanner.duckdb_extension")+"'",
	).Replace(regexp.MustCompile(`(?m)^INSTALL .*\n`).ReplaceAllString(example, ""))
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for statement := range strings.SplitSeq(strings.TrimSpace(example), ";\n") {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	var orphans int
	err = db.QueryRowContext(t.Context(), "SELECT count(*) FROM ducklake_delete_orphaned_files('lake', dry_run => true, cleanup_all => true)").Scan(&orphans)
	if err != nil || orphans != 0 {
		t.Errorf("DuckLake would delete %d files that it does not know, such as the marker: %v", orphans, err)
	}
}

// parquetFiles returns the files of the tables of a lake.
func parquetFiles(t *testing.T, folder string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".parquet" {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
