package enginetest

import (
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

func describeCases() cases {
	return cases{
		"columns come with names and types": describeColumns,
		"the query is not run":              describeDoesNotRun,
		"nothing is changed":                describeChangesNothing,
		"a query that is wrong is refused":  describeRefuses,
		"a query may end in a semicolon":    describeSemicolon,
		"a query may begin with others":     describeWith,
	}
}

func describeColumns(b *bench) {
	d := b.engine.Dialect()
	query := "SELECT CAST(1 AS INTEGER) AS one, CAST('x' AS " + d.Type("VARCHAR") + ") AS \"Two Words\"," +
		" CAST(1.5 AS " + d.Type("DECIMAL(10,2)") + ") AS amount, TRUE AS yes, CAST('2020-01-01' AS DATE) AS day"
	columns, err := b.engine.Describe(b.ctx, query)
	b.ok(err)
	equal(b, columnNames(columns), "one|Two Words|amount|yes|day")
	for i, want := range []string{"INTEGER", d.Type("VARCHAR"), "DECIMAL", "BOOLEAN", "DATE"} {
		if i == 2 {
			want, _, _ = strings.Cut(d.Type("DECIMAL(10,2)"), "(")
		}
		if !strings.HasPrefix(strings.ToUpper(columns[i].Type), want) {
			b.Errorf("column %s has type %s, want %s", columns[i].Name, columns[i].Type, want)
		}
	}
}

func describeDoesNotRun(b *bench) {
	columns, err := b.engine.Describe(b.ctx, b.world.subject.Slow)
	b.ok(err)
	equal(b, len(columns), 1)
}

func describeChangesNothing(b *bench) {
	table := b.numbers(2)
	_, _ = b.engine.Describe(b.ctx, "DELETE FROM "+table) // it may be refused, as long as it is not done
	b.holds(table, 1, 2)
}

func describeRefuses(b *bench) {
	_, err := b.engine.Describe(b.ctx, "SELECT nonsense FROM "+b.numbers(1))
	b.refused(err, fault.Invalid, "nonsense")
	_, err = b.engine.Describe(b.ctx, "SELECT n FROM "+b.table("missing"))
	b.refused(err, fault.Invalid, "missing")
	_, err = b.engine.Describe(b.ctx, "SELEC 1")
	b.refused(err, fault.Invalid, "selec")
}

func describeSemicolon(b *bench) {
	columns, err := b.engine.Describe(b.ctx, "SELECT 1 AS one; -- done")
	b.ok(err)
	equal(b, columnNames(columns), "one")
}

func describeWith(b *bench) {
	columns, err := b.engine.Describe(b.ctx, "WITH w AS (SELECT n FROM "+b.numbers(1)+") SELECT n, n + 1 AS m FROM w ORDER BY 1")
	b.ok(err)
	equal(b, columnNames(columns), "n|m")
}
