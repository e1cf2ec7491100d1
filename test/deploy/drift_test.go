package deploy_test

import "testing"

// Manual changes are reported and reverted.
func TestDrift(t *testing.T) {
	t.Parallel()
	stg := func(s *fixture) string { return s.name(out, "STG") }
	runScenario(t, "drift",
		scenarioStep{
			title: "existing tables are adopted, or altered to match the project",
			before: func(s *fixture) {
				s.exec("CREATE TABLE "+stg(s)+` ("ID" INTEGER NOT NULL, "CITY" VARCHAR)`, "INSERT INTO "+stg(s)+" VALUES (1, 'a')",
					"CREATE TABLE "+s.name(out, "OTHER")+` ("ID" BIGINT, "OLD" VARCHAR)`, "INSERT INTO "+s.name(out, "OTHER")+" VALUES (1, 'a')",
					"CREATE VIEW "+s.name(out, "THIRD")+` AS SELECT 1 AS "ID"`)
			},
			edit: func(p *project) {
				p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
				p.add(node("Stage", "STG", columns("ID INTEGER required", "CITY VARCHAR"), ref(src, "ORDERS")))
				p.add(node("Stage", "OTHER", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
				p.add(node("Stage", "THIRD", columns("ID INTEGER"), ref(src, "ORDERS")))
			},
			check: func(s *fixture) {
				s.expect(out, "STG", "ID CITY", "1|a")
				s.expect(out, "OTHER", "ID CITY", "1|-")
				s.expectObject("THIRD", "table ID")
			},
		},
		scenarioStep{
			title: "columns were added, dropped and changed manually",
			before: func(s *fixture) {
				s.exec("ALTER TABLE "+stg(s)+` ADD COLUMN "MINE" INTEGER`, "UPDATE "+stg(s)+` SET "MINE" = 5`,
					"ALTER TABLE "+stg(s)+` DROP COLUMN "CITY"`, "ALTER TABLE "+stg(s)+` ALTER COLUMN "ID" DROP NOT NULL`,
					"ALTER TABLE "+s.name(out, "OTHER")+` ALTER COLUMN "ID" SET DATA TYPE VARCHAR`)
			},
			check: func(s *fixture) {
				s.expectObject("STG", "table ID CITY")
				s.expect(out, "STG", "ID CITY", "1|-")
				s.expect(out, "OTHER", "ID CITY", "1|-")
			},
		},
		scenarioStep{
			title: "one table is missing, and another is a view",
			before: func(s *fixture) {
				s.exec("DROP TABLE "+stg(s), "DROP TABLE "+s.name(out, "OTHER"), "CREATE VIEW "+s.name(out, "OTHER")+` AS SELECT 1 AS "ID"`)
			},
			check: func(s *fixture) {
				s.expectObject("STG", "table ID CITY")
				s.expectObject("OTHER", "table ID CITY")
			},
		},
		scenarioStep{
			title:  "the table of a deleted node is already missing",
			before: func(s *fixture) { s.exec("DROP TABLE " + stg(s)) },
			edit:   func(p *project) { p.remove("nodes/OUT-STG.yml") },
		},
	)
}
