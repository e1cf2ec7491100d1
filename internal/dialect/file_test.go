package dialect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

func TestReadFile(t *testing.T) {
	t.Parallel()
	d := lookup(t, "duckdb")
	for _, tt := range []struct {
		file dialect.File
		want string
	}{
		{dialect.File{Path: "a.csv", HasHeader: true}, "read_csv('a.csv', header = TRUE)"},
		{
			dialect.File{
				Path: "it's/A.CSV.gz", HasHeader: true, Delimiter: ";",
				Columns: []dialect.Column{{Name: "A'", Type: "VARCHAR(9)"}, {Name: "B"}, {Name: "C", Type: "NUMBER(9,1)"}},
			},
			"read_csv('it''s/A.CSV.gz', header = TRUE, delim = ';', types = {'A''': 'VARCHAR', 'C': 'DECIMAL(9,1)'})",
		},
		{
			dialect.File{Path: "a.tsv", Columns: []dialect.Column{{Name: "A"}, {Name: "B"}}},
			"read_csv('a.tsv', header = FALSE, names = ['A', 'B'])",
		},
		{dialect.File{Path: "days/*.parquet", Columns: []dialect.Column{{Name: "A", Type: "DATE"}}}, "read_parquet('days/*.parquet', union_by_name = TRUE)"},
		{dialect.File{Path: "a..b/c.ndjson"}, "read_json_auto('a..b/c.ndjson')"},
	} {
		if got, err := d.ReadFile(tt.file); err != nil || got != tt.want {
			t.Errorf("got %s, %v; want %s", got, err, tt.want)
		}
	}
}

func TestReadFileRejectsPaths(t *testing.T) {
	t.Parallel()
	d := lookup(t, "duckdb")
	for path, want := range map[string]string{
		"": "not a path", "/etc/passwd.csv": "not a path", "../a.csv": "not a path", "a/../../b.csv": "not a path",
		`..\a.csv`: "not a path", "~/a.csv": "not a path", "https://example.org/a.csv": "not a path", "/": "not a path",
		`c:\a.csv`: "not a path", "a.xlsx": "no known extension", "csv": "no known extension", "a": "no known extension", "a.csv.bz2": "no known extension",
	} {
		_, err := d.ReadFile(dialect.File{Path: path})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), want) || fault.From(err).Hint == "" {
			t.Errorf("%q: %v, want %q and a hint", path, err, want)
		}
	}
}

// An engine either has templates for all kinds of files or rejects them.
func TestReadsFilesCapabilityAgreesWithReadFile(t *testing.T) {
	t.Parallel()
	for _, kind := range enginekind.Names() {
		d := lookup(t, kind)
		for _, path := range []string{"a.csv", "a.parquet", "a.json"} {
			text, err := d.ReadFile(dialect.File{Path: path})
			if reads := d.Capabilities().ReadsFiles; reads != (err == nil) || reads != strings.Contains(text, path) {
				t.Errorf("%s: capability %v, but %q, %v", kind, reads, text, err)
			}
			if err != nil && !strings.Contains(err.Error(), kind+" cannot read files") {
				t.Errorf("%s: %v", kind, err)
			}
		}
	}
}

// The reader gets the types, so that a code keeps its zeros; files of one pattern are combined by column name.
func TestFilesAreRead(t *testing.T) {
	t.Parallel()
	s := open(t, "duckdb", ":memory:?threads=1", "duckdb")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a1.csv":     "code,n\n007,1\n",
		"a2.csv":     "n,code\n2,010\n",
		"plain.csv":  "05|\n06|x\n",
		"events.txt": "n;code\n3;000\n",
		"rows.jsonl": "{\"code\":\"009\",\"n\":9}\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.exec("SET file_search_path = "+s.Literal(folder), "COPY (SELECT '008' AS code, 8 AS n) TO "+s.Literal(folder+"/rows.parquet"))
	columns := []dialect.Column{{Name: "CODE", Type: "VARCHAR"}, {Name: "N", Type: "INTEGER"}}
	for _, tt := range []struct {
		file dialect.File
		want string
	}{
		{dialect.File{Path: "a?.csv", HasHeader: true, Columns: columns}, "007 1, 010 2"},
		{dialect.File{Path: "pla*.csv", Delimiter: "|", Columns: []dialect.Column{{Name: "CODE", Type: "VARCHAR"}, {Name: "N"}}}, "05 -, 06 x"},
		{dialect.File{Path: "events.txt", HasHeader: true, Columns: columns}, "000 3"},
		{dialect.File{Path: "rows.jsonl", Columns: columns}, "009 9"},
		{dialect.File{Path: "rows.parquet", Columns: columns}, "008 8"},
	} {
		table, err := s.ReadFile(tt.file)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.text(`(SELECT STRING_AGG("CODE" || ' ' || COALESCE(CAST("N" AS VARCHAR), '-'), ', ' ORDER BY "CODE") FROM ` + table + ")"); got != tt.want {
			t.Errorf("%s gives %s, want %s", table, got, tt.want)
		}
	}
}
