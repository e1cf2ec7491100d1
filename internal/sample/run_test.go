package sample_test

import (
	"database/sql"
	"os"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver of PostgreSQL

	"github.com/millrace/millrace/internal/compiler"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers the driver of DuckDB
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/transform"
)

func TestSampleRunsOnDuckDB(t *testing.T) {
	t.Parallel()
	s := open(t, "duckdb", "")
	s.runTwice(written(t, sample.Options{}))
}

func TestSampleRunsOnPostgreSQL(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	open(t, "pgx", address).runTwice(written(t, sample.Options{Platform: "postgres"}))
}

// session is one session of an engine: temporary tables belong to it.
type session struct {
	*sql.DB

	t *testing.T
}

func open(t *testing.T, driver, address string) session {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	return session{db, t}
}

func (s session) exec(statement string) {
	s.t.Helper()
	if _, err := s.ExecContext(s.t.Context(), statement); err != nil {
		s.t.Fatalf("%v in:\n%s", err, statement)
	}
}

// runTwice creates all nodes and loads them twice, with their tests. The second load finds no new rows.
func (s session) runTwice(folder string) {
	s.t.Helper()
	c := compiler.Compile(os.DirFS(folder), compiler.Options{})
	for _, schema := range []string{"raw", "stage", "core", "mart"} {
		s.exec("CREATE SCHEMA " + schema)
	}
	for _, pick := range []func(*compiler.Node) *render.Result{
		func(n *compiler.Node) *render.Result { return n.Create },
		func(n *compiler.Node) *render.Result { return n.Run },
		func(n *compiler.Node) *render.Result { return n.Run },
	} {
		for _, id := range c.Graph.Order() {
			n, _ := c.Node(transform.NodeID(id))
			for _, stage := range pick(n).Stages {
				s.stage(n, stage)
			}
		}
	}
	s.want(`SELECT CAST(SUM(revenue) AS VARCHAR) FROM mart."REVENUE_BY_MONTH"`, "361.90")
	s.want(`SELECT CAST(COUNT(*) AS VARCHAR) FROM core."DIM_CUSTOMER"`, "6")
	s.want(`SELECT customer_name FROM mart."BEST_CUSTOMERS" WHERE country_code = 'DE' AND place = 1`, "Carla Weiß")
}

// stage runs one stage; a test must return no row.
func (s session) stage(n *compiler.Node, stage render.Stage) {
	s.t.Helper()
	if stage.Type != render.TestStage {
		s.exec(stage.SQL)
		return
	}
	rows, err := s.QueryContext(s.t.Context(), stage.SQL)
	if err != nil {
		s.t.Fatalf("%s, %s: %v in:\n%s", n.Ref(), stage.Name, err, stage.SQL)
	}
	defer rows.Close()
	if rows.Next() {
		s.t.Errorf("%s, %s returned a row for:\n%s", n.Ref(), stage.Name, stage.SQL)
	}
	if err := rows.Err(); err != nil {
		s.t.Error(err)
	}
}

func (s session) want(query, want string) {
	s.t.Helper()
	var got string
	if err := s.QueryRowContext(s.t.Context(), query).Scan(&got); err != nil || got != want {
		s.t.Errorf("%s\n returned %q, %v; want %q", query, got, err, want)
	}
}
