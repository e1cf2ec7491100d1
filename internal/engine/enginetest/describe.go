package enginetest

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

func describeCases() cases {
	return cases{
		"columns have names and types":   describeColumns,
		"the query is not run":           describeDoesNotRun,
		"no row changes":                 describeChangesNothing,
		"an invalid query is rejected":   describeRefuses,
		"a query may end in a semicolon": describeSemicolon,
		"a query may begin with WITH":    describeWith,
	}
}

func describeColumns(f *fixture) {
	d := f.engine.Dialect()
	query := "SELECT CAST(1 AS INTEGER) AS one, CAST('x' AS " + d.Type("VARCHAR") + ") AS \"Two Words\"," +
		" CAST(1.5 AS " + d.Type("DECIMAL(10,2)") + ") AS amount, TRUE AS yes, CAST('2020-01-01' AS DATE) AS day"
	columns, err := f.engine.Describe(f.ctx, query)
	f.ok(err)
	equal(f, columnNames(columns), f.folded("one")+"|Two Words|"+f.folded("amount|yes|day"))
	for i, want := range []string{f.typeName("INTEGER"), f.typeName("VARCHAR"), f.typeName("DECIMAL(10,2)"), "BOOLEAN", "DATE"} {
		if i == 2 {
			want, _, _ = strings.Cut(want, "(")
		}
		if !strings.HasPrefix(strings.ToUpper(columns[i].Type), want) {
			f.Errorf("column %s has type %s, want %s", columns[i].Name, columns[i].Type, want)
		}
	}
}

func describeDoesNotRun(f *fixture) {
	columns, err := f.engine.Describe(f.ctx, f.suiteState.subject.Slow)
	f.ok(err)
	equal(f, len(columns), 1)
}

func describeChangesNothing(f *fixture) {
	table := f.numbers(2)
	_, _ = f.engine.Describe(f.ctx, "DELETE FROM "+table) // it may be rejected, but must not run
	f.contains(table, 1, 2)
}

func describeRefuses(f *fixture) {
	_, err := f.engine.Describe(f.ctx, "SELECT nonsense FROM "+f.numbers(1))
	f.refused(err, fault.Invalid, "nonsense")
	_, err = f.engine.Describe(f.ctx, "SELECT n FROM "+f.table("missing"))
	f.refused(err, fault.Invalid, "missing")
	_, err = f.engine.Describe(f.ctx, "SELEC 1")
	f.refused(err, fault.Invalid, "selec")
}

func describeSemicolon(f *fixture) {
	columns, err := f.engine.Describe(f.ctx, "SELECT 1 AS one; -- done")
	f.ok(err)
	equal(f, columnNames(columns), f.folded("one"))
}

func describeWith(f *fixture) {
	columns, err := f.engine.Describe(f.ctx, "WITH w AS (SELECT n FROM "+f.numbers(1)+") SELECT n, n + 1 AS m FROM w ORDER BY 1")
	f.ok(err)
	equal(f, columnNames(columns), f.folded("n|m"))
}
