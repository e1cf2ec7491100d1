package deploy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
)

// A column without a written type gets the type that its query returns, and keeps its values. The plan contains the type.
func TestInferredType(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		p := newProject()
		put := func(expression string) {
			p.query("StageSQL", "Q", `SELECT "ID" AS "ID", `+expression+` AS "MORE" FROM {{ ref('SRC', 'ORDERS') }}`)
		}
		fill("ORDERS", orders)(s)
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")...))
		put(`"CITY" || ''`)
		s.deploy(p)
		s.exec("INSERT INTO " + s.name(out, "Q") + " VALUES (1, '12')")
		put(`UPPER("CITY")`)
		if r := s.deploy(p); len(r.Plan.Nodes) > 0 || r.Changes[0].Action != difference.Metadata {
			t.Errorf("an unchanged column has a step:\n%s", printed(r))
		}
		put(`LENGTH("CITY")`)
		r := s.deploy(p)
		retyped := slices.ContainsFunc(r.Changes[0].Columns, func(c difference.ColumnChange) bool {
			return c.Action == difference.ColumnRetyped && strings.Contains(strings.ToUpper(c.To), "INT")
		})
		if !retyped || len(r.Changes[0].Losses) != 1 {
			t.Errorf("the new type is not reported:\n%s", printed(r))
		}
		s.expect(out, "Q", "ID MORE", "1|12")
		put(`CAST("CITY" AS DATE) + 1`) // no number is a date
		r = s.deploy(p)
		if len(r.Changes[0].Losses) != 1 || r.Changes[0].Losses[0].What != "column" {
			t.Errorf("the losses are not reported:\n%s", printed(r))
		}
		s.expect(out, "Q", "ID MORE", "1|-")
	})
}

// If what a query reads changes in the same deploy, its types are unknown before. Values are converted to the types that result.
func TestTypeUnknownUntilUpstreamChanges(t *testing.T) {
	t.Parallel()
	for title, tt := range map[string]struct{ values, kind, want string }{
		"another type":    {"'12', '3'", "BIGINT", "12|3"},
		"another decimal": {"'1.50', '3'", "DECIMAL(9,2)", "1.50|3.00"},
		"the same type":   {"'it''s \"q\" \\', ''", "VARCHAR", `it's "q" \|`},
		"a timestamp":     {"'2024-02-29 23:59:59.123456', NULL", "TIMESTAMP", "2024-02-29 23:59:59.123456|-"},
	} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(t *testing.T, s *fixture) {
				t.Helper()
				p := newProject()
				fill("ORDERS", orders)(s)
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")...))
				p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", "CITY" || '' AS "A", "CITY" || '' AS "B" FROM {{ ref('OUT', 'STG') }}`)
				s.deploy(p)
				s.exec("INSERT INTO " + s.name(out, "Q") + " VALUES (1, " + tt.values + ")")
				p.add(node("Stage", "STG", columns("ID INTEGER", "CITY "+tt.kind, "AMOUNT INTEGER"), ref(src, "ORDERS")))
				p.query("StageSQL", "Q", `SELECT "ID" AS "ID", GREATEST("CITY", "CITY") AS "A", GREATEST("CITY", "CITY") AS "B" FROM {{ ref('OUT', 'STG') }}`)
				r := s.deploy(p)
				if !slices.Contains(codes(r.Issues.Warnings), difference.CodeRetypeMayFail) {
					t.Errorf("the plan has no warning that the retype may fail:\n%s", printed(r))
				}
				s.expect(out, "Q", "A B", tt.want)
			})
		})
	}
}
