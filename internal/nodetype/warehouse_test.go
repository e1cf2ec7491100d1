package nodetype_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // registers pgx with database/sql

	"github.com/millrace/millrace/internal/dialect"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers duckdb with database/sql
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/trinotest"
)

// warehouse is a real engine that creates and runs nodes the way a runner does: all stages of a node in one
// transaction.
type warehouse struct {
	workbench

	t  *testing.T
	db *sql.DB
}

// onEngines runs a test on every engine that the library supports.
func onEngines(t *testing.T, test func(w *warehouse)) {
	t.Helper()
	onTransactionalEngines(t, test)
	t.Run("trino", func(t *testing.T) {
		t.Parallel()
		prefix := trinotest.Name()
		w := &warehouse{workbench: workbench{platform: "trino", prefix: prefix, nodes: readable()}, t: t, db: openTrino(t)}
		w.exec("CREATE SCHEMA "+prefix+"src", "CREATE SCHEMA "+prefix+"out")
		test(w)
	})
}

// onTransactionalEngines runs a test on every engine whose transactions contain the statements of a node. On others
// package execute stages the rows, and test/refresh tests it.
func onTransactionalEngines(t *testing.T, test func(w *warehouse)) {
	t.Helper()
	t.Run("duckdb", func(t *testing.T) {
		t.Parallel()
		w := openWarehouse(t, workbench{platform: "duckdb", database: "mill"}, "duckdb", ":memory:?threads=1")
		w.exec("ATTACH ':memory:' AS mill", `CREATE SCHEMA mill."src"`, `CREATE SCHEMA mill."out"`)
		test(w)
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		// Plans of prepared statements would become invalid when their tables are recreated.
		w := openWarehouse(t, workbench{platform: "postgres"}, "pgx", pgtest.Database(t)+"&default_query_exec_mode=exec")
		w.exec(`CREATE SCHEMA "src"`, `CREATE SCHEMA "out"`)
		test(w)
	})
}

func openWarehouse(t *testing.T, bench workbench, driver, address string) *warehouse {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	bench.nodes = readable()
	return &warehouse{workbench: bench, t: t, db: db}
}

func (w *warehouse) exec(statements ...string) {
	w.t.Helper()
	for _, statement := range statements {
		if _, err := w.db.ExecContext(w.t.Context(), statement); err != nil {
			w.t.Fatalf("%v\n%s", err, statement)
		}
	}
}

// name returns the qualified name of a table.
func (w *warehouse) name(schema, table string) string {
	if w.database == "" {
		return fmt.Sprintf("%q.%q", w.prefix+schema, table)
	}
	return fmt.Sprintf("%q.%q.%q", w.database, schema, table)
}

// fill creates a source table and inserts rows, each written as the values of an INSERT. Existing rows are replaced.
func (w *warehouse) fill(table string, rows ...string) {
	w.t.Helper()
	name := w.name("src", table)
	w.exec("CREATE TABLE IF NOT EXISTS " + name + ` ("ID" INTEGER, "NAME" VARCHAR(20), "CITY" VARCHAR(20), "AMOUNT" DOUBLE PRECISION, "CHANGED" TIMESTAMP)`)
	w.exec("DELETE FROM " + name)
	if len(rows) > 0 {
		w.exec("INSERT INTO " + name + " VALUES (" + strings.Join(rows, "), (") + ")")
	}
}

// randomLoads is how many random loads a model is compared with. A statement takes a tenth of a second on Trino.
func (w *warehouse) randomLoads() int {
	if w.platform == "trino" {
		return 4
	}
	return 12
}

// staged renders a template of a node.
func (w *warehouse) staged(n *transform.Node, which render.Template) []render.Stage {
	w.t.Helper()
	return w.stages(w.t, n, which)
}

func (w *warehouse) create(n *transform.Node) {
	w.t.Helper()
	if failed, err := w.execute(w.staged(n, render.Create)); err != nil || failed != nil {
		w.t.Fatalf("create: %v, %v", failed, err)
	}
}

// run runs a node, which must succeed, and returns the names of the tests that failed.
func (w *warehouse) run(n *transform.Node) []string {
	w.t.Helper()
	failed, err := w.execute(w.staged(n, render.Run))
	if err != nil {
		w.t.Fatalf("run: %v", err)
	}
	return failed
}

// execute runs stages in one transaction. If a halting test fails, it returns an error and rolls back.
func (w *warehouse) execute(stages []render.Stage) (failed []string, err error) {
	w.t.Helper()
	tx, err := w.db.BeginTx(w.t.Context(), nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback()
	words, _ := dialect.Lookup(w.platform)
	moment := time.Now()
	for _, stage := range stages {
		stage.SQL = words.AtMoment(stage.SQL, moment)
		if stage.Type == render.SQLStage {
			if _, err := tx.ExecContext(w.t.Context(), stage.SQL); err != nil {
				return nil, fmt.Errorf("%s: %w\n%s", stage.Name, err, stage.SQL)
			}
			continue
		}
		rows, err := read(w.t.Context(), tx, stage.SQL)
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", stage.Name, err, stage.SQL)
		}
		if len(rows) == 0 {
			continue
		}
		if !stage.ContinueOnFailure {
			return nil, fmt.Errorf("test %s found %v", stage.Name, rows)
		}
		failed = append(failed, stage.Name)
	}
	return failed, tx.Commit()
}

// queryer is a database or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read returns the rows of a query, values separated by bars, - for NULL, sorted.
func read(ctx context.Context, q queryer, query string) ([]string, error) {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var lines []string
	for rows.Next() {
		values := make([]any, len(names))
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			return nil, err
		}
		fields := make([]string, len(values))
		for i, value := range values {
			fields[i] = printed(*value.(*any))
		}
		lines = append(lines, strings.Join(fields, "|"))
	}
	slices.Sort(lines)
	return lines, rows.Err()
}

func printed(value any) string {
	switch value := value.(type) {
	case nil:
		return "-"
	case time.Time:
		return value.UTC().Format("2006-01-02 15:04:05")
	case []byte:
		return string(value)
	default:
		return fmt.Sprint(value)
	}
}

// expect compares columns of the node's table with rows written as values separated by bars.
func (w *warehouse) expect(columns string, want ...string) {
	w.t.Helper()
	w.expectQuery("SELECT "+columns+" FROM "+w.name("out", "T"), want...)
}

func (w *warehouse) expectQuery(query string, want ...string) {
	w.t.Helper()
	got, err := read(w.t.Context(), w.db, query)
	if err != nil {
		w.t.Fatalf("%v\n%s", err, query)
	}
	want = slices.Sorted(slices.Values(want)) // the tests of both engines share the list
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("%s (-want +got):\n%s", query, diff)
	}
}

// everything returns a query for all rows of the node's table.
func (w *warehouse) everything() string {
	return "SELECT * FROM " + w.name("out", "T") //nolint:unqueryvet // the test needs all columns
}

// expectUnchanged runs a node once more: on the same data it must have no effect, not even on dates.
func (w *warehouse) expectUnchanged(n *transform.Node) {
	w.t.Helper()
	query := w.everything()
	before, err := read(w.t.Context(), w.db, query)
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(n)
	w.expectQuery(query, before...)
}
