package postgres_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/engine"
)

// Queries that cannot be nested are limited all the same.
func TestEveryKindOfQueryIsLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t AS SELECT generate_series(1, 9) AS n")
	for _, query := range []string{
		"SELECT n FROM t ORDER BY n",
		"select n from t order by n ; \n",
		"-- a;b\nSELECT n FROM t ORDER BY n -- c",
		"SELECT n FROM t ORDER BY n; -- c",
		"(SELECT n FROM t ORDER BY n)",
		"WITH w AS (SELECT n FROM t) SELECT n FROM w ORDER BY n",
		"WITH q AS (SELECT n FROM t) SELECT n FROM q ORDER BY n",
		"WITH w AS (UPDATE t SET n = n RETURNING n) SELECT n FROM w ORDER BY n",
		"INSERT INTO t SELECT n FROM t ORDER BY n RETURNING n",
		"VALUES (1), (2), (3), (4)",
		"TABLE t",
		"SELECT n FROM t ORDER BY n FOR UPDATE",
		"SELECT n FROM t WHERE 'insert into;' <> '' ORDER BY n",
		"FETCH ALL FROM c",
	} {
		if err := s.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.exec(s, "DECLARE c CURSOR FOR SELECT n FROM t ORDER BY n")
		rows, err := s.Query(t.Context(), query, 3)
		if err != nil || fmt.Sprint(rows.Values) != "[[1] [2] [3]]" || !rows.More {
			t.Errorf("%s: %v, more %t, %v", query, rows.Values, rows.More, err)
		}
		if err := s.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

// Without the leader's participation, a worker reads every row, or there are no workers.
func TestQueriesUseParallelWorkers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t AS SELECT generate_series(1, 1000) AS n", "SET min_parallel_table_scan_size TO 0", "SET parallel_setup_cost TO 0",
		"SET parallel_tuple_cost TO 0", "SET parallel_leader_participation TO off",
		"CREATE FUNCTION worker() RETURNS int LANGUAGE plpgsql PARALLEL SAFE COST 10000 AS 'BEGIN RETURN pg_backend_pid(); END'")
	if got := f.value(s, "SELECT count(*) FROM t WHERE worker() <> "+s.ID()); got != int64(1000) {
		t.Errorf("%v rows were looked at by workers, want all 1000", got)
	}
}

func TestErrorPositionsInQueries(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	for query, want := range map[string]string{
		"SELECT 'é',\n  nonsense": "(line 2, column 3)",
		"nonsense":                "(line 1, column 1)",
		"SELECT 1 FROM":           "(line 2, column 1)", // the server misses something at the end
		"WITH w AS (DELETE FROM missing) SELECT 1\nFROM w": "(line 1, column 24)",
	} {
		_, err := s.Query(t.Context(), query, 1)
		f.refused(err, "invalid", want)
	}
	var none engine.Rows
	if rows, err := s.Query(t.Context(), "SELECT 1 WHERE FALSE", 1); err != nil || rows.Values == nil || rows.More != none.More {
		t.Errorf("%v, %v", rows, err)
	}
}
