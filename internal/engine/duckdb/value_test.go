package duckdb_test

import (
	"fmt"
	"testing"
)

func TestOtherValuesAreDuckDBText(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	for _, tt := range []struct{ expression, dataType, want string }{
		{"[1, NULL, 3]", "INTEGER[]", "[1, NULL, 3]"},
		{"{'a': 1, 'b': 'x y'}", "STRUCT(a INTEGER, b VARCHAR)", "{'a': 1, 'b': x y}"},
		{"MAP {'k': 1.5}", "MAP(VARCHAR, DECIMAL(2,1))", "{k=1.5}"},
		{"'{\"a\": [1, 2]}'::JSON", "JSON", `{"a": [1, 2]}`},
		{"'null'::JSON", "JSON", "null"},
		{"170141183460469231731687303715884105727::HUGEINT", "HUGEINT", "170141183460469231731687303715884105727"},
		{"18446744073709551615::UBIGINT", "UBIGINT", "18446744073709551615"},
		{"INTERVAL '1 year 2 days 03:00:00'", "INTERVAL", "1 year 2 days 03:00:00"},
		{"'00000000-0000-0000-0000-0000000000ff'::UUID", "UUID", "00000000-0000-0000-0000-0000000000ff"},
		{"'b'::ENUM('a', 'b')", "ENUM('a', 'b')", "b"},
		{"'infinity'::DATE", "DATE", "infinity"},
		{"'0044-03-15 (BC)'::DATE", "DATE", "0044-03-15 (BC)"},
		{"'2020-01-01 00:00:00.123456789'::TIMESTAMP_NS", "TIMESTAMP_NS", "2020-01-01 00:00:00.123456789"},
		{"'2020-01-01 00:00:00+02'::TIMESTAMPTZ", "TIMESTAMP WITH TIME ZONE", "2019-12-31 22:00:00+00"},
		{"'0101'::BIT", "BIT", "0101"},
		{"'a\\x00b'::BLOB", "BLOB", "a\\x00b"},
		{"0.1::FLOAT", "FLOAT", "0.1"},
		{"250::UTINYINT", "UTINYINT", "250"},
		{"NULL", "INTEGER", "<nil>"},
	} {
		rows, err := f.session.Query(t.Context(), "SELECT "+tt.expression+" AS v, 1 AS v, 2 AS v_1", 2)
		if err != nil {
			t.Errorf("%s: %v", tt.expression, err)
			continue
		}
		if got := fmt.Sprint(rows.Values[0]...); rows.Columns[0].Type != tt.dataType || got != tt.want+" 1 2" && got != tt.want+"1 2" {
			t.Errorf("%s is %s %q, want %s %q", tt.expression, rows.Columns[0].Type, got, tt.dataType, tt.want)
		}
		if names := rows.Columns[0].Name + rows.Columns[1].Name + rows.Columns[2].Name; names != "vvv_1" {
			t.Errorf("columns %s", names)
		}
	}
}

func TestQueryableStatements(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.exec(t, "CREATE TABLE millrace.s.t AS SELECT 1 AS n")
	for query, want := range map[string]string{
		"FROM millrace.s.t":                   "1",
		"VALUES (1), (2)":                     "1] [2",
		"TABLE millrace.s.t":                  "1",
		"WITH w AS (SELECT 2 AS n) FROM w":    "2",
		"DESCRIBE millrace.s.t":               "n INTEGER YES <nil> <nil> <nil>",
		"SELECT 1 AS a UNION ALL SELECT 2":    "1] [2",
		"(SELECT 3)":                          "3",
		"SELECT 'a;b' AS x;":                  "a;b",
		"SELECT 5 /* ; */ ; -- and a comment": "5",
	} {
		f.wantValues(t, query, want)
	}
}
