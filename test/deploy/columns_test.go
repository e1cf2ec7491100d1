package deploy_test

import "testing"

const orders = `"ID" INTEGER, "CITY" VARCHAR, "AMOUNT" INTEGER, "NOTE" VARCHAR, "SIZE" INTEGER, "KIND" VARCHAR`

// A table keeps its rows while its columns change.
func TestColumnChanges(t *testing.T) {
	t.Parallel()
	rows := []string{"1, 'Köln', 10, NULL, 7, 'x'", "2, 'Łódź', 20, NULL, 7, 'x'"}
	stage := func(definitions ...string) func(*project) {
		return func(p *project) { p.add(node("Stage", "STG", columns(definitions...), ref(src, "ORDERS"))) }
	}
	runScenarioOnLakes(t, "columns",
		scenarioStep{
			title: "first", before: fill("ORDERS", orders, rows...),
			edit: func(p *project) {
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER", "NOTE VARCHAR", "SIZE INTEGER", "KIND VARCHAR")...))
				stage("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")(p)
			},
			check: func(s *fixture) {
				s.expectObject("STG", "table ID CITY AMOUNT")
				s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'Köln', 10), (2, 'Łódź', 20)")
			},
		},
		scenarioStep{
			title: "add a column, one with a default, and one that is required",
			edit:  stage("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER", "NOTE VARCHAR", "SIZE INTEGER default=7", "KIND VARCHAR default='x' required"),
			check: func(s *fixture) {
				s.expect(out, "STG", "ID CITY AMOUNT NOTE SIZE KIND", "1|Köln|10|-|7|x", "2|Łódź|20|-|7|x")
			},
		},
		scenarioStep{
			title: "swap the names of two columns, and rename one to a dropped name",
			edit:  stage("ID INTEGER", "AMOUNT VARCHAR id=CITY", "CITY INTEGER id=AMOUNT", "NOTE INTEGER id=SIZE default=7", "KIND VARCHAR default='x' required"),
			check: func(s *fixture) {
				s.expect(out, "STG", "ID AMOUNT CITY NOTE KIND", "1|Köln|10|7|x", "2|Łódź|20|7|x")
			},
		},
		scenarioStep{
			title: "widen, narrow, and change to a type that values cannot be converted to",
			edit:  stage("ID BIGINT", "AMOUNT VARCHAR id=CITY", "CITY SMALLINT id=AMOUNT", "NOTE DATE id=SIZE", "KIND VARCHAR"),
			check: func(s *fixture) {
				s.expect(out, "STG", "ID AMOUNT CITY NOTE KIND", "1|Köln|10|-|x", "2|Łódź|20|-|x")
			},
		},
		scenarioStep{
			title: "require, and drop",
			edit:  stage("ID BIGINT required", "AMOUNT VARCHAR id=CITY default='none'"),
			check: func(s *fixture) {
				s.expectObject("STG", "table ID AMOUNT")
				s.expect(out, "STG", "ID AMOUNT", "1|Köln", "2|Łódź")
			},
		},
		scenarioStep{title: "no change"},
	)
}
