package refresh_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeParquet writes the rows of a query through a separate engine, because connections write no files.
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

// fileSource returns a source of two columns that reads a file in the folder of the connection.
func fileSource(name, options string) string {
	return `fileVersion: 1
id: ` + name + `
name: ` + name + `
operation:
  config: {` + options + `}
  locationName: SRC
  metadata:
    columns:
      - {name: CODE, dataType: VARCHAR, nullable: true, columnReference: {columnCounter: CODE, stepCounter: ` + name + `}}
      - {name: N, dataType: "DECIMAL(9,2)", nullable: true, columnReference: {columnCounter: N, stepCounter: ` + name + `}}
  name: ` + name + `
  sqlType: Source
  type: sourceInput
type: Node
`
}

// A refresh reads files in the folder of the connection like tables, with their contents at that time.
func TestSourcesAreFiles(t *testing.T) {
	t.Parallel()
	s := newFixture(t, connectionTo(t, "duckdb"))
	folder := s.connection.Folder
	writeFile(t, filepath.Join(folder, "in/a.csv"), "code,n\n007,1.239\n,\n")
	writeFile(t, filepath.Join(folder, "in/b.csv"), "n,code\n2,010\n")
	writeFile(t, filepath.Join(folder, "plain.txt"), "009|3\n")
	writeFile(t, filepath.Join(folder, "rows.json"), `[{"code": "011", "n": 4}]`)
	writeParquet(t, filepath.Join(folder, "rows.parquet"), "SELECT '008' AS code, 8.5 AS n")
	p := newProject()
	for name, options := range map[string]string{
		"CSV": "file: in/*.csv", "PLAIN": `file: plain.txt, hasHeader: false, delimiter: "|"`, "PARQUET": "file: rows.parquet", "JSON": "file: rows.json",
	} {
		p.write("nodes/SRC-"+name+".yml", fileSource(name, options))
		p.query("Stage", "OF_"+name, `SELECT f."CODE", f."N" FROM {{ ref('SRC', '`+name+`') }} AS f`)
	}
	c := s.compile(p, nil)
	s.install(c)
	s.refresh(c)
	columns := []string{"CODE", "N"}
	s.expectTable(out, "OF_CSV", columns, []string{"007|1.24", "-|-", "010|2.00"})
	s.expectTable(out, "OF_PLAIN", columns, []string{"009|3.00"})
	s.expectTable(out, "OF_PARQUET", columns, []string{"008|8.50"})
	s.expectTable(out, "OF_JSON", columns, []string{"011|4.00"})

	writeFile(t, filepath.Join(folder, "in/c.csv"), "code,n\n012,5\n")
	s.refresh(c)
	s.expectTable(out, "OF_CSV", columns, []string{"007|1.24", "-|-", "010|2.00", "012|5.00"})

	writeFile(t, filepath.Join(folder, "in/d.csv"), "code,n\n013,many\n")
	if err := os.Remove(filepath.Join(folder, "rows.parquet")); err != nil {
		t.Fatal(err)
	}
	results, _ := s.execute(s.plan(c))
	s.expectState(results, "OF_CSV", run.NodeFailed, "many")
	s.expectState(results, "PARQUET", run.NodeFailed, "rows.parquet")
	s.expectState(results, "OF_PARQUET", run.NodeSkipped, "PARQUET")
	s.expectState(results, "OF_JSON", run.NodeComplete, "")
	s.expectTable(out, "OF_CSV", columns, []string{"007|1.24", "-|-", "010|2.00", "012|5.00"})
}

// If the engine cannot read files, the compiler reports it at the file of the node.
func TestFileSourcesNeedAnEngineThatReadsFiles(t *testing.T) {
	t.Parallel()
	p := newProject()
	p.write("nodes/SRC-CSV.yml", fileSource("CSV", "file: in/*.csv"))
	c := compiler.Compile(p, compiler.Options{Platform: "postgres", Mappings: map[string]transform.Mapping{}})
	if len(c.Diagnostics) != 1 {
		t.Fatalf("the compiler reported %v, want one diagnostic", c.Diagnostics)
	}
	d := c.Diagnostics[0]
	if d.Severity != diagnostic.Error || d.File != "nodes/SRC-CSV.yml" || !strings.Contains(d.Message, "postgres cannot read files") {
		t.Errorf("the compiler reported %+v", d)
	}
}
