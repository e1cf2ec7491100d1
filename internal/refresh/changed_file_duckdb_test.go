package refresh_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
	"time"

	_ "github.com/duckdb/duckdb-go/v2" //nolint:depguard // it says itself what it reads

	"github.com/millrace/millrace/internal/refresh"
)

// TestFilesThatDuckDBReads runs statements where their file is and where it is not. Each of them reads it: DuckDB says so.
func TestFilesThatDuckDBReads(t *testing.T) {
	t.Parallel()
	db := newFileBench(t)
	for _, statement := range []string{
		`SELECT * FROM 'x.csv'`, `SELECT * FROM "x.csv"`, `SELECT * FROM x.csv`, `SELECT * FROM "x".csv`, `SELECT * FROM x . csv`,
		`SELECT * FROM E'x.csv'`, `SELECT * FROM e'x\x2ecsv'`, `SELECT * FROM $$x.csv$$`, `SELECT * FROM $a$x.csv$a$`,
		`SELECT * FROM"x.csv"`, `SELECT * FROM'x.csv'`, `select * from "x.csv" limit 1`,
		`SELECT * FROM 'x*.csv'`, `SELECT * FROM "?.csv"`, `SELECT * FROM "[xy].csv"`, `SELECT * FROM 'raw/*.csv'`, `SELECT * FROM "raw/y.csv"`,
		`SELECT * FROM "./x.csv"`, `SELECT * FROM x.json`, `SELECT * FROM "x.json"`,
		`SELECT * FROM t, 'x.csv'`, `SELECT * FROM t, "x.csv" AS f`, `SELECT * FROM t, x.csv f`, `SELECT * FROM t AS z (p, q), 'x.csv'`,
		`SELECT * FROM t JOIN "x.csv" f ON true`, `SELECT * FROM t JOIN x.csv USING (a)`, `SELECT * FROM t SEMI JOIN 'x.csv' USING (a)`,
		`SELECT * FROM t POSITIONAL JOIN 'x.csv'`, `SELECT * FROM t ASOF JOIN 'x.csv' f ON t.a >= f.a`, `SELECT * FROM t NATURAL JOIN "x.csv"`,
		`SELECT * FROM t JOIN u ON t.a = u.a, 'x.csv'`, `SELECT * FROM t JOIN u USING (a), "x.csv"`,
		`SELECT * FROM t JOIN u ON u.a IS DISTINCT FROM t.a, "x.csv"`, `SELECT * FROM t JOIN u ON extract(year FROM u.d) = 1, 'x.csv'`,
		`SELECT * FROM t JOIN u ON {'a': 1}.a = t.a, 'x.csv'`, `SELECT * FROM t JOIN u ON [1, 2][1] = t.a, 'x.csv'`,
		`SELECT * FROM (SELECT 1 AS o ORDER BY 1), 'x.csv'`, `SELECT * FROM (VALUES (1), (2)) v(x), 'x.csv'`, `SELECT * FROM range(3), 'x.csv'`,
		`SELECT * FROM t TABLESAMPLE 10%, 'x.csv'`, `SELECT * FROM (t JOIN 'x.csv' USING (a))`, `SELECT * FROM ('x.csv' CROSS JOIN t)`,
		`SELECT * FROM (("x.csv" CROSS JOIN t) CROSS JOIN u)`, `SELECT * FROM ONLY 'x.csv'`, `SELECT * FROM t, LATERAL (FROM 'x.csv')`,
		`SELECT 1.FROM "x.csv"`, `SELECT 1FROM 'x.csv'`, `SELECT * FROM t JOIN u ON t.a = 1.,'x.csv'`, `SELECT * FROM t "from", x.csv`,
		`SELECT * FROM t PIVOT (sum(b) FOR a IN (1, 2)), "x.csv"`, `SELECT * FROM VALUES (1) v(a), 'x.csv'`, `SELECT * FROM t temp, 'x.csv'`,
		`INSERT INTO temp TABLE 'x.csv'`, `INSERT INTO t AS temp TABLE "x.csv"`,
		`FROM 'x.csv'`, `FROM f: 'x.csv'`, `FROM t, f: "x.csv"`, `FROM x.csv SELECT a, b`, `TABLE 'x.csv'`, `TABLE "x.csv"`, `DESCRIBE x.csv`,
		`SUMMARIZE 'x.csv'`, `PIVOT 'x.csv' ON a USING sum(b)`, `SELECT * FROM (PIVOT "x.csv" ON a USING sum(b))`, `UNPIVOT x.csv ON a, b`,
		`SELECT * FROM t UNION ALL TABLE "x.csv"`, `SELECT * FROM t UNION ALL FROM 'x.csv'`, `SELECT (SELECT max(a) FROM "x.csv")`,
		`SELECT a FROM t WHERE a IN (FROM "x.csv" SELECT a)`, `SELECT a FROM t WHERE EXISTS (TABLE "x.csv")`,
		`WITH c AS MATERIALIZED (SELECT 1 AS k) SELECT * FROM c, 'x.csv'`, `WITH c AS (FROM x.csv) FROM c`,
		"SELECT * FROM/**/'x.csv'", "SELECT * FROM--c\n'x.csv'", "SELECT * FROM -- c\r'x.csv'", "SELECT * FROM /* /* */ */ 'x.csv'",
		"SELECT * FROM t,/* c */\"x.csv\"", "SELECT * FROM read_csv/* c */('x.csv')", "SELECT * FROM\u00a0'x.csv'", "SELECT * FROM t\u2003,\u2003\"x.csv\"",
		`SELECT * FROM read_csv('x.csv')`, `SELECT * FROM read_csv(['x.csv', 'raw/y.csv'])`, `SELECT * FROM "read_csv"('x.csv')`,
		`SELECT * FROM system.main.read_csv_auto('x.csv')`, `SELECT * FROM read_json('x*.json')`, `SELECT * FROM read_parquet(['x.parquet'])`,
		`SELECT * FROM parquet_scan('*.parquet')`, `SELECT * FROM parquet_metadata('x.parquet')`, `SELECT * FROM sniff_csv('x.csv')`,
		`SELECT * FROM query('FROM ''x.csv''')`, `SELECT * FROM query_table('x.csv')`,
		`CALL read_csv('x.csv')`,
		`COPY t FROM 'x.csv'`, `INSERT INTO t FROM "x.csv"`, `INSERT INTO t BY NAME TABLE 'x.csv'`, `CREATE TABLE n AS FROM x.csv`,
		`CREATE OR REPLACE TABLE n AS TABLE "x.csv"`, `CREATE TEMP TABLE n AS (SELECT * FROM t, "x.csv")`,
		`MERGE INTO t USING "x.csv" AS s ON t.a = s.a WHEN MATCHED THEN DELETE`, `DELETE FROM t USING t AS o, 'x.csv' s WHERE t.a = s.a`,
		`UPDATE t SET a = s.a FROM "x.csv" s`, `SELECT * FROM macro()`, `MERGE INTO t USING macro() AS s ON t.a = s.a WHEN MATCHED THEN DELETE`,
	} {
		if !db.reads(statement) {
			t.Errorf("%s: DuckDB reads no file", statement)
		}
		if !refresh.ReadsFile(statement) {
			t.Errorf("%s: is not seen to read a file", statement)
		}
	}
}

