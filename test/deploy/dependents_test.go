package deploy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// projectWithViews returns a project with a table, a view over it, and a view over that view. The first view reads two columns, the second one.
func projectWithViews(definitions ...string) *project {
	p := newProject()
	p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")...))
	p.add(node("Stage", "STG", columns(definitions...), ref(src, "ORDERS")))
	for _, pair := range [][]string{{"V1", "STG", "ID", "CITY"}, {"V2", "V1", "ID"}} {
		p.query("ViewSQL", pair[0], fmt.Sprintf(`SELECT "%s" FROM {{ ref('OUT', '%s') }}`, strings.Join(pair[2:], `", "`), pair[1]))
	}
	return p
}

// A view can be read while what it reads is altered repeatedly.
func TestReadersDuringDeploys(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(projectWithViews("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER"))
	s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'a', 1)")
	reader, err := s.engine.Session(s.ctx, engine.Label{WorkID: "reader", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	over, failed := make(chan struct{}), make(chan error, 1)
	go func() {
		defer close(failed)
		for reads := 0; ; reads++ {
			select {
			case <-over:
				return
			default:
			}
			rows, err := reader.Query(s.ctx, `SELECT COUNT(*) FROM `+s.name(out, "V2"), 1)
			if err == nil && rows.Values[0][0] != int64(1) {
				err = fmt.Errorf("the view has %v rows, want 1", rows.Values[0][0])
			}
			if err != nil {
				failed <- fmt.Errorf("after %d reads: %w", reads, err)
				return
			}
		}
	}()
	for _, kind := range []string{"BIGINT", "VARCHAR", "BIGINT", "INTEGER"} {
		s.deploy(projectWithViews("ID "+kind, "CITY VARCHAR", "AMOUNT INTEGER"))
	}
	close(over)
	if err := <-failed; err != nil {
		t.Error(err)
	}
	_ = reader.Close() // it has no open transaction
}

// A failed change does not change the views over its table.
func TestFailedChangeKeepsViews(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		s.deploy(projectWithViews("ID INTEGER", "CITY VARCHAR"))
		s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'no number')")
		c := s.compile(projectWithViews("ID BIGINT", "CITY INTEGER"))
		r := s.compare(c)
		results, outcome := s.execute(r.Plan)
		if outcome.Status != run.Failed {
			t.Fatalf("the deployment ended as %+v", outcome)
		}
		s.storeStates(r, func(step string) bool {
			return step != "" && results[r.Plan.Nodes[indexOf(r, step)].ID].State == run.NodeComplete
		})
		s.expect(out, "V1", "ID CITY", "1|no number")
		s.expect(out, "V2", "ID", "1")
		s.exec("UPDATE " + s.name(out, "STG") + ` SET "CITY" = '7'`)
		s.deploy(projectWithViews("ID BIGINT", "CITY INTEGER"))
		s.expect(out, "V1", "ID CITY", "1|7")
	})
}

func indexOf(r *difference.Result, step string) int {
	return slices.IndexFunc(r.Plan.IDs(), func(id transform.NodeID) bool { return string(id) == step })
}

// Tables that share a view are altered in one step with it, also if the view moves to another schema.
func TestTablesThatShareAView(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		put := func(kind, location string) *project {
			p := newProject()
			p.add(source("ORDERS", columns("ID INTEGER")...))
			p.add(node("Stage", "A", columns("ID "+kind), ref(src, "ORDERS")))
			p.add(node("Stage", "B", columns("ID "+kind), ref(src, "ORDERS")))
			p.write("nodes/"+location+"-V.sql", fmt.Sprintf("@id(%q)\n@nodeType(%q)\n%s\n", "V", "ViewSQL",
				`SELECT a."ID" FROM {{ ref('OUT', 'A') }} a JOIN {{ ref('OUT', 'B') }} b ON a."ID" = b."ID"`))
			return p
		}
		s.deploy(put("INTEGER", out))
		s.exec("INSERT INTO "+s.name(out, "A")+" VALUES (1)", "INSERT INTO "+s.name(out, "B")+" VALUES (1)")
		r := s.deploy(put("BIGINT", mart))
		if s.kind == "postgres" && len(r.Plan.Nodes) != 1 {
			t.Errorf("want one transaction:\n%s", printed(r))
		}
		s.expect(mart, "V", "ID", "1")
		for i := range r.Changes {
			for _, step := range r.Changes[i].Steps {
				stages := r.Plan.Nodes[indexOf(r, step.ID)].Stages[step.Offset:]
				for k, statement := range step.Statements {
					if stages[k].SQL != statement.SQL {
						t.Errorf("statement %d of %s is\n%s\nwant\n%s", k, step.ID, stages[k].SQL, statement.SQL)
					}
				}
			}
		}
	})
}

