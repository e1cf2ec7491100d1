package dbt_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/cli"
	_ "github.com/millrace/millrace/internal/engine/duckdb" // registers the driver of DuckDB
)

// shop is the dbt project that both tools build.
const shop = "../../internal/dbtimport/testdata/shop"

// fixture is a copy of a dbt project, and the project that was imported from it.
type fixture struct {
	*testing.T

	python, source, target string
}

// TestTablesEqualThoseOfDBT builds the project with dbt and with Millrace, changes its seeds, and builds it again: all tables have
// the same columns, types and rows, also those that are loaded in increments and those that keep history.
func TestTablesEqualThoseOfDBT(t *testing.T) {
	t.Parallel()
	python := os.Getenv("MILLRACE_TEST_DBT")
	if python == "" {
		if os.Getenv("MILLRACE_TEST_DBT_REQUIRED") != "" {
			t.Fatal("there is no dbt: run the test through test/with-dbt")
		}
		t.Skip("there is no dbt: run the test through test/with-dbt")
	}
	folder := t.TempDir()
	f := &fixture{T: t, python: python, source: filepath.Join(folder, "shop"), target: filepath.Join(folder, "imported")}
	if err := os.CopyFS(f.source, os.DirFS(shop)); err != nil {
		t.Fatal(err)
	}
	f.millrace("import", "dbt", f.source, "--to", f.target)
	f.millrace("validate", f.target, "--strict")
	f.execute("CREATE SCHEMA raw", "CREATE TABLE raw.raw_payments (id INTEGER, order_id INTEGER, payment_method VARCHAR, amount INTEGER)",
		"INSERT INTO raw.raw_payments VALUES (1, 1, 'card', 1000), (2, 1, 'coupon', 250), (3, 2, 'card', 499), (4, 3, 'gift', 1999), (5, 4, 'card', 1), (6, 5, 'coupon', 750)")
	f.dbt("build")
	f.millrace("run", f.target)
	f.compare(17)

	f.change("seeds/raw_orders.csv", "5,4,2024-03-01,completed\n", "5,4,2024-03-01,completed\n6,2,2024-03-09,placed\n")
	f.execute("INSERT INTO raw.raw_payments VALUES (7, 6, 'gift', 4242)")
	f.change("seeds/raw_customers.csv", "1,Ada,Berg,ada@example.com,2024-01-01 08:00:00\n", "") // deleted
	f.change("seeds/raw_customers.csv", "2,Ben,Dahl,,2024-01-02 09:30:00\n", "2,Ben,Dahl,ben@example.com,2024-03-02 09:30:00\n")
	f.change("seeds/raw_products.csv", "2,Plate,899,false,0.5,2024-01-01 00:00:00\n", "2,Plate,999,true,0.5,2024-04-01 00:00:00\n4,Bowl,1,true,0.1,2024-04-02 00:00:00\n")
	f.change("seeds/raw_orders.csv", "1,1,2024-01-05,completed\n2,1,2024-01-20,completed\n", "1,3,2024-01-05,completed\n2,3,2024-01-20,completed\n")
	f.dbt("build")
	f.millrace("import", "dbt", f.source, "--to", f.target, "--update")
	f.millrace("run", f.target)
	f.compare(17)

	// A full refresh loads incremental tables again: they have the rows of their queries.
	f.millrace("run", f.target, "--full-refresh")
	f.rows(f.ours(), `SELECT count(*)::VARCHAR FROM main_marts.order_log`, "6")
	f.rows(f.ours(), `SELECT count(*)::VARCHAR FROM main_marts.customer_state`, "3")

	// A parameter of the run overrides a variable, with its type.
	f.millrace("run", f.target, "--select", "{ greetings }", "--parameter", "with_refunds=true")
	f.rows(f.ours(), `SELECT count(*)::VARCHAR FROM main_marts.greetings`, "3")
}

// dbt runs dbt in the folder of its project.
func (f *fixture) dbt(arguments ...string) {
	f.Helper()
	command := exec.CommandContext(f.Context(), f.python, append([]string{"-m", "dbt.cli.main", "--no-use-colors"}, arguments...)...)
	command.Dir = f.source
	command.Env = append(os.Environ(), "DBT_PROFILES_DIR=.", "DBT_SEND_ANONYMOUS_USAGE_STATS=false", "DO_NOT_TRACK=1", "DBT_VERSION_CHECK=false")
	if out, err := command.CombinedOutput(); err != nil {
		f.Fatalf("dbt: %v\n%s", err, out)
	}
}

