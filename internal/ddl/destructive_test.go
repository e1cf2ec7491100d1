package ddl_test

import (
	"testing"

	"github.com/millrace/millrace/internal/ddl"
)

func TestDestructiveStatements(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		"DROP TABLE x":                       true,
		"drop\ntable x":                      true,
		"-- drop it\n/* all */ DROP TABLE x": true,
		"TRUNCATE\tx":                        true,
		"DELETE FROM x":                      true,
		"WITH y AS (SELECT 1) DELETE FROM x USING y":    true,
		"CREATE OR REPLACE TABLE x AS SELECT 1":         true,
		"create or /**/ replace transient table x (a)":  true,
		"ALTER TABLE x DROP COLUMN a":                   true,
		"ALTER TABLE IF EXISTS x ADD b INT, DROP a":     true,
		"ALTER TABLE x ALTER COLUMN a TYPE INTEGER":     true,
		"ALTER TABLE x ALTER a SET DATA TYPE INTEGER":   true,
		"ALTER TABLE x ALTER COLUMN a DROP NOT NULL":    false,
		"ALTER TABLE x ALTER COLUMN a DROP DEFAULT":     false,
		`ALTER TABLE "DROP" ADD COLUMN "TYPE" INTEGER`:  false,
		"ALTER VIEW x DROP COLUMN a":                    false,
		"CREATE TABLE x AS SELECT 'DROP'":               false,
		"CREATE OR REPLACE VIEW x AS SELECT 1":          false,
		"CREATE OR REPLACE TEMP TABLE x AS SELECT 1":    false,
		"CREATE OR REPLACE MACRO f() AS TABLE SELECT 1": false,
		"INSERT INTO x SELECT 1":                        false,
		"-- DROP TABLE x":                               false,
		"":                                              false,
		"ALTER":                                         false,
		"CREATE OR":                                     false,
	} {
		if got := ddl.IsDestructive(statement); got != want {
			t.Errorf("%q is destructive: %v", statement, got)
		}
	}
}
