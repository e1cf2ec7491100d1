package deploy_test

import (
	"fmt"
	"strings"
	"testing"
)

// protectingTemplate is a create template that protects its table by itself. READER stands for a role.
const protectingTemplate = `{{ stage('Create') }}
CREATE TABLE {{ this }} ({% for c in columns %}"{{ c.name }}" {{ c.dataType }}{{ ' PRIMARY KEY' if loop.first }}{{ ', ' if not loop.last }}{% endfor %}) WITH (fillfactor = 80)
{{ stage('Enable row security') }}
ALTER TABLE {{ this }} ENABLE ROW LEVEL SECURITY
{{ stage('Create policy') }}
CREATE POLICY "Some Rows" ON {{ this }} USING ("ID" > 10)
{{ stage('Grant') }}
GRANT SELECT ON {{ this }} TO READER
`

// Properties that a template sets are neither restored nor revoked, because the template defines them.
func TestPropertiesOfTemplateAreKept(t *testing.T) {
	t.Parallel()
	s := newFixture(t, "postgres")
	reader := s.role("reader")
	put := func(kind, template string) *project {
		p := newProject()
		p.add(source("ORDERS", columns("ID INTEGER", "CITY VARCHAR")...))
		p.nodeType("Guarding", "default", strings.ReplaceAll(template, "READER", quoted(reader)))
		p.add(node("Guarding", "X", columns("ID "+kind, "CITY VARCHAR"), ref(src, "ORDERS")))
		return p
	}
	old := strings.NewReplacer("fillfactor = 80", "fillfactor = 70", "> 10", "> 5").Replace(protectingTemplate)
	s.deploy(put("INTEGER", old))
	table := s.name(out, "X")
	s.exec("CREATE POLICY more ON "+table+" FOR SELECT USING (true)", "ALTER TABLE "+table+" SET (autovacuum_enabled = false)",
		fmt.Sprintf("REVOKE SELECT ON %s FROM %q", table, reader), "REVOKE ALL ON "+table+" FROM PUBLIC",
		fmt.Sprintf("ALTER DEFAULT PRIVILEGES GRANT SELECT, INSERT ON TABLES TO %q, PUBLIC", reader))
	s.deploy(put("BIGINT", protectingTemplate))
	want := fmt.Sprintf(`{fillfactor=80,autovacuum_enabled=false}|Some Rows ("ID" > 10); more true|%s SELECT`, reader)
	got := s.read(fmt.Sprintf(`SELECT reloptions::text,
		(SELECT string_agg(polname || ' ' || pg_get_expr(polqual, polrelid), '; ' ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid),
		(SELECT string_agg(coalesce(u.rolname, 'PUBLIC') || ' ' || privilege_type, '; ')
			FROM aclexplode(relacl) LEFT JOIN pg_roles u ON u.oid = grantee WHERE grantee <> relowner)
		FROM pg_class c WHERE oid = '%s'::regclass`, table))
	if got[0] != want {
		t.Errorf("the table has\n%s\nwant\n%s", got[0], want)
	}
}
