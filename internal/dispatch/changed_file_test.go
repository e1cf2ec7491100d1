package dispatch_test

import (
	"testing"

	"github.com/millrace/millrace/internal/dispatch"
)

func TestStatementsThatReadFiles(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		"INSERT INTO t SELECT * FROM read_csv('orders.csv')":             true,
		"INSERT INTO t SELECT * FROM READ_PARQUET ('orders/*')":          true,
		"CREATE TABLE t AS SELECT * FROM 'orders.parquet'":               true,
		"INSERT INTO t SELECT * FROM s JOIN 'raw/orders' AS o USING (i)": true,
		"INSERT INTO t SELECT * FROM dblink('x', 'SELECT 1') AS d(i)":    true,
		"INSERT INTO t SELECT * FROM postgres_scan('a', 'b', 'c')":       true,
		"INSERT INTO t SELECT read_at, \"read_csv\" FROM s":              false,
		"INSERT INTO t SELECT * FROM s -- read_csv('x.csv')":             false,
		"INSERT INTO t SELECT 'read_csv(''x.csv'')' FROM s":              false,
		"INSERT INTO t SELECT extract(year FROM '2026-01-31')":           false,
		"INSERT INTO t VALUES (1), (2)":                                  false,
		"INSERT INTO t SELECT * FROM generate_series(1, 3)":              false,
		"": false,
	} {
		if got := dispatch.ReadsFile(statement); got != want {
			t.Errorf("%s: %t, want %t", statement, got, want)
		}
	}
}
