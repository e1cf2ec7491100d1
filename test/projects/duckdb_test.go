package projects_test

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/compiler"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers the driver
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// engine is a session of DuckDB in memory. It is one session, because temporary tables belong to it.
type engine struct{ *sql.Conn }

func openEngine(t *testing.T) engine {
	t.Helper()
	db, err := sql.Open("duckdb", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	session, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return engine{session}
}

// script runs the statements of a file, which end with a semicolon at the end of a line.
func (e engine) script(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for statement := range strings.SplitSeq(string(text), ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := e.ExecContext(context.Background(), statement); err != nil {
			t.Fatalf("%v in:\n%s", err, statement)
		}
	}
}

// templates runs a template of all nodes, upstream first.
func (e engine) templates(t *testing.T, c *compiler.Compilation, of func(*compiler.Node) *render.Result) {
	t.Helper()
	for _, id := range c.Graph.Order() {
		n, _ := c.Node(transform.NodeID(id))
		result := of(n)
		if result == nil {
			t.Fatalf("%s does not render", n.Ref())
		}
		for _, stage := range result.Stages {
			e.stage(t, n, stage)
		}
	}
}

// stage runs one stage. A test fails if it returns a row.
func (e engine) stage(t *testing.T, n *compiler.Node, stage render.Stage) {
	t.Helper()
	if stage.Type != render.TestStage {
		if _, err := e.ExecContext(context.Background(), stage.SQL); err != nil {
			t.Errorf("%s, %s: %v in:\n%s", n.Ref(), stage.Name, err, stage.SQL)
		}
		return
	}
	rows, err := e.QueryContext(context.Background(), stage.SQL)
	if err != nil {
		t.Errorf("%s, test %s: %v in:\n%s", n.Ref(), stage.Name, err, stage.SQL)
		return
	}
	defer rows.Close()
	if rows.Next() {
		t.Errorf("%s, test %s returned a row for:\n%s", n.Ref(), stage.Name, stage.SQL)
	}
	if err := rows.Err(); err != nil {
		t.Error(err)
	}
}

// want compares the first value of a query, as text.
func (e engine) want(t *testing.T, query, want string) {
	t.Helper()
	var got sql.NullString
	err := e.QueryRowContext(context.Background(), query).Scan(&got)
	if err != nil || got.String != want {
		t.Errorf("%s\n returned %q, %v; want %q", query, got.String, err, want)
	}
}

func createOf(n *compiler.Node) *render.Result { return n.Create }
func runOf(n *compiler.Node) *render.Result    { return n.Run }
