package enginetest

import (
	"strconv"
	"strings"
)

func limitCases() cases {
	return cases{
		"at most limit rows are read":            limitIsKept,
		"a query keeps its order":                orderIsKept,
		"a limit below one is rejected":          limitBelowOne,
		"a long result is not read to its end":   longResult,
		"a query may end in a semicolon":         semicolon,
		"a query may end in a comment":           comment,
		"columns may have the same name":         sameNames,
		"a session works after a partial result": afterPartialResult,
	}
}

func limitIsKept(f *fixture) {
	table := f.numbers(3)
	s := f.open(f.engine)
	for limit, want := range map[int]struct {
		rows int
		more bool
	}{1: {1, true}, 2: {2, true}, 3: {3, false}, 4: {3, false}, 1_000_000: {3, false}} {
		rows := s.query("SELECT n FROM "+table, limit)
		if len(rows.Values) != want.rows || rows.More != want.more {
			f.Errorf("limit %d: %d rows, more %t, want %d, %t", limit, len(rows.Values), rows.More, want.rows, want.more)
		}
	}
}

func orderIsKept(f *fixture) {
	table := f.numbers(10)
	rows := f.open(f.engine).query("SELECT n FROM "+table+" ORDER BY n DESC", 3)
	equal(f, rows.Values, [][]any{{int64(10)}, {int64(9)}, {int64(8)}})
}

func limitBelowOne(f *fixture) {
	s := f.open(f.engine)
	for _, limit := range []int{0, -1} {
		if _, err := s.Query(f.ctx, "SELECT 1", limit); err == nil {
			f.Errorf("limit %d was taken", limit)
		}
	}
}

// longResult would exceed the time limit or the memory if all of it were read.
func longResult(f *fixture) {
	table := f.numbers(10)
	var from []string
	for i := range 13 {
		from = append(from, table+" t"+strconv.Itoa(i))
	}
	rows := f.open(f.engine).query("SELECT t0.n FROM "+strings.Join(from, ", "), 5)
	equal(f, len(rows.Values), 5)
	equal(f, rows.More, true)
}

func semicolon(f *fixture) {
	equal(f, f.open(f.engine).query("SELECT 1 AS one ; ", 1).Values, [][]any{{int64(1)}})
}

func comment(f *fixture) {
	equal(f, f.open(f.engine).query("-- first\nSELECT 1 AS one -- last", 1).Values, [][]any{{int64(1)}})
}

func sameNames(f *fixture) {
	rows := f.open(f.engine).query("SELECT 1 AS a, 2 AS a, 3 AS b", 1)
	equal(f, rows.Values, [][]any{{int64(1), int64(2), int64(3)}})
	equal(f, columnNames(rows.Columns), f.folded("a|a|b"))
}

func afterPartialResult(f *fixture) {
	table := f.numbers(3)
	s := f.open(f.engine)
	s.begin()
	s.query("SELECT n FROM "+table, 1)
	s.exec("INSERT INTO " + table + " VALUES (4, NULL)")
	s.query("SELECT n FROM "+table, 2)
	s.commit()
	f.contains(table, 1, 2, 3, 4)
}
