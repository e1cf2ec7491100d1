package deploy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/run"
)

// rights returns the grants on an object and its columns, its owner, and the rights of the owner.
func (s *fixture) rights(name string) []string {
	s.t.Helper()
	return s.read(fmt.Sprintf(`WITH object AS (SELECT oid, relowner, relacl FROM pg_class WHERE oid = '%s'::regclass)
		SELECT attname, CASE grantee WHEN 0 THEN 'PUBLIC' WHEN relowner THEN 'its owner' ELSE pg_get_userbyid(grantee)::text END,
			privilege_type, is_grantable, pg_get_userbyid(relowner)
		FROM (SELECT NULL::name AS attname, relowner, coalesce(relacl, acldefault('r', relowner)) AS acl FROM object
			UNION ALL SELECT attname, relowner, attacl FROM pg_attribute JOIN object ON attrelid = object.oid WHERE NOT attisdropped) o
		CROSS JOIN LATERAL aclexplode(acl)`, s.name(out, name)))
}

// protections returns the row security, the policies and the options of an object.
func (s *fixture) protections(name string) []string {
	s.t.Helper()
	return s.read(fmt.Sprintf(`SELECT (SELECT string_agg(o, ' ' ORDER BY o) FROM unnest(reloptions) o), relrowsecurity, relforcerowsecurity, relreplident::text,
			(SELECT string_agg(concat_ws(' ', polname, polpermissive, polcmd, pg_get_expr(polqual, c.oid), pg_get_expr(polwithcheck, c.oid),
				(SELECT string_agg(coalesce(rolname, 'PUBLIC'), '+' ORDER BY rolname)
					FROM unnest(polroles) r LEFT JOIN pg_roles ON pg_roles.oid = r)), '; ' ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid),
			(SELECT string_agg(pubname, '; ' ORDER BY pubname) FROM pg_publication_rel JOIN pg_publication p ON p.oid = prpubid WHERE prrelid = c.oid)
		FROM pg_class c WHERE c.oid = '%s'::regclass`, s.name(out, name)))
}

// protectedProject returns a project with a table and two views over it, and a table of its own node type, copied at each change, with a view.
func protectedProject(kind string) *project {
	p := projectWithViews("ID "+kind, "CITY VARCHAR", "AMOUNT INTEGER")
	p.nodeType("Indexed", "default", indexed)
	p.add(node("Indexed", "COPIED", columns("ID "+kind, "CITY VARCHAR"), ref(src, "ORDERS")))
	p.query("ViewSQL", "V3", `SELECT "ID", "CITY" FROM {{ ref('OUT', 'COPIED') }}`)
	return p
}

// expectKept deploys; the deploy must change the named objects and keep their properties.
func (s *fixture) expectKept(p *project, state func(name string) []string, names ...string) *difference.Result {
	s.t.Helper()
	before := map[string][]string{}
	for _, name := range names {
		before[name] = state(name)
	}
	r := s.deploy(p)
	if len(r.Issues.Warnings) > 0 {
		s.t.Errorf("want no warnings:\n%s", printed(r))
	}
	for _, name := range names {
		if !slices.ContainsFunc(r.Changes, func(c difference.Change) bool { return string(c.Node) == name }) {
			s.t.Errorf("%s is not changed:\n%s", name, printed(r))
		}
		if got := state(name); !slices.Equal(got, before[name]) {
			s.t.Errorf("%s has\n%s\nhad\n%s\n%s", name, strings.Join(got, "\n"), strings.Join(before[name], "\n"), printed(r))
		}
	}
	return r
}

// Forced row security, policies of every kind, the options of views and tables, and the replica identity are restored when an
// object is recreated.
func TestPoliciesAreRestored(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(protectedProject("INTEGER"))
	one, other := s.role("Zoë's Reader"), s.role("clerk")
	table := s.name(out, "COPIED")
	s.exec(
		"ALTER VIEW "+s.name(out, "V1")+" SET (security_barrier = true, security_invoker = on, check_option = local)",
		"ALTER VIEW "+s.name(out, "V2")+" SET (security_barrier, check_option = cascaded)",
		"ALTER VIEW "+s.name(out, "V3")+" SET (security_invoker)",
		"ALTER TABLE "+table+" ENABLE ROW LEVEL SECURITY", "ALTER TABLE "+table+" FORCE ROW LEVEL SECURITY",
		"ALTER TABLE "+table+" SET (fillfactor = 70, autovacuum_enabled = false)", "ALTER TABLE "+table+" REPLICA IDENTITY FULL",
		fmt.Sprintf(`CREATE POLICY "No ""one"" else" ON %s AS RESTRICTIVE FOR UPDATE TO %s, %s USING ("ID" > 1) WITH CHECK ("CITY" <> 'x''y')`,
			table, quoted(one), quoted(other)),
		"CREATE POLICY everybody ON "+table+" USING (true)",
		`CREATE PUBLICATION "Copies" FOR TABLE `+table,
	)
	s.expectKept(protectedProject("BIGINT"), s.protections, "V1", "V2", "V3", "COPIED")
}

