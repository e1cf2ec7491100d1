package execute_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/execute"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// reload returns a node that loads its table completely.
func (s *realEngine) reload(name, values string, more ...string) plan.Node {
	table := s.Dialect().Qualify(s.DefaultDatabase(), "STG", name)
	n := node(name, append([]string{"DELETE FROM " + table, "INSERT INTO " + table + " (\"n\")\nSELECT v FROM (VALUES " + values + ") AS t(v)"}, more...)...)
	n.Schema.Database = s.DefaultDatabase()
	return n
}

// reloads returns a plan that loads two plain tables completely, the fewest that are replaced, and other nodes.
func (s *realEngine) reloads(values string, others ...plan.Node) plan.Plan {
	for i := range 2 {
		others = append(others, s.reload(fmt.Sprintf("T%02d", i), values))
	}
	return planOf(others...)
}

// run runs statements outside of a plan.
func (s *realEngine) run(statements ...string) {
	s.t.Helper()
	session := s.session()
	defer session.Close() //nolint:errcheck // the next session would fail
	for _, statement := range statements {
		if _, err := session.Exec(s.t.Context(), s.located(statement)); err != nil {
			s.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// createReloaded creates the tables of reloads.
func (s *realEngine) createReloaded() {
	s.t.Helper()
	if err := s.Prepare(s.t.Context(), []engine.Schema{{Database: s.DefaultDatabase(), Name: "STG"}}); err != nil {
		s.t.Fatal(err)
	}
	for i := range 2 {
		s.run(fmt.Sprintf(`CREATE TABLE "STG"."T%02d" (n INTEGER, added INTEGER DEFAULT 7)`, i), fmt.Sprintf(`INSERT INTO "STG"."T%02d" (n) VALUES (1)`, i))
	}
}

// sent returns the statement that a node sent first.
func (s *realEngine) sent(p plan.Plan, name string) string {
	for i := range p.Nodes {
		if p.Nodes[i].Name == name {
			if replaced := s.journal.last()[p.Nodes[i].ID].Queries[0].SQL; replaced != "" {
				return replaced
			}
			return p.Nodes[i].Stages[0].SQL
		}
	}
	return ""
}

// TestFullReloadReplacesTables compares definitions before and after. A table with anything beside its columns is emptied instead.
func TestFullReloadReplacesTables(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.createReloaded()
		s.run(`CREATE SEQUENCE "STG"."numbers"`, `SELECT nextval('`+s.located(`"STG"."numbers"`)+`')`)
		special := map[string]string{ // with a statement after the creation
			"KEYED":     `CREATE INDEX by_n ON "STG"."KEYED" (n)`,
			"REMARKED":  `COMMENT ON TABLE "STG"."REMARKED" IS 'of a user'`,
			"EXPLAINED": `COMMENT ON COLUMN "STG"."EXPLAINED".n IS 'of a user'`,
			"UNIQUE":    `SELECT 1`,
			"CHECKED":   `SELECT 1`,
			"ALTERED":   `SELECT 1`,
			"SELF":      `INSERT INTO "STG"."SELF" VALUES (1)`,
			"MIRRORED":  `CREATE VIEW "STG"."MIRROR" AS SELECT n FROM "STG"."MIRRORED"`,
		}
		clauses := map[string]string{"UNIQUE": " UNIQUE", "CHECKED": " CHECK (n > 0)"}
		reads := map[string]string{"SELF": `"SELF"`, "MIRRORED": `"SECOND"`} // their own tables, after these were emptied
		var others []plan.Node
		for name, statement := range special {
			s.run(fmt.Sprintf(`CREATE TABLE "STG".%q (n INTEGER%s)`, name, clauses[name]), statement)
			reloaded := s.reload(name, "(2)")
			if reads[name] != "" {
				reloaded.Stages[1].SQL += s.located(` WHERE v NOT IN (SELECT n FROM "STG".` + reads[name] + `)`)
			}
			others = append(others, reloaded)
		}
		s.run(fmt.Sprintf(`CREATE TABLE %s (n INTEGER NOT NULL, "key (a" BIGINT DEFAULT nextval('%s') NOT NULL)`,
			s.located(`"STG"."NUMBERED"`), s.located(`"STG"."numbers"`)))
		s.run(`CREATE TABLE "STG"."PLAIN" (n BIGINT)`, `CREATE VIEW "STG"."SECOND" AS SELECT n FROM "STG"."MIRROR"`)
		others = append(others, s.reload("NUMBERED", "(2), (3)"), s.reload("PLAIN", "(2)"),
			node("LATER", `COMMENT ON TABLE "STG"."ALTERED" IS 'during the run'`))
		before := s.definitions()
		p := s.reloads("(2)", others...)
		s.execute(p, run.Completed)
		after := s.definitions()
		delete(before, "ALTERED")
		for name, definition := range before {
			if after[name] != definition {
				s.t.Errorf("the definition of %s was\n%s\nand is\n%s", name, definition, after[name])
			}
			isReplaced := strings.HasPrefix(s.sent(p, name), "CREATE OR REPLACE TABLE ")
			if want := s.Capabilities().Embedded && special[name] == ""; isReplaced != want {
				s.t.Errorf("%s was loaded by %s", name, s.sent(p, name))
			}
		}
		if strings.HasPrefix(s.sent(p, "ALTERED"), "CREATE") {
			s.t.Error("a table was replaced that another node comments")
		}
		s.holds(`SELECT n + added FROM "STG"."T01"`, int64(9))
		s.holds(`SELECT "key (a" FROM "STG"."NUMBERED" ORDER BY n`, int64(2), int64(3)) // the sequence goes on
		for _, name := range []string{"KEYED", "PLAIN", "SELF", "MIRRORED"} {
			s.holds(`SELECT n FROM "STG"."`+name+`"`, int64(2))
		}
		if isFilled := strings.Contains(s.sent(p, "PLAIN"), " AS\nSELECT "); isFilled != s.Capabilities().Embedded {
			s.t.Errorf("PLAIN was loaded by %s", s.sent(p, "PLAIN"))
		}
	})
}

// definitions returns the definitions of the tables.
func (s *realEngine) definitions() map[string]string {
	s.t.Helper()
	query := `SELECT table_name, coalesce(sql, '') || index_count || coalesce(comment, '') || (SELECT coalesce(string_agg(c.comment, ','), '')
		FROM duckdb_columns() AS c WHERE c.table_oid = t.table_oid AND c.database_oid = t.database_oid) FROM duckdb_tables() AS t WHERE schema_name = 'STG'`
	if !s.Capabilities().Embedded {
		query = `SELECT table_name, string_agg(column_name || data_type || is_nullable || coalesce(column_default, ''), ',' ORDER BY ordinal_position)
			FROM information_schema.columns WHERE table_schema = 'STG' GROUP BY table_name`
	}
	session := s.session()
	defer session.Close() //nolint:errcheck // the next session would fail
	rows, err := session.Query(s.t.Context(), query, 1000)
	if err != nil {
		s.t.Fatal(err)
	}
	found := map[string]string{}
	for _, row := range rows.Values {
		found[fmt.Sprint(row[0])] = fmt.Sprint(row[1])
	}
	return found
}

// TestFullReloadKeepsRowsOnFailure has a test that halts, and a view that reads the table.
func TestFullReloadKeepsRowsOnFailure(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.createReloaded()
		s.run(`CREATE VIEW "STG"."SEEN" AS SELECT n FROM "STG"."T00"`)
		bad := s.reload("T99", "(2)", `TEST SELECT n FROM "STG"."T99"`)
		s.run(`CREATE TABLE "STG"."T99" (n INTEGER)`, `INSERT INTO "STG"."T99" VALUES (1)`)
		s.execute(s.reloads("(2), (3)", bad), run.Failed)
		s.holds(`SELECT n FROM "STG"."T99"`, int64(1))
		s.holds(`SELECT n FROM "STG"."SEEN" ORDER BY n`, int64(2), int64(3))
	})
}