// role creates a role for the test.
func (s *fixture) role(prefix string) string {
	s.t.Helper()
	role := prefix + "_" + s.read("SELECT current_database()")[0]
	s.exec(fmt.Sprintf(`CREATE ROLE %q`, role), fmt.Sprintf(`GRANT USAGE, CREATE ON SCHEMA "OUT" TO %q`, role))
	s.t.Cleanup(func() { s.exec(fmt.Sprintf(`DROP OWNED BY %q`, role), fmt.Sprintf(`DROP ROLE %q`, role)) })
	return role
}

// propertiesOf returns the rights, the owner and the comments of an object.
func (s *fixture) propertiesOf(name string) []string {
	s.t.Helper()
	return s.read(fmt.Sprintf(`SELECT c.relacl::text, pg_get_userbyid(c.relowner), obj_description(c.oid, 'pg_class'), col_description(c.oid, 1),
		(SELECT string_agg(a.attacl::text, ';' ORDER BY a.attnum) FROM pg_attribute a WHERE a.attrelid = c.oid)
		FROM pg_class c WHERE c.oid = '%s'::regclass`, s.name(out, name)))
}

// The properties of a view or a table are restored when it is recreated. A view that reads none of the changed columns is not
// recreated.
func TestPropertiesAreRestored(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	p := projectWithViews("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER")
	p.nodeType("Indexed", "default", indexed)
	p.add(node("Indexed", "COPIED", columns("ID INTEGER", "CITY VARCHAR"), ref(src, "ORDERS")))
	s.deploy(p)
	reader, owner := s.role("reader"), s.role("owner")
	before := map[string][]string{}
	for _, name := range []string{"V1", "V2", "COPIED"} {
		kind := "VIEW"
		if name == "COPIED" {
			kind = "TABLE"
		}
		object := s.name(out, name)
		s.exec(
			fmt.Sprintf(`GRANT SELECT, INSERT ON %s TO %q WITH GRANT OPTION`, object, reader), "GRANT SELECT ON "+object+" TO PUBLIC",
			fmt.Sprintf(`GRANT UPDATE ("ID") ON %s TO %q`, object, reader), fmt.Sprintf(`COMMENT ON %s %s IS 'it''s \ %s'`, kind, object, name),
			fmt.Sprintf(`COMMENT ON COLUMN %s."ID" IS 'the number'`, object), fmt.Sprintf(`ALTER TABLE %s OWNER TO %q`, object, owner),
		)
		before[name] = s.propertiesOf(name)
	}
	s.exec("ALTER TABLE "+s.name(out, "COPIED")+" ENABLE ROW LEVEL SECURITY",
		fmt.Sprintf(`CREATE POLICY "some rows" ON %s FOR SELECT TO %q USING ("ID" > 1)`, s.name(out, "COPIED"), reader))
	p.add(node("Stage", "STG", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT BIGINT"), ref(src, "ORDERS")))
	if r := s.deploy(p); len(r.Changes) != 1 {
		t.Errorf("a view changes that reads no changed column:\n%s", printed(r))
	}
	p.add(node("Stage", "STG", columns("ID BIGINT", "CITY VARCHAR", "AMOUNT BIGINT"), ref(src, "ORDERS")))
	p.add(node("Indexed", "COPIED", columns("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER"), ref(src, "ORDERS")))
	r := s.deploy(p)
	if len(r.Issues.Warnings) > 0 || len(r.Changes) != 4 {
		t.Errorf("want four changes and no warning:\n%s", printed(r))
	}
	for name, want := range before {
		if got := s.propertiesOf(name); !slices.Equal(got, want) {
			t.Errorf("%s has the properties %q, had %q:\n%s", name, got, want, printed(r))
		}
	}
	if got := s.read("SELECT policyname, cmd, qual FROM pg_policies"); !slices.Equal(got, []string{`some rows|SELECT|("ID" > 1)`}) {
		t.Errorf("the policies are %q", got)
	}
	p.query("ViewSQL", "V1", `SELECT "ID" AS "NUMBER", "CITY" FROM {{ ref('OUT', 'STG') }}`)
	p.query("ViewSQL", "V2", `SELECT "NUMBER" AS "ID" FROM {{ ref('OUT', 'V1') }}`)
	r = s.deploy(p)
	if !slices.ContainsFunc(r.Issues.Warnings, func(i difference.Issue) bool { return i.Code == difference.CodePropertiesLost && i.Node == "V1" }) {
		t.Errorf("the lost column grant is not reported:\n%s", printed(r))
	}
}

// A view that is not a node blocks the change of what it reads, unless it reads other columns.
func TestUnmanagedViewBlocksChange(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(projectWithViews("ID INTEGER", "CITY VARCHAR", "AMOUNT INTEGER"))
	s.exec(`CREATE SCHEMA theirs`, `CREATE VIEW theirs."Seen" AS SELECT "CITY" FROM `+s.name(out, "STG"),
		`CREATE VIEW theirs.more AS SELECT "ID" FROM `+s.name(out, "V2"))
	stops := func(p *project) string {
		var found []string
		for _, issue := range s.compare(s.compile(p)).Issues.Blocking {
			found = append(found, issue.Code+" "+issue.Name+": "+issue.Message)
		}
		return strings.Join(found, "\n")
	}
	for title, tt := range map[string]struct {
		definitions []string
		names       []string // what the issues name
	}{
		"a column that no view reads": {[]string{"ID INTEGER", "CITY VARCHAR", "AMOUNT BIGINT"}, nil},
		"a column that it reads":      {[]string{"ID INTEGER", "CITY VARCHAR(70)", "AMOUNT INTEGER"}, []string{`"theirs"."Seen"`, `"theirs"."more"`}},
		"another view under it":       {[]string{"ID BIGINT", "CITY VARCHAR", "AMOUNT INTEGER"}, []string{`"theirs"."more"`}},
		"a column is dropped":         {[]string{"ID INTEGER", "CITY VARCHAR"}, nil},
	} {
		got := stops(projectWithViews(tt.definitions...))
		if len(tt.names) == 0 && got != "" || strings.Count(got, difference.CodeBlockedByView) != len(tt.names) {
			t.Errorf("%s is blocked by %q, want %q", title, got, tt.names)
		}
		for _, name := range tt.names {
			if !strings.Contains(got, name) {
				t.Errorf("%s is blocked by %q, want %q", title, got, name)
			}
		}
	}
	s.exec(`DROP VIEW theirs."Seen"`, "DROP VIEW theirs.more")
	s.deploy(projectWithViews("ID BIGINT", "CITY VARCHAR(70)", "AMOUNT BIGINT"))
}

// Existing views that were never deployed are recreated together with what they read.
func TestExistingViewsAreAdopted(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *fixture) {
		t.Helper()
		s.deploy(projectWithViews("ID INTEGER", "CITY VARCHAR"))
		s.exec("INSERT INTO " + s.name(out, "STG") + " VALUES (1, 'a')")
		s.stored = map[transform.NodeID]difference.State{}
		s.deploy(projectWithViews("ID BIGINT", "CITY VARCHAR"))
		s.expect(out, "V2", "ID", "1")
	})
}
