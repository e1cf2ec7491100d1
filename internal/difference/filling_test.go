package difference_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
)

func TestFillingStatements(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		`CREATE TABLE "T" AS SELECT 1 AS a`:                                       true,
		`CREATE OR REPLACE TABLE "T" AS FROM x`:                                   true,
		`CREATE TABLE "T" ("A") AS SELECT 1`:                                      true,
		`CREATE TABLE "T" AS (SELECT a FROM x)`:                                   true,
		`CREATE TABLE "T" AS SELECT a FROM (SELECT a FROM x WHERE 1 = 0) y`:       true,
		`CREATE TABLE "T" AS SELECT a FROM x UNION ALL SELECT a FROM y WHERE 1=0`: true,
		`CREATE TABLE "T" AS SELECT COUNT(*) FROM x WHERE 1 = 0`:                  true,
		`CREATE TABLE "T" AS SELECT a FROM x WHERE b OR c AND 1 = 0`:              true,
		`CREATE TABLE "T" CLONE x`:                                                true,
		`INSERT INTO "T" VALUES (1)`:                                              true,
		"-- rows\ninsert into \"T\" (a) select 1":                                 true,
		`MERGE INTO "T" USING x ON TRUE`:                                          true,
		`CREATE TABLE "T" AS SELECT a FROM x WHERE 1 = 0`:                         false,
		`CREATE TABLE "T" AS (SELECT a FROM x WHERE 1=0);`:                        false,
		`CREATE TABLE "T" AS SELECT a FROM x WHERE b > (SELECT 1) AND FALSE`:      false,
		`CREATE TABLE "T" AS SELECT a FROM x UNION SELECT 1 LIMIT 0`:              false,
		`CREATE TABLE "T" AS SELECT a FROM x WITH NO DATA`:                        false,
		`CREATE TABLE "T" (a INTEGER, b INTEGER GENERATED ALWAYS AS (a + 1))`:     false,
		`CREATE TABLE "U" AS SELECT 1 AS a`:                                       false,
		`CREATE VIEW "T" AS SELECT 1 AS a`:                                        false,
		`INSERT INTO "U" SELECT * FROM "T"`:                                       false,
		`INSERT INTO`:                                                             false,
		`CREATE INDEX i ON "T" (a)`:                                               false,
		``:                                                                        false,
	} {
		if got := difference.Fills(statement); got != want {
			t.Errorf("%q fills the table: %v", statement, got)
		}
	}
}

// A table whose template fills it is not made anew with its old rows beside the new ones; that they go is said.
func TestATableThatFillsItself(t *testing.T) {
	t.Parallel()
	const query, seed = `CREATE TABLE {{ this }} AS SELECT 1 AS "A"`, `CREATE TABLE {{ this }} ("A" INTEGER PRIMARY KEY); INSERT INTO {{ this }} VALUES (1)`
	for name, tt := range map[string]struct {
		before, after string
		isCopied      bool
	}{
		"a query":        {query, query + " + 1", false},
		"rows":           {seed, seed + ", (2)", false},
		"an empty query": {query + " WHERE 1 = 0", query + " + 1 WHERE 1 = 0", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, r := deployed(t, typed("default", tt.before, "A INTEGER"), typed("default", tt.after, "A INTEGER"))
			if len(r.Changes) != 1 || len(r.Plan.Nodes) != 1 {
				t.Fatalf("%+v", r.Changes)
			}
			var sql strings.Builder
			for _, stage := range r.Plan.Nodes[0].Stages {
				sql.WriteString(stage.SQL + "\n")
			}
			isLost := len(r.Changes[0].Destroys) == 1 && r.Changes[0].Destroys[0].What == "table"
			if isCopied := strings.Contains(sql.String(), "FROM \"main\".\"OUT\".\"mr_old_"); isCopied != tt.isCopied || isLost == tt.isCopied {
				t.Errorf("%+v in\n%s", r.Changes[0].Destroys, sql.String())
			}
		})
	}
}
