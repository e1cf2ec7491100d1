package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// holders lists the views that hold the relations of a schema, with the columns that they read. The server keeps a dependency
// of a view's rule on every column, and one on the relation where no column is named.
const holders = `
SELECT c.relname, vn.nspname, v.relname, a.attname
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.refobjid = c.oid
	AND d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass
JOIN pg_catalog.pg_rewrite r ON r.oid = d.objid
JOIN pg_catalog.pg_class v ON v.oid = r.ev_class AND v.oid <> c.oid
JOIN pg_catalog.pg_namespace vn ON vn.oid = v.relnamespace
LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid AND a.attnum > 0
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
ORDER BY c.relname COLLATE "C", vn.nspname COLLATE "C", v.relname COLLATE "C", a.attnum`

// attached lists what was given to the relations of a schema, as the beginning and the end of statements that give it again:
// rights first, because whoever has given the relation away may no longer give rights. Only a member of a role can make it the
// owner, while the owner of the schema can drop what is in it. A trigger has no beginning: it has to be made again by whoever made it.
const attached = `
WITH relation AS (
	SELECT c.oid, c.relname, c.relowner, c.relacl, c.relrowsecurity,
		CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'f' THEN 'FOREIGN TABLE' ELSE 'TABLE' END AS kind
	FROM pg_catalog.pg_class c
	JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname = $1 AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
), rights AS (
	SELECT c.relname, NULL::name AS attname, c.relowner, g.privilege_type, g.grantee, g.is_grantable
	FROM relation c CROSS JOIN LATERAL pg_catalog.aclexplode(c.relacl) g
	UNION ALL
	SELECT c.relname, a.attname, c.relowner, g.privilege_type, g.grantee, g.is_grantable
	FROM relation c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	CROSS JOIN LATERAL pg_catalog.aclexplode(a.attacl) g
), statements AS (
	SELECT relname, 1 AS part, attname, 'the right ' || privilege_type || ' of ' || coalesce(u.rolname, 'everybody') AS what,
		'GRANT ' || privilege_type || coalesce(' (' || pg_catalog.quote_ident(attname) || ')', '') || ' ON TABLE ' AS before,
		' TO ' || coalesce(pg_catalog.quote_ident(u.rolname), 'PUBLIC') || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END AS after
	FROM rights LEFT JOIN pg_catalog.pg_roles u ON u.oid = grantee
	WHERE grantee <> relowner AND (grantee = 0 OR u.oid IS NOT NULL)
	UNION ALL
	SELECT relname, 2, a.attname, 'a comment',
		CASE WHEN a.attname IS NULL THEN 'COMMENT ON ' || kind || ' ' ELSE 'COMMENT ON COLUMN ' END,
		coalesce('.' || pg_catalog.quote_ident(a.attname), '') || ' IS ' || pg_catalog.quote_literal(d.description)
	FROM relation c
	JOIN pg_catalog.pg_description d ON d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objoid = c.oid
	LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid AND d.objsubid > 0
	UNION ALL
	SELECT relname, 3, NULL, 'row security', 'ALTER TABLE ', ' ENABLE ROW LEVEL SECURITY' FROM relation WHERE relrowsecurity
	UNION ALL
	SELECT c.relname, 4, NULL, 'the policy ' || p.policyname, 'CREATE POLICY ' || pg_catalog.quote_ident(p.policyname) || ' ON ',
		' AS ' || p.permissive || ' FOR ' || p.cmd || ' TO ' || (SELECT pg_catalog.string_agg(
			CASE WHEN r = 'public' THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r) END, ', ' ORDER BY r) FROM pg_catalog.unnest(p.roles) r) ||
		coalesce(' USING (' || p.qual || ')', '') || coalesce(' WITH CHECK (' || p.with_check || ')', '')
	FROM relation c JOIN pg_catalog.pg_policies p ON p.schemaname = $1 AND p.tablename = c.relname
	UNION ALL
	SELECT c.relname, 5, NULL, 'the trigger ' || g.tgname, '', ''
	FROM relation c JOIN pg_catalog.pg_trigger g ON g.tgrelid = c.oid AND NOT g.tgisinternal
	UNION ALL
	SELECT relname, 6, NULL, 'the owner ' || u.rolname,
		CASE WHEN pg_catalog.pg_has_role(relowner, 'MEMBER') THEN 'ALTER ' || kind || ' ' ELSE '' END,
		' OWNER TO ' || pg_catalog.quote_ident(u.rolname)
	FROM relation JOIN pg_catalog.pg_roles u ON u.oid = relowner
	WHERE u.rolname <> current_user
)
SELECT relname, part = 2, coalesce(attname, ''), what, before, after FROM statements
ORDER BY relname COLLATE "C", part, attname COLLATE "C" NULLS FIRST, what COLLATE "C", after COLLATE "C"`

// listAttached adds to the relations of a schema who reads them, and what was given to them.
func (s *server) listAttached(ctx context.Context, place engine.Place, to []engine.Object) error {
	byName := make(map[string]*engine.Object, len(to))
	for i := range to {
		byName[to[i].Name] = &to[i]
	}
	a, err := s.look(ctx, holders, place)
	if err != nil {
		return err
	}
	for i := range a.rows {
		if object := byName[a.text(i, 0)]; object != nil {
			addHolder(object, engine.Holder{Schema: a.text(i, 1), Name: a.text(i, 2)}, a.text(i, 3))
		}
	}
	if a, err = s.look(ctx, attached, place); err != nil {
		return err
	}
	for i := range a.rows {
		if object := byName[a.text(i, 0)]; object != nil {
			object.Attached = append(object.Attached, engine.Attachment{
				IsComment: a.isTrue(i, 1), Column: a.text(i, 2), What: a.text(i, 3), Before: a.text(i, 4), After: a.text(i, 5),
			})
		}
	}
	return nil
}

// addHolder adds a column that a view reads; the columns of one view come side by side.
func addHolder(to *engine.Object, holder engine.Holder, column string) {
	if last := len(to.Holders) - 1; last < 0 || to.Holders[last].Schema != holder.Schema || to.Holders[last].Name != holder.Name {
		to.Holders = append(to.Holders, holder)
	}
	if column != "" {
		last := &to.Holders[len(to.Holders)-1]
		last.Columns = append(last.Columns, column)
	}
}

// look asks the catalogue about a schema.
func (s *server) look(ctx context.Context, query string, place engine.Place) (answer, error) {
	a, err := s.ask(ctx, request{text: query, arguments: []string{place.Schema}, keep: true})
	if err == nil && a.isTooLarge() {
		err = tooLarge()
	}
	return a, err
}
