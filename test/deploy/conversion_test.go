package deploy_test

import "testing"

// Columns get types that no value fits, also the only column of a table, and BOOLEAN becomes every kind of number.
func TestTypeConversions(t *testing.T) {
	t.Parallel()
	put := func(name string, definitions ...string) func(*project) {
		return func(p *project) { p.add(node("Stage", name, columns(definitions...), ref(src, "ORDERS"))) }
	}
	all := func(parts ...func(*project)) func(*project) {
		return func(p *project) {
			for _, part := range parts {
				part(p)
			}
		}
	}
	runScenario(t, "conversions",
		scenarioStep{
			title: "first", before: fill("ORDERS", `"A" INTEGER, "B" INTEGER, "C" INTEGER, "D" INTEGER`),
			edit: all(
				func(p *project) {
					p.add(source("ORDERS", columns("A INTEGER", "B INTEGER", "C INTEGER", "D INTEGER")...))
				},
				put("ONE", "A INTEGER"), put("TRUTH", "A BOOLEAN", "B BOOLEAN", "C BOOLEAN default=TRUE", "D BOOLEAN"),
			),
			check: func(s *fixture) {
				s.exec("INSERT INTO "+s.name(out, "ONE")+" VALUES (1)", "INSERT INTO "+s.name(out, "TRUTH")+" VALUES (TRUE, FALSE, NULL, TRUE)")
			},
		},
		scenarioStep{
			title: "the only column becomes a required date, and booleans become numbers",
			edit:  all(put("ONE", "A DATE required"), put("TRUTH", "A NUMERIC(10,2)", "B BIGINT", "C SMALLINT default=1", "D INTEGER")),
			check: func(s *fixture) {
				s.expect(out, "ONE", "A")
				s.expect(out, "TRUTH", "A B C D", "1.00|0|-|1")
			},
		},
		scenarioStep{
			title: "the types change back",
			edit:  put("TRUTH", "A BOOLEAN", "B BOOLEAN", "C BOOLEAN default=TRUE", "D BOOLEAN"),
			check: func(s *fixture) { s.expect(out, "TRUTH", "A B C D", "true|false|-|true") },
		},
	)
}
