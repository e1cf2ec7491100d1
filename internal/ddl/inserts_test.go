package ddl_test

import (
	"testing"

	"github.com/millrace/millrace/internal/ddl"
)

func TestStatementsThatInsertRows(t *testing.T) {
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
		if got := ddl.InsertsRows(statement, `"T"`); got != want {
			t.Errorf("%q inserts rows: %v", statement, got)
		}
	}
}
