package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// attached lists the properties of the relations of a schema, as the beginning and the end of the statements that
// restore them. The parts set the order. Privileges come early and the owner late, because a former owner may not grant
// privileges. Only a member of a role can make it the owner, while the owner of the schema can drop its relations. A
// trigger has no beginning: its creator must create it again.
const attached = `
WITH relation AS (
	SELECT c.oid, c.relname, c.relkind, c.relowner, c.relacl, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, c.relreplident,
		CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind
	FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
), ` + rights + `, statements (relname, part, sort, name, attname, what, before, after, schema, lift) AS (
	` + rightStatements + `
	UNION ALL
	SELECT relname, 4, 'comment', '', a.attname, 'a comment',
		CASE WHEN a.attname IS NULL THEN 'COMMENT ON ' || kind || ' ' ELSE 'COMMENT ON COLUMN ' END,
		coalesce('.' || pg_catalog.quote_ident(a.attname), '') || ' IS ' || pg_catalog.quote_literal(d.description), '', ''
	FROM relation c
	JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objoid = c.oid
	LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
	UNION ALL
	` + protectionStatements + `
	UNION ALL
	` + replicationStatements + `
	UNION ALL
	SELECT c.relname, 11, '', '', NULL, 'the trigger ' || g.tgname, '', '', '', ''
	FROM relation c JOIN pg_catalog.pg_trigger g ON g.tgrelid = c.oid AND NOT g.tgisinternal
	UNION ALL
	SELECT c.relname, 12, '', '', NULL, 'the rule ' || r.rulename, '', '', '', ''
	FROM relation c JOIN pg_catalog.pg_rewrite r ON r.ev_class = c.oid AND r.rulename <> '_RETURN'
	UNION ALL
	SELECT relname, 13, '', '', NULL, 'the owner ' || u.rolname,
		CASE WHEN pg_catalog.pg_has_role(relowner, 'MEMBER') THEN 'ALTER ' || kind || ' ' ELSE '' END,
		' OWNER TO ' || pg_catalog.quote_ident(u.rolname), '', ''
	FROM relation JOIN pg_catalog.pg_roles u ON u.oid = relowner
	WHERE u.rolname <> current_user
)
SELECT relname, sort, name, coalesce(attname, ''), what, before, after, schema, lift FROM statements
ORDER BY relname COLLATE "C", part, attname COLLATE "C" NULLS FIRST, what COLLATE "C", after COLLATE "C", schema COLLATE "C"`

// listDependentsAndProperties adds the dependent views and the properties to the relations of a schema.
func (s *server) listDependentsAndProperties(ctx context.Context, schema engine.Schema, to []engine.Relation) error {
	byName := make(map[string]*engine.Relation, len(to))
	for i := range to {
		byName[to[i].Name] = &to[i]
	}
	if err := s.listDependents(ctx, schema, byName); err != nil {
		return err
	}
	a, err := s.queryCatalog(ctx, attached, schema)
	if err != nil {
		return err
	}
	for i := range a.rows {
		if object := byName[a.text(i, 0)]; object != nil {
			object.Properties = append(object.Properties, engine.RelationProperty{
				Kind: engine.PropertyKind(a.text(i, 1)), Name: a.text(i, 2), Column: a.text(i, 3), What: a.text(i, 4),
				Before: a.text(i, 5), After: a.text(i, 6), Schema: a.text(i, 7), Lift: a.text(i, 8),
			})
		}
	}
	return nil
}

// uncompiled disables JIT compilation of internal queries, if the server has it: the compilation takes seconds, the
// queries do not.
const uncompiled = "SELECT pg_catalog.set_config(name, 'off', false) FROM pg_catalog.pg_settings WHERE name = 'jit'"

// queryCatalog queries the catalog about a schema.
func (s *server) queryCatalog(ctx context.Context, query string, schema engine.Schema) (answer, error) {
	a, err := s.ask(ctx, request{before: []string{uncompiled}, text: query, arguments: []string{schema.Name}, keep: true})
	if err == nil && a.isTooLarge() {
		err = tooLarge()
	}
	return a, err
}