// quoted returns a quoted name of PostgreSQL.
func quoted(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Default rights that were revoked from an object stay revoked.
func TestRevokedRightsStayRevoked(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	reader, clerk, owner := s.role("Reader Ж"), s.role("clerk"), s.role("owner")
	s.exec(
		fmt.Sprintf(`ALTER DEFAULT PRIVILEGES IN SCHEMA "OUT" GRANT SELECT, INSERT, DELETE ON TABLES TO %q WITH GRANT OPTION`, reader),
		fmt.Sprintf(`ALTER DEFAULT PRIVILEGES IN SCHEMA "OUT" GRANT SELECT ON TABLES TO %q`, clerk),
		`ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC`,
		`ALTER DEFAULT PRIVILEGES IN SCHEMA "SRC" GRANT SELECT ON TABLES TO `+quoted(owner),
	)
	s.deploy(protectedProject("INTEGER"))
	for _, name := range []string{"V1", "V3", "COPIED"} {
		object := s.name(out, name)
		s.exec(
			fmt.Sprintf("REVOKE ALL ON %s FROM %q", object, reader), fmt.Sprintf(`GRANT SELECT ("CITY") ON %s TO %q`, object, reader),
			fmt.Sprintf("REVOKE ALL ON %s FROM PUBLIC", object),
		)
	}
	s.exec( // the second view keeps its grants, except for one grant option and the grant to PUBLIC
		fmt.Sprintf("REVOKE GRANT OPTION FOR SELECT ON %s FROM %q", s.name(out, "V2"), reader),
		fmt.Sprintf("REVOKE ALL ON %s FROM PUBLIC", s.name(out, "V2")),
		fmt.Sprintf("ALTER TABLE %s OWNER TO %q", s.name(out, "V2"), owner),
	)
	s.exec("REVOKE INSERT, UPDATE, DELETE ON " + s.name(out, "V1") + " FROM CURRENT_USER") // its owner
	r := s.expectKept(protectedProject("BIGINT"), s.rights, "V1", "V2", "V3", "COPIED")
	if text := printed(r); strings.Contains(text, `FROM "`+owner) || strings.Contains(text, "FROM "+quoted(clerk)) {
		t.Errorf("the plan revokes rights that a new object does not get or that the old object has:\n%s", text)
	}
}

// The role of the connection keeps the rights that the owner of an object granted to it.
func TestRightsOfDeployerAreKept(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(protectedProject("INTEGER"))
	owner := s.role("owner")
	t.Cleanup(func() { s.exec(fmt.Sprintf("REASSIGN OWNED BY %q TO CURRENT_USER", owner)) })
	for _, name := range []string{"V2", "COPIED"} {
		s.exec(fmt.Sprintf("ALTER TABLE %s OWNER TO %q", s.name(out, name), owner), "GRANT SELECT ON "+s.name(out, name)+" TO CURRENT_USER")
	}
	s.expectKept(protectedProject("BIGINT"), s.rights, "V2", "COPIED")
}

// Rights that the owner has in spite of the default privileges are restored, too.
func TestRightsOfOwnerAreKept(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(protectedProject("INTEGER"))
	s.exec("ALTER DEFAULT PRIVILEGES REVOKE TRUNCATE, INSERT ON TABLES FROM CURRENT_USER")
	s.expectKept(protectedProject("BIGINT"), s.rights, "V1", "V2")
}

// A table that becomes a view, and a view that moves to another schema, grant no access to roles without access before.
func TestRevokedRightsStayRevokedWhenKindChanges(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	put := func(location string) *project {
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER")...))
		if location == "" {
			p.add(node("Stage", "X", columns("ID INTEGER"), ref(src, "ORDERS")))
			return p
		}
		n := viewOf("X", columns("ID INTEGER"), ref(src, "ORDERS"))
		n.Location = location
		p.add(n)
		return p
	}
	fill("ORDERS", `"ID" INTEGER`)(s)
	s.deploy(put(""))
	reader := s.role("reader")
	s.exec(fmt.Sprintf("GRANT UPDATE ON %s TO %q", s.name(out, "X"), reader), `CREATE SCHEMA "MART"`)
	for _, schema := range []string{out, mart} {
		s.exec(fmt.Sprintf(`ALTER DEFAULT PRIVILEGES IN SCHEMA %q GRANT SELECT ON TABLES TO %q, PUBLIC`, schema, reader))
	}
	before := s.rights("X")
	s.deploy(put(out))
	if got := s.rights("X"); !slices.Equal(got, before) {
		t.Errorf("the view has %q, the table had %q", got, before)
	}
	s.deploy(put(mart))
	if got := s.read(`SELECT count(*) FROM pg_class c, aclexplode(relacl) WHERE c.oid = '"MART"."X"'::regclass AND grantee <> relowner`); got[0] != "1" {
		t.Errorf("other roles have %s rights, want 1", got)
	}
}

// A plan that grants rights to a role that was dropped since fails and changes nothing; the next plan omits the role.
func TestRightsOfDroppedRole(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	s.deploy(protectedProject("INTEGER"))
	role := quoted("Gone " + s.engine.DefaultDatabase())
	s.exec("CREATE ROLE "+role, fmt.Sprintf("GRANT SELECT ON %s TO %s", s.name(out, "V1"), role))
	r := s.compare(s.compile(protectedProject("BIGINT")))
	s.exec("DROP OWNED BY "+role, "DROP ROLE "+role)
	results, outcome := s.execute(r.Plan)
	if outcome.Status != run.Failed || results["STG"].State != run.NodeFailed {
		t.Errorf("the deployment ended as %+v of\n%s", outcome, printed(r))
	}
	s.storeStates(r, func(step string) bool { return step == "COPIED" })
	if got := s.read(`SELECT pg_typeof("ID")::text FROM (SELECT 1) one LEFT JOIN ` + s.name(out, "V1") + " ON true"); got[0] != "integer" {
		t.Errorf("the column ID of the view has the type %s, want integer", got)
	}
	s.deploy(protectedProject("BIGINT"))
}
