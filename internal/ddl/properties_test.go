package ddl_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/sqltext"
)

// The properties that statements set for an object are found in every form, and no others.
func TestProperties(t *testing.T) {
	t.Parallel()
	type property func(*ddl.Properties) bool
	policy := func(name string) property { return func(p *ddl.Properties) bool { return p.HasPolicy(name) } }
	option := func(name string) property { return func(p *ddl.Properties) bool { return p.HasOption(name) } }
	comment := func(p *ddl.Properties) bool { return p.HasComments }
	nothing := func(p *ddl.Properties) bool { return p.HasComments || p.HasPolicy("SELECT") || p.HasOption("SELECT") }
	for statement, tt := range map[string]struct {
		has  property
		want bool
	}{
		`CREATE VIEW "O"."V" WITH (security_barrier) AS SELECT 1`:                                      {option("security_barrier"), true},
		`create or replace view "O"."V" ("A", "B") with (a = 1, Security_Barrier=true) AS SELECT 1, 2`: {option("security_barrier"), true},
		`/* WITH */ CREATE TABLE "O"."V" (a int DEFAULT (1)) WITH (x = 'a,b)', "fillfactor" = 7)`:      {option("fillfactor"), true},
		`ALTER VIEW IF EXISTS "O"."V" SET (check_option = local)`:                                      {option("check_option"), true},
		`CREATE VIEW "O"."V" AS SELECT 1 WITH LOCAL CHECK OPTION`:                                      {option("check_option"), true},
		`CREATE VIEW "O"."V" AS WITH security_barrier AS (SELECT 1) SELECT 1`:                          {option("security_barrier"), false},
		`CREATE VIEW "O"."V" AS SELECT 'WITH (security_barrier)' -- WITH (security_barrier)`:           {option("security_barrier"), false},
		`CREATE VIEW "O"."W" WITH (security_barrier) AS SELECT 1`:                                      {option("security_barrier"), false},
		`ALTER TABLE "O"."W" SET (fillfactor = 70)`:                                                    {option("fillfactor"), false},
		`CREATE VIEW "O"."V" WITH (`:                                                                   {option("security_barrier"), false},
		`CREATE POLICY "Some Rows" ON "O"."V" USING (true)`:                                            {policy("Some Rows"), true},
		`CREATE POLICY Some_Rows ON ` + "\n" + `"O"."V" USING (true)`:                                  {policy("some_rows"), true},
		`CREATE POLICY "Some Rows" ON "O"."W" USING (true)`:                                            {policy("Some Rows"), false},
		`CREATE POLICY "some rows" ON "O"."V"`:                                                         {policy("Some Rows"), false},
		`CREATE POLICY`:                                                                                {policy("Some Rows"), false},
		`COMMENT ON TABLE "O"."V" IS 'x'`:                                                              {comment, true},
		`GRANT SELECT ON "O"."V" TO PUBLIC`:                                                            {nothing, false},
		`CREATE VIEW "O"."V" ` + strings.Repeat("WITH (", 100_000):                                     {option("security_barrier"), false},
	} {
		if got := tt.has(ddl.ReadProperties([]string{statement}, sqltext.Canonical(`"O"."V"`))); got != tt.want {
			t.Errorf("%.120s\nsets the property: %t", statement, got)
		}
	}
}
