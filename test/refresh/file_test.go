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

// writeParquet writes the rows of a query, with an engine of its own: connections write no files.
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

// fileSource is a source of two columns that is a file in the folder of the connection.
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

// Files in the folder of the connection are read like tables, each time as they are then.
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
	shown := []string{"CODE", "N"}
	s.expectTable(out, "OF_CSV", shown, []string{"007|1.24", "-|-", "010|2.00"})
	s.expectTable(out, "OF_PLAIN", shown, []string{"009|3.00"})
	s.expectTable(out, "OF_PARQUET", shown, []string{"008|8.50"})
	s.expectTable(out, "OF_JSON", shown, []string{"011|4.00"})

	writeFile(t, filepath.Join(folder, "in/c.csv"), "code,n\n012,5\n")
	s.refresh(c)
	s.expectTable(out, "OF_CSV", shown, []string{"007|1.24", "-|-", "010|2.00", "012|5.00"})

	writeFile(t, filepath.Join(folder, "in/d.csv"), "code,n\n013,many\n")
	if err := os.Remove(filepath.Join(folder, "rows.parquet")); err != nil {
		t.Fatal(err)
	}
	heard, _ := s.execute(s.plan(c))
	s.expectState(heard, "OF_CSV", run.NodeFailed, "many")
	s.expectState(heard, "PARQUET", run.NodeFailed, "rows.parquet")
	s.expectState(heard, "OF_PARQUET", run.NodeSkipped, "PARQUET")
	s.expectState(heard, "OF_JSON", run.NodeComplete, "")
	s.expectTable(out, "OF_CSV", shown, []string{"007|1.24", "-|-", "010|2.00", "012|5.00"})
}

// Where the engine reads no files, the compiler says so, at the file of the node.
func TestFileSourcesNeedAnEngineThatReadsFiles(t *testing.T) {
	t.Parallel()
	p := newProject()
	p.write("nodes/SRC-CSV.yml", fileSource("CSV", "file: in/*.csv"))
	c := compiler.Compile(p, compiler.Options{Platform: "postgres", Mappings: map[string]transform.Mapping{}})
	if len(c.Diagnostics) != 1 {
		t.Fatalf("the compiler says %v", c.Diagnostics)
	}
	d := c.Diagnostics[0]
	if d.Severity != diagnostic.Error || d.File != "nodes/SRC-CSV.yml" || !strings.Contains(d.Message, "postgres cannot read files") {
		t.Errorf("the compiler says %+v", d)
	}
}
