package difference_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
)

// What a template writes itself about its own object is known, in every form, and nothing else is taken for it.
func TestWritten(t *testing.T) {
	t.Parallel()
	policy := func(name string) engine.RelationProperty {
		return engine.RelationProperty{Sort: engine.Policy, Name: name}
	}
	option := func(name string) engine.RelationProperty {
		return engine.RelationProperty{Sort: engine.Option, Name: name}
	}
	for statement, tt := range map[string]struct {
		attached engine.RelationProperty
		want     bool
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
		`COMMENT ON TABLE "O"."V" IS 'x'`:                                                              {engine.RelationProperty{Sort: engine.Comment}, true},
		`GRANT SELECT ON "O"."V" TO PUBLIC`:                                                            {engine.RelationProperty{Sort: engine.Right}, false},
		`CREATE VIEW "O"."V" ` + strings.Repeat("WITH (", 100_000):                                     {option("security_barrier"), false},
	} {
		if got := difference.IsWritten(statement, `"O"."V"`, &tt.attached); got != tt.want {
			t.Errorf("%.120s\nwrites %+v: %t", statement, tt.attached, got)
		}
	}
}