// TestTablesThatDuckDBReads is the other side: what can be said to read no file is not built for nothing.
func TestTablesThatDuckDBReads(t *testing.T) {
	t.Parallel()
	db := newFileBench(t)
	tables := []string{`"s"."x.csv"`, `"s"."json"`, `"memory"."s"."x.csv"`}
	for _, statement := range []string{
		`SELECT * FROM "s"."x.csv"`, `SELECT * FROM t, "memory"."s"."x.csv" AS f`, `SELECT * FROM t JOIN "s"."json" USING (a)`,
		`DELETE FROM "s"."x.csv"`, `INSERT INTO "s"."json" SELECT t.a FROM t`, `CREATE TABLE "n.csv" AS SELECT 1 AS a`, `ALTER TABLE "s"."x.csv" ADD COLUMN z INTEGER`,
		`SELECT * FROM memory.main.t, main.u`, `SELECT 'x.csv' AS file, "x.y" FROM (SELECT 1 AS "x.y") WHERE 'a.csv' <> 'b.csv'`,
		`SELECT extract(year FROM DATE '2026-01-31'), trim('.' FROM 'x.csv'), substring('x.csv' FROM 2)`,
		`SELECT a FROM t WHERE a::VARCHAR IS DISTINCT FROM 'x.csv' AND a::VARCHAR IS NOT DISTINCT FROM 'y.csv'`,
		`SELECT t.a, "d.e" FROM t, (SELECT 1 AS "d.e") GROUP BY t.a, "d.e" ORDER BY 1, "d.e" DESC`,
		`SELECT * FROM (VALUES ('x.csv'), ('y.csv')) AS v(name)`, `SELECT unnest(['x.csv', 'y.csv']) FROM t`, `FROM t SELECT a, 'x.csv'`,
		`SELECT * FROM t JOIN u ON t.a = u.a AND t.a NOT IN (1, 2)`, `PIVOT (SELECT 1 AS a, 2 AS b) ON a USING sum(b)`, `SELECT * FROM unnest(['x.csv']) AS v(name)`,
		`SELECT count(*) FILTER (WHERE a > 1) FROM t HAVING count(*) > 0`, `SELECT E'it\'s x.csv' FROM t`, `SELECT 'ж.csv' AS größe FROM t`,
	} {
		if err := db.run(db.empty, statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
		if refresh.ReadsFile(statement, tables...) {
			t.Errorf("%s: seems to read a file", statement)
		}
	}
}

// fileBench is a DuckDB with a few tables, and two folders: one has files and the other has none.
type fileBench struct {
	db          *sql.DB
	t           *testing.T
	full, empty string
}

func newFileBench(t *testing.T) fileBench {
	t.Helper()
	db, err := sql.Open("duckdb", ":memory:?autoinstall_known_extensions=false&autoload_known_extensions=false&threads=1")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	b := fileBench{db: db, t: t, full: t.TempDir(), empty: t.TempDir()}
	for name, text := range map[string]string{"x.csv": "a,b\n1,2\n", "raw/y.csv": "a,b\n3,4\n", "x.json": `{"a": 5}`} {
		path := filepath.Join(b.full, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, statement := range []string{
		`COPY (SELECT 1 AS a) TO '` + b.full + `/x.parquet'`, `CREATE TABLE t (a INTEGER, b INTEGER)`, `CREATE TABLE u (a INTEGER, d DATE)`,
		`CREATE TABLE temp (a INTEGER, b INTEGER)`,
		`CREATE SCHEMA s`, `CREATE TABLE s."x.csv" (a INTEGER)`, `CREATE TABLE s.json (a INTEGER)`,
		`SET file_search_path = '` + b.full + `'`, `CREATE MACRO macro() AS TABLE SELECT * FROM 'x.csv'`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return b
}

// reads reports whether it matters to a statement that the files are there.
func (b fileBench) reads(statement string) bool {
	return b.run(b.full, statement) == nil && b.run(b.empty, statement) != nil
}

// run tries a statement in a folder, and leaves nothing behind.
func (b fileBench) run(folder, statement string) error {
	b.t.Helper()
	ctx, done := context.WithTimeout(b.t.Context(), time.Minute)
	defer done()
	if _, err := b.db.ExecContext(ctx, "SET file_search_path = '"+folder+"'"); err != nil {
		b.t.Fatal(err)
	}
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(ctx, statement)
	return err
}
