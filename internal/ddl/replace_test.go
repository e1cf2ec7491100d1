package ddl_test

import (
	"testing"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/sqltext"
)

func TestCreateWithoutReplace(t *testing.T) {
	t.Parallel()
	const name = `"DB"."OUT"."X"`
	for _, tt := range []struct{ statement, want string }{
		{`CREATE OR REPLACE TABLE "DB"."OUT"."X" (a int)`, `CREATE TABLE "DB"."OUT"."X" (a int)`},
		{`create /* a */ or replace view "DB"."OUT"."X" AS SELECT 1`, `create /* a */ view "DB"."OUT"."X" AS SELECT 1`},
		{`CREATE OR REPLACE TABLE "DB"."OUT"."Y" (a int)`, `CREATE OR REPLACE TABLE "DB"."OUT"."Y" (a int)`},
		{`CREATE OR REPLACE FUNCTION f() AS 1`, `CREATE OR REPLACE FUNCTION f() AS 1`},
		{`CREATE TABLE "DB"."OUT"."X" (a int)`, `CREATE TABLE "DB"."OUT"."X" (a int)`},
		{`CREATE OR REPLACE`, `CREATE OR REPLACE`},
		{`DROP TABLE IF EXISTS "DB"."OUT"."X"`, ``},
		{`DROP VIEW "DB"."OUT"."X" CASCADE;`, ``},
		{`DROP TABLE "DB"."OUT"."X", "DB"."OUT"."Y"`, `DROP TABLE "DB"."OUT"."X", "DB"."OUT"."Y"`},
		{`DROP TABLE IF EXISTS "DB"."OUT"."Y"`, `DROP TABLE IF EXISTS "DB"."OUT"."Y"`},
		{`DROP SEQUENCE "DB"."OUT"."X"`, `DROP SEQUENCE "DB"."OUT"."X"`},
		{`INSERT INTO "DB"."OUT"."X" SELECT 1`, `INSERT INTO "DB"."OUT"."X" SELECT 1`},
	} {
		got, isNeeded := ddl.WithoutReplace(tt.statement, sqltext.Canonical(name))
		if !isNeeded {
			got = ""
		}
		if got != tt.want {
			t.Errorf("%s becomes %q, want %q", tt.statement, got, tt.want)
		}
	}
}
