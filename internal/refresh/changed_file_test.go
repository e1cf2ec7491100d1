package refresh_test

import (
	"testing"

	"github.com/millrace/millrace/internal/refresh"
)

func TestStatementsThatReadFiles(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		"INSERT INTO t SELECT * FROM read_csv('orders.csv')":                     true,
		"INSERT INTO t SELECT * FROM READ_PARQUET ('orders/*')":                  true,
		"CREATE TABLE t AS SELECT * FROM 'orders.parquet'":                       true,
		"INSERT INTO t SELECT * FROM s JOIN 'raw/orders' AS o USING (i)":         true,
		"INSERT INTO t SELECT * FROM dblink('x', 'SELECT 1') AS d(i)":            true,
		"INSERT INTO t SELECT * FROM postgres_scan('a', 'b', 'c')":               true,
		"SELECT * FROM read_text('x.csv')":                                       true,
		"FROM json_execute_serialized_sql(json_serialize_sql('FROM ''x.csv'''))": true,
		"SELECT query_to_xml('SELECT 1', true, false, '')":                       true,
		"DO $$ BEGIN PERFORM pg_read_file('x'); END $$":                          true,
		"SELECT 1; CALL refill('t')":                                             true,
		"INSERT INTO t SELECT * FROM \"main\".\"orders.shp\"":                    true,
		"INSERT INTO t SELECT * FROM orders.xlsx":                                true,
		"INSERT INTO t SELECT * FROM s(), u":                                     true, // perhaps a macro
		"INSERT INTO t SELECT read_at, \"read_csv\" FROM s":                      false,
		"INSERT INTO t SELECT * FROM s -- read_csv('x.csv')":                     false,
		"INSERT INTO t SELECT 'read_csv(''x.csv'')' FROM s":                      false,
		"INSERT INTO t VALUES (1), (2)":                                          false,
		"INSERT INTO t SELECT * FROM generate_series(1, 3)":                      false,
		"CREATE INDEX i ON t USING btree (a)":                                    false,
		"":                                                                       false,
	} {
		if got := refresh.ReadsFile(statement); got != want {
			t.Errorf("%s: %t, want %t", statement, got, want)
		}
	}
}

// What engines may divide otherwise than the scanner counts as a file.
func TestAmbiguousStatementsReadFiles(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		`SELECT 'C:\', a FROM 'x.csv' WHERE b = '\'`,
		`SELECT 'it\'s', a FROM t`,
		"SELECT '{{', a FROM 'x.csv' WHERE b = '}}'",
		"SELECT 1 {# FROM 'x.csv' #}",
		"SELECT * FROM t /* FROM 'x.csv'",
		"SELECT 'x FROM t",
		"SELECT * FROM\u00a0'x.csv'",
		"SELECT * FROM t,\u2003x.csv",
		"SELECT @abs(\"x\") FROM t",
	} {
		if !refresh.ReadsFile(statement) {
			t.Errorf("%s: reads no file, they say", statement)
		}
	}
}

// In an engine that reads no files by name, a name is a table.
func TestNamesAreTablesElsewhere(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		`SELECT * FROM "x.csv"`:               false,
		`SELECT * FROM raw.json`:              false,
		`COPY t FROM '/x.csv'`:                true,
		`SELECT * FROM pg_read_file('x')`:     true,
		`SELECT * FROM t JOIN mine() ON true`: true,
	} {
		if got := refresh.ReadsForeign(statement); got != want {
			t.Errorf("%s: %t, want %t", statement, got, want)
		}
	}
}
