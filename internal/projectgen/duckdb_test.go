package projectgen_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // brings the driver
	"github.com/millrace/millrace/internal/projectgen"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// TestGeneratedProjectRuns creates and runs every node on DuckDB, upstream first, over empty sources and small seeds.
func TestGeneratedProjectRuns(t *testing.T) {
	t.Parallel()
	p := projectgen.Generate(projectgen.Options{Seed: 11, Nodes: 120, SQLShare: 0.5, MacroHeavy: 0.2, SourceShare: 0.25})
	c := compiler.Compile(p.FS(), compiler.Options{})
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	run := func(about, statement string) {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v in:\n%s", about, err, statement)
		}
	}
	run("setup", "ATTACH ':memory:' AS dev")
	for _, schema := range []string{"raw", "stage", "core", "mart"} {
		run("setup", "CREATE SCHEMA dev."+schema)
	}
	for _, id := range c.Graph.Order() {
		n, _ := c.Node(transform.NodeID(id))
		if n.IsSource {
			run("setup", sourceTable(n))
		}
		for _, result := range []*render.Result{n.Create, n.Run} {
			for _, stage := range result.Stages {
				run(n.Ref().String()+", "+stage.Name, stage.SQL)
			}
		}
	}
}

// sourceTable makes the table that a source reads.
func sourceTable(n *compiler.Node) string {
	var columns []string
	for _, c := range n.Columns {
		columns = append(columns, fmt.Sprintf("%q %s", c.Name, c.DataType))
	}
	return fmt.Sprintf("CREATE TABLE dev.raw.%q (%s)", n.Name, strings.Join(columns, ", "))
}