// TestFullReloadDoesNotDisturbReaders has a transaction that read a table before it is replaced several times, with enough rows that
// the engine writes them to its file.
func TestFullReloadDoesNotDisturbReaders(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *realEngine) {
		s.createReloaded()
		s.run(`INSERT INTO "STG"."T00" (n) SELECT i FROM generate_series(1, 1000000) AS series(i)`)
		reader := s.session()
		defer reader.Close() //nolint:errcheck // nothing depends on it
		sum := func() string {
			rows, err := reader.Query(t.Context(), s.located(`SELECT count(*) || ' ' || sum(n) || ' ' || sum(n % 1000 * added) FROM "STG"."T00"`), 1)
			if err != nil {
				s.t.Fatal(err)
			}
			return fmt.Sprint(rows.Values)
		}
		isolation := "SELECT 1"
		if !s.Capabilities().Embedded {
			isolation = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"
		}
		if err := reader.Begin(t.Context()); err != nil {
			s.t.Fatal(err)
		}
		if _, err := reader.Exec(t.Context(), isolation); err != nil {
			s.t.Fatal(err)
		}
		before := sum()
		for round := range 3 {
			work := s.work(s.reloads(fmt.Sprintf("(%d)", round)))
			work.Label.WorkID = fmt.Sprint("org/1/", round)
			work.Plan.Nodes[0].Stages[1].SQL = s.located(`INSERT INTO "STG"."T00" (n) SELECT 2000000 - i FROM generate_series(1, 1000000) AS series(i)`)
			if outcome, ok := execute.Execute(t.Context(), work); !ok || outcome.Status != run.Completed {
				s.t.Fatal(outcome, s.problems())
			}
			if after := sum(); after != before {
				s.t.Errorf("the reader saw %s and then %s", before, after)
			}
		}
	})
}