// execute changes the tables that both projects read as sources.
func (f *fixture) execute(statements ...string) {
	f.Helper()
	if err := os.MkdirAll(filepath.Dir(f.ours()), 0o700); err != nil {
		f.Fatal(err)
	}
	for _, database := range []string{f.ours(), f.theirs()} {
		db, err := sql.Open("duckdb", database)
		if err != nil {
			f.Fatal(err)
		}
		for _, statement := range statements {
			if _, err := db.ExecContext(f.Context(), statement); err != nil {
				f.Fatalf("%v in %s", err, statement)
			}
		}
		if err := db.Close(); err != nil {
			f.Fatal(err)
		}
	}
}

func (f *fixture) millrace(arguments ...string) {
	f.Helper()
	var out, problems bytes.Buffer
	if got := (cli.Program{Version: "test", Args: arguments, Stdout: &out, Stderr: &problems}).Run(f.Context()); got != 0 {
		f.Fatalf("millrace %v: exit code %d, want 0\n%s%s", arguments, got, out.String(), problems.String())
	}
}

// change replaces a text in a file of the dbt project.
func (f *fixture) change(file, before, after string) {
	f.Helper()
	name := filepath.Join(f.source, file)
	content, err := os.ReadFile(name)
	if err != nil || strings.Count(string(content), before) != 1 {
		f.Fatalf("%s, %v: %q is not there once", file, err, before)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(content), before, after, 1)), 0o600); err != nil {
		f.Fatal(err)
	}
}

func (f *fixture) ours() string   { return filepath.Join(f.target, ".millrace", "millrace.duckdb") }
func (f *fixture) theirs() string { return filepath.Join(f.source, "shop.duckdb") }

// compare compares every table and view of dbt with ours.
func (f *fixture) compare(want int) {
	f.Helper()
	relations := f.query(f.theirs(), `SELECT table_schema || '.' || table_name FROM information_schema.tables
		WHERE table_schema IN ('main', 'main_marts', 'main_helpers', 'main_snapshots', 'snapshots') ORDER BY 1`)
	if len(relations) != want {
		f.Errorf("dbt has %d relations, want %d: %v", len(relations), want, relations)
	}
	for _, relation := range relations {
		theirs, ours := queriesOf(relation)
		types := "SELECT column_name || ' ' || column_type FROM (DESCRIBE %s)"
		if diff := cmp.Diff(f.query(f.theirs(), fmt.Sprintf(types, theirs)), f.query(f.ours(), fmt.Sprintf(types, ours))); diff != "" {
			f.Errorf("columns of %s (-dbt +millrace):\n%s", relation, diff)
			continue
		}
		rows := "SELECT CAST(x AS VARCHAR) FROM (%s) AS x ORDER BY 1"
		if diff := cmp.Diff(f.query(f.theirs(), fmt.Sprintf(rows, theirs)), f.query(f.ours(), fmt.Sprintf(rows, ours))); diff != "" {
			f.Errorf("rows of %s (-dbt +millrace):\n%s", relation, diff)
		}
	}
}

// queriesOf returns the queries of the columns to compare. Those that the tools add to snapshots have other names, so they are not
// compared, except whether a row is the current one.
//
//nolint:unqueryvet // whole tables are compared
func queriesOf(relation string) (theirs, ours string) {
	if strings.Contains(relation, "snapshot") {
		return "SELECT * EXCLUDE (dbt_scd_id, dbt_updated_at, dbt_valid_from, dbt_valid_to), dbt_valid_to IS NULL AS is_current FROM " + relation,
			"SELECT * EXCLUDE (SYSTEM_VERSION, SYSTEM_CURRENT_FLAG, SYSTEM_START_DATE, SYSTEM_END_DATE, SYSTEM_CREATE_DATE, SYSTEM_UPDATE_DATE), SYSTEM_CURRENT_FLAG = 'Y' AS is_current FROM " + relation
	}
	return "SELECT * FROM " + relation, "SELECT * FROM " + relation
}

// rows checks the result of a query.
func (f *fixture) rows(database, query string, want ...string) {
	f.Helper()
	if got := f.query(database, query); !slices.Equal(got, want) {
		f.Errorf("%s returned %v, want %v", query, got, want)
	}
}

// query returns the first column of a query on a DuckDB file.
func (f *fixture) query(database, query string) []string {
	f.Helper()
	db, err := sql.Open("duckdb", database+"?access_mode=read_only")
	if err != nil {
		f.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(f.Context(), query)
	if err != nil {
		f.Fatalf("%v in %s", err, query)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var text sql.NullString
		if err := rows.Scan(&text); err != nil {
			f.Fatal(err)
		}
		list = append(list, text.String)
	}
	if err := rows.Err(); err != nil {
		f.Fatal(err)
	}
	return list
}
