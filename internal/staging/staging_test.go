package staging_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/staging"
)

func trino(t *testing.T) *dialect.Dialect {
	t.Helper()
	d, ok := dialect.Lookup("trino")
	if !ok {
		t.Fatal("no dialect")
	}
	return d
}

// node returns a node with the table "c"."s"."T"; a statement with TEST in front is a test that halts, with TEST? one that does not.
func node(statements ...string) *plan.Node {
	n := &plan.Node{Name: "T", Schema: engine.Schema{Database: "c", Name: "s"}}
	for _, text := range statements {
		stage := plan.Stage{Kind: plan.SQL, SQL: text}
		if query, ok := strings.CutPrefix(text, "TEST? "); ok {
			stage = plan.Stage{Kind: plan.Test, SQL: query, ContinueOnFailure: true}
		} else if query, ok := strings.CutPrefix(text, "TEST "); ok {
			stage = plan.Stage{Kind: plan.Test, SQL: query}
		}
		n.Stages = append(n.Stages, stage)
	}
	return n
}

func TestAnalyze(t *testing.T) {
	t.Parallel()
	const (
		table  = `"c"."s"."T"`
		insert = "INSERT INTO " + table + ` ("A", "B")` + "\nSELECT 1, 2"
		merge  = "MERGE INTO " + table + " AS target\nUSING \"c\".\"s\".\"T__LOAD\" AS loaded\nON target.a = loaded.a\nWHEN MATCHED THEN UPDATE SET b = 1"
		test   = "SELECT * FROM " + table //nolint:unqueryvet // as the library writes tests
	)
	names := map[staging.Kind]string{
		staging.Direct: "direct", staging.Replace: "replace", staging.Append: "append", staging.Merge: "merge", staging.Copy: "copy",
	}
	roles := map[staging.Role]string{
		staging.Test: "test", staging.Load: "load", staging.Empty: "empty", staging.Work: "work", staging.Outside: "outside", staging.Late: "late", staging.Clean: "clean",
	}
	for _, tt := range []struct {
		name, want string
		node       *plan.Node
	}{
		{"full load", "replace 0:empty 1:load", node("DELETE FROM "+table, insert)},
		{"full load with tests", "replace 0:test 1:empty 2:load 3:load 4:test", node("TEST "+test, "TRUNCATE TABLE s.t", insert, insert, "TEST "+test)},
		{"own statement", "replace 0:load 1:test", node("CREATE OR REPLACE TABLE "+table+" AS SELECT 1 AS a", "TEST "+test)},
		{"append", "append 0:load 1:test", node(insert, "TEST "+test)},
		{"append twice", "copy 0:load 1:load", node(insert, insert)},
		{"work table", "merge 0:work 1:work 2:work 3:test 4:load 5:clean", node(
			`DROP TABLE IF EXISTS "c"."s"."T__LOAD"`, `CREATE TABLE "c"."s"."T__LOAD" AS SELECT 1`, `INSERT INTO "c"."s"."T__LOAD" SELECT 1`,
			`TEST SELECT 1 FROM "c"."s"."T__LOAD"`, merge, `DROP TABLE IF EXISTS "c"."s"."T__LOAD"`)},
		{"merge with a test that halts", "copy 0:load 1:test", node(merge, "TEST "+test)},
		{"merge with a test that does not", "merge 0:load 1:late 2:test", node(merge, "TEST? "+test, "TEST? SELECT 1")},
		{"update", "copy 0:load", node("UPDATE " + table + " SET a = 1")},
		{"delete some", "copy 0:load 1:load", node("DELETE FROM "+table+" WHERE a = 1", insert)},
		{"before and after", "append 0:outside 1:work 2:load 3:outside 4:late 5:test", node(
			"INSERT INTO log VALUES (1)", "SELECT 1", insert, "INSERT INTO log SELECT COUNT(*) FROM "+table, "GRANT SELECT ON "+table+" TO x", "TEST "+test)},
		{"create and load", "direct 0:outside 1:outside", node("CREATE TABLE "+table+" (a INTEGER)", insert)},
		{"only a definition", "direct 0:outside", node("ALTER TABLE " + table + " ADD COLUMN a INTEGER")},
		{"maintenance after the load", "append 0:load 1:late", node(insert, "ALTER TABLE "+table+" EXECUTE optimize")},
		{"another table", "direct 0:outside", node("INSERT INTO other SELECT 1")},
		{"a view", "direct 0:outside", node("CREATE OR REPLACE VIEW " + table + " AS SELECT 1")},
	} {
		form := staging.Analyze(trino(t), tt.node)
		got := names[form.Kind]
		for i, role := range form.Roles {
			got += fmt.Sprintf(" %d:%s", i, roles[role])
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestInsertIsTakenApart(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`INSERT INTO s.t ("A", b) SELECT 1`:   `["A" "b"]  SELECT 1`,
		`INSERT INTO s.t SELECT 1`:            `[]  SELECT 1`,
		`INSERT INTO s.t (SELECT 1)`:          `[]  (SELECT 1)`,
		`INSERT INTO s.t (a) VALUES (1), (2)`: `["a"]  VALUES (1), (2)`,
	} {
		form := staging.Analyze(trino(t), node(text))
		if got := fmt.Sprint(form.Insert.Columns, " ", form.Insert.Query); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	renamings := []staging.Renaming{{From: `"c"."s"."T"`, To: `"c"."_millrace"."w1"`}, {From: `"c"."s"."T__LOAD"`, To: `"c"."_millrace"."w2"`}}
	for text, want := range map[string]string{
		`SELECT * FROM "c"."s"."T"`:                                                    `SELECT * FROM "c"."_millrace"."w1" AS "T"`,
		`SELECT "T".a FROM s.t WHERE 1 = 1`:                                            `SELECT "T".a FROM "c"."_millrace"."w1" AS "T" WHERE 1 = 1`,
		`SELECT s.t.a, s.t.* FROM s.t`:                                                 `SELECT "T".a, "T".* FROM "c"."_millrace"."w1" AS "T"`,
		`SELECT x.a FROM c.s.t AS x JOIN s.t y ON true`:                                `SELECT x.a FROM "c"."_millrace"."w1" AS x JOIN "c"."_millrace"."w1" y ON true`,
		`DELETE FROM s.t WHERE a IN (SELECT a FROM s.t)`:                               `DELETE FROM "c"."_millrace"."w1" WHERE a IN (SELECT a FROM "c"."_millrace"."w1" AS "T")`,
		`INSERT INTO s.t (a) SELECT 's.t' FROM t`:                                      `INSERT INTO "c"."_millrace"."w1" (a) SELECT 's.t' FROM t`,
		`MERGE INTO s.t AS target USING "c"."s"."T__LOAD" AS loaded ON 1 = 0`:          `MERGE INTO "c"."_millrace"."w1" AS target USING "c"."_millrace"."w2" AS loaded ON 1 = 0`,
		`UPDATE s.t SET a = 1 -- of s.t`:                                               `UPDATE "c"."_millrace"."w1" SET a = 1 -- of s.t`,
		`MERGE INTO s.t USING x ON s.t.a = x.a WHEN MATCHED THEN UPDATE SET b = s.t.b`: `MERGE INTO "c"."_millrace"."w1" AS "T" USING x ON "T".a = x.a WHEN MATCHED THEN UPDATE SET b = "T".b`,
		`UPDATE s.t SET a = s.t.b WHERE a IN (SELECT s.t.a FROM s.t)`:                  `UPDATE "c"."_millrace"."w1" SET a = "w1".b WHERE a IN (SELECT "T".a FROM "c"."_millrace"."w1" AS "T")`,
		`SELECT s.t.a FROM x, s.t, y WHERE f(a, s.t.b) = 1`:                            `SELECT "T".a FROM x, "c"."_millrace"."w1" AS "T", y WHERE f(a, "T".b) = 1`,
		`SELECT 1 FROM other.s.t, x.s, "c"."s"."t2"`:                                   `SELECT 1 FROM other.s.t, x.s, "c"."s"."t2"`,
	} {
		if got := staging.Rename(trino(t), text, renamings); got != want {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// A table can be created from its own rows: only the table that the statement creates is another one.
func TestRenameTarget(t *testing.T) {
	t.Parallel()
	target := staging.Renaming{From: `"c"."s"."T"`, To: `"c"."_millrace"."w1"`}
	load := staging.Renaming{From: `"c"."s"."T__LOAD"`, To: `"c"."_millrace"."w2"`}
	got := staging.RenameTarget(trino(t), `CREATE OR REPLACE TABLE s.t AS SELECT a FROM s.t JOIN s.t__load ON true`, target, []staging.Renaming{load})
	if want := `CREATE OR REPLACE TABLE "c"."_millrace"."w1" AS SELECT a FROM s.t JOIN "c"."_millrace"."w2" AS "T__LOAD" ON true`; got != want {
		t.Errorf("got %s", got)
	}
}

func TestRepeatableStatements(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"CREATE OR REPLACE VIEW v AS SELECT 1": true, "DROP TABLE IF EXISTS t": true, "CREATE TABLE IF NOT EXISTS t (a INT)": true,
		"DELETE FROM t": true, "SELECT 1": true, "DELETE FROM t WHERE a = 1": false, "CREATE TABLE t (a INT)": false,
		"ALTER TABLE IF EXISTS t ADD COLUMN a INT": false, "ALTER TABLE t ADD COLUMN a INT": false, "INSERT INTO t SELECT 1": false, "GRANT SELECT ON t TO x": false,
	} {
		if got := staging.Repeatable(trino(t), node(text)); got[0] != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	got := staging.Repeatable(trino(t), node(
		"INSERT INTO s.t SELECT 1", "CREATE OR REPLACE TABLE s.t (a INT)", "INSERT INTO s.t SELECT 1", "INSERT INTO other SELECT 1", "TEST SELECT 1"))
	if want := []bool{false, true, true, false, true}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
