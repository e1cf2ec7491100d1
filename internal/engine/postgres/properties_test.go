package postgres_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/engine"
)

// attachedTo returns the properties of a relation, one per line.
func (f *fixture) attachedTo(name string) []string {
	f.Helper()
	schema := engine.Schema{Name: "a"}
	listed, err := f.engine.Catalog(f.Context(), schema)
	if err != nil {
		f.Fatal(err)
	}
	var lines []string
	for _, relation := range listed[schema] {
		for _, a := range relation.Properties {
			if relation.Name != name {
				continue
			}
			line := strings.TrimSpace(fmt.Sprintf("%s %s %s %s", a.Kind, a.Name, a.Column, a.Schema))
			if a.Before == "" {
				lines = append(lines, line+"| lost: "+a.What)
				continue
			}
			lines = append(lines, line+"| "+a.Statement("x"))
			if a.Lift != "" {
				lines = append(lines, "lift| "+a.ShowAllRowsStatement("x"))
			}
		}
	}
	return lines
}

// role creates a role with a name that needs quotes.
func (f *fixture) role() string {
	f.Helper()
	name := f.server.account(f.T).Settings["user"].(string)
	f.Cleanup(func() { f.server.execf(f.T, "DROP OWNED BY %s CASCADE", name) })
	return name
}

// Revocations of default privileges are listed before the grants, and only where the relation has fewer privileges.
func TestPrivilegesWithDefaultPrivileges(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reader := f.role()
	t.Cleanup(func() { f.server.execf(t, "DROP OWNED BY %s CASCADE", f.connection.Settings["user"]) }) // and its default privileges
	named := `"` + reader + `"`
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE SCHEMA a", `CREATE SCHEMA "Other"`, "CREATE TABLE a.plain (n int)", "CREATE TABLE a.less (n int)",
		"REVOKE TRUNCATE ON a.less FROM CURRENT_USER")
	if got := f.attachedTo("plain"); len(got) > 0 {
		t.Errorf("a table without grants has %q", got)
	}
	f.exec(s, "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
		"ALTER DEFAULT PRIVILEGES IN SCHEMA a GRANT INSERT ON TABLES TO "+named,
		`ALTER DEFAULT PRIVILEGES IN SCHEMA "Other" GRANT INSERT, SELECT ON TABLES TO `+named,
		"CREATE TABLE a.usual (n int)", "CREATE TABLE a.open (n int)", "GRANT SELECT, UPDATE (n) ON a.open TO "+named+" WITH GRANT OPTION")
	for name, want := range map[string][]string{
		"usual": {
			"surplus   Other| REVOKE ALL ON TABLE x FROM " + named,
			"right| GRANT INSERT ON TABLE x TO " + named, "right| GRANT SELECT ON TABLE x TO PUBLIC",
		},
		"open": {
			"right| GRANT INSERT ON TABLE x TO " + named, "right| GRANT SELECT ON TABLE x TO " + named + " WITH GRANT OPTION",
			"right| GRANT SELECT ON TABLE x TO PUBLIC", "right  n| GRANT UPDATE (n) ON TABLE x TO " + named + " WITH GRANT OPTION",
		},
		"plain": {
			"surplus   Other| REVOKE ALL ON TABLE x FROM " + named, "surplus   a| REVOKE ALL ON TABLE x FROM " + named,
			"surplus| REVOKE ALL ON TABLE x FROM PUBLIC",
		},
		"less": {
			"surplus   Other| REVOKE ALL ON TABLE x FROM " + named, "surplus   a| REVOKE ALL ON TABLE x FROM " + named,
			"surplus| REVOKE ALL ON TABLE x FROM PUBLIC", "right| REVOKE ALL ON TABLE x FROM CURRENT_USER",
			"right| GRANT DELETE ON TABLE x TO CURRENT_USER", "right| GRANT INSERT ON TABLE x TO CURRENT_USER",
			"right| GRANT REFERENCES ON TABLE x TO CURRENT_USER", "right| GRANT SELECT ON TABLE x TO CURRENT_USER",
			"right| GRANT TRIGGER ON TABLE x TO CURRENT_USER", "right| GRANT UPDATE ON TABLE x TO CURRENT_USER",
		},
	} {
		got := f.attachedTo(name)
		for i := range got { // newer servers have more rights
			got[i] = strings.ReplaceAll(got[i], "right| GRANT MAINTAIN ON TABLE x TO CURRENT_USER", "")
		}
		if diff := cmp.Diff(want, notEmpty(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func notEmpty(lines []string) []string {
	var kept []string
	for _, line := range lines {
		if line != "" {
			kept = append(kept, line)
		}
	}
	return kept
}

// Row protections are listed completely; properties that cannot be restored are listed without a statement.
func TestProtectionsAreListed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE SCHEMA a", "CREATE TABLE a.kept (n int PRIMARY KEY, m int)", "ALTER TABLE a.kept REPLICA IDENTITY USING INDEX kept_pkey",
		"ALTER TABLE a.kept ENABLE ROW LEVEL SECURITY", "ALTER TABLE a.kept FORCE ROW LEVEL SECURITY", `CREATE POLICY "Some" ON a.kept USING (n > 1)`,
		"CREATE RULE nothing AS ON DELETE TO a.kept DO INSTEAD NOTHING", "CREATE PUBLICATION ours FOR TABLE a.kept",
		"CREATE VIEW a.seen WITH (security_barrier) AS SELECT n FROM a.kept")
	f.server.execf(t, "CREATE PUBLICATION theirs FOR TABLE a.kept")
	f.server.execf(t, "SET allow_system_table_mods = on") // labels need a program that the server has loaded, and it has none
	f.server.execf(t, `INSERT INTO pg_seclabel VALUES ('a.kept'::regclass, 'pg_class'::regclass, 2, 'a n', 'it''s secret')`)
	want := []string{
		"| ALTER TABLE x ENABLE ROW LEVEL SECURITY", "lift| ALTER TABLE x NO FORCE ROW LEVEL SECURITY", "| ALTER TABLE x FORCE ROW LEVEL SECURITY",
		`policy Some| CREATE POLICY "Some" ON x AS PERMISSIVE FOR ALL TO PUBLIC USING ((n > 1))`,
		`m| SECURITY LABEL FOR "a n" ON COLUMN x.m IS 'it''s secret'`,
		"| lost: the replica identity", "| ALTER PUBLICATION ours ADD TABLE x", "| lost: the publication theirs", "| lost: the rule nothing",
	}
	if diff := cmp.Diff(want, f.attachedTo("kept")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"option security_barrier| ALTER VIEW x SET (security_barrier = 'true')"}, f.attachedTo("seen")); diff != "" {
		t.Error(diff)
	}
}
