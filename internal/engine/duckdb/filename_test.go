package duckdb_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

func TestReadersFindFilesOfTheFolder(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	writeFile(t, filepath.Join(f.folder, "orders.csv"), "id,name\n1,Ada\n2,Grace\n")
	writeFile(t, filepath.Join(f.folder, "in", "it's é.csv"), "id,name\n3,Edsger\n")
	writeFile(t, filepath.Join(f.folder, "in", "more.json"), `[{"id": 5}]`)
	writeParquet(t, filepath.Join(f.folder, "in", "orders.parquet"), "SELECT 4 AS id, 'Barbara' AS name")
	for query, want := range map[string]string{
		"SELECT id, name FROM read_csv('orders.csv') ORDER BY id":                                                   "1 Ada] [2 Grace",
		"SELECT name FROM Read_CSV_Auto ( -- a comment\n 'orders.csv', header = true) WHERE id = 2":                 "Grace",
		"SELECT name FROM read_csv('in/it''s é.csv')":                                                               "Edsger",
		"SELECT count(*) FROM read_csv(['orders.csv', 'in/it''s é.csv'])":                                           "3",
		"SELECT count(*) FROM read_csv('in/*.csv')":                                                                 "1",
		"SELECT id, name FROM read_parquet('in/orders.parquet')":                                                    "4 Barbara",
		"SELECT id FROM parquet_scan('in/' || 'orders.parquet')":                                                    "4",
		"SELECT id FROM read_json('in/more.json')":                                                                  "5",
		"SELECT name FROM read_csv('" + f.folder + "/orders.csv') WHERE id = 1":                                     "Ada",
		"SELECT 'read_csv(''x'')', 'orders.csv'":                                                                    "read_csv('x') orders.csv",
		"SELECT a.name || b.name FROM read_csv('orders.csv') a, read_parquet('in/orders.parquet') b WHERE a.id = 1": "AdaBarbara",
	} {
		f.wantValues(t, query, want)
	}
	f.exec(t, "CREATE VIEW millrace.s.orders AS FROM read_csv('orders.csv')")
	f.wantValues(t, "SELECT count(*) FROM millrace.s.orders", "2")
	f.exec(t, "CREATE OR REPLACE VIEW millrace.s.listed AS FROM read_csv(['orders.csv', 'in/*.csv'])")
	f.wantValues(t, "SELECT count(*) FROM millrace.s.listed", "3")
	f.wantValues(t, "SELECT count(*) FROM duckdb_views() WHERE contains(sql, '"+f.folder+"')", "0")
	columns, err := f.Describe(t.Context(), "FROM read_parquet('in/orders.parquet')")
	if err != nil || len(columns) != 2 || columns[1].Name != "name" || columns[1].Type != "VARCHAR" {
		t.Errorf("columns %v, %v", columns, err)
	}
	f.refuses(t, "FROM read_csv('missing.csv')", fault.Invalid, "missing.csv")
}

// TestViewsOfFilesSurviveAMove moves the folder with its database and files.
func TestViewsOfFilesSurviveAMove(t *testing.T) {
	t.Parallel()
	above := t.TempDir()
	from, to := filepath.Join(above, "from"), filepath.Join(above, "to")
	t.Run("before", func(t *testing.T) {
		writeFile(t, filepath.Join(from, "in", "orders.csv"), "id\n1\n2\n")
		f := openFixture(t, duckdb.New(duckdb.Options{}), from, nil)
		f.exec(t, "CREATE VIEW millrace.s.orders AS FROM read_csv('in/*.csv')")
	})
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	f := openFixture(t, duckdb.New(duckdb.Options{ShowFolder: true}), to, nil)
	f.wantValues(t, "SELECT count(*) FROM millrace.s.orders", "2")
	_, err := f.session.Exec(t.Context(), "CREATE VIEW millrace.s.missing AS FROM read_csv('out/*.csv')")
	if hint := fault.From(err).Hint; !strings.Contains(hint, to) {
		t.Errorf("%v, hint %q", err, hint)
	}
}

// writeParquet writes a file with an unrestricted DuckDB.
func writeParquet(t *testing.T, path, query string) {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(t.Context(), "COPY ("+query+") TO '"+path+"' (FORMAT parquet)"); err != nil {
		t.Fatal(err)
	}
}
