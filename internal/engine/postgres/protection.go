package postgres

// protectionStatements restrict access to rows and columns: row security with its policies, also if it applies to the
// owner; security labels; and the options of relations, which for views decide whose privileges they use. If rows are
// hidden from the connection's user, they are made visible to the owner for the copy; only the owner may do that,
// otherwise it fails.
const protectionStatements = `SELECT relname, 5, '', '', NULL, 'row security', 'ALTER TABLE ', ' ENABLE ROW LEVEL SECURITY', '',
		CASE WHEN pg_catalog.row_security_active(oid) THEN ' NO FORCE ROW LEVEL SECURITY' ELSE '' END
	FROM relation WHERE relrowsecurity
	UNION ALL
	SELECT relname, 5, '', '', NULL, 'row security for its owner', 'ALTER TABLE ', ' FORCE ROW LEVEL SECURITY', '', ''
	FROM relation WHERE relforcerowsecurity
	UNION ALL
	SELECT c.relname, 6, 'policy', p.policyname::text, NULL, 'the policy ' || p.policyname,
		'CREATE POLICY ' || pg_catalog.quote_ident(p.policyname) || ' ON ',
		' AS ' || p.permissive || ' FOR ' || p.cmd || ' TO ' || (SELECT pg_catalog.string_agg(
			CASE WHEN r = 'public' THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r) END, ', ' ORDER BY r) FROM pg_catalog.unnest(p.roles) r) ||
		coalesce(' USING (' || p.qual || ')', '') || coalesce(' WITH CHECK (' || p.with_check || ')', ''), '', ''
	FROM relation c JOIN pg_catalog.pg_policies p ON p.schemaname = $1 AND p.tablename = c.relname
	UNION ALL
	SELECT relname, 7, 'option', pg_catalog.split_part(o, '=', 1), NULL, 'the option ' || pg_catalog.split_part(o, '=', 1), 'ALTER ' || kind || ' ',
		' SET (' || pg_catalog.quote_ident(pg_catalog.split_part(o, '=', 1)) || ' = '
			|| pg_catalog.quote_literal(pg_catalog.substr(o, pg_catalog.strpos(o, '=') + 1)) || ')', '', ''
	FROM relation CROSS JOIN LATERAL pg_catalog.unnest(reloptions) o
	UNION ALL
	SELECT c.relname, 8, '', '', a.attname, 'the label of ' || l.provider,
		'SECURITY LABEL FOR ' || pg_catalog.quote_ident(l.provider) || ' ON ' || CASE WHEN a.attname IS NULL THEN kind ELSE 'COLUMN' END || ' ',
		coalesce('.' || pg_catalog.quote_ident(a.attname), '') || ' IS ' || pg_catalog.quote_literal(l.label), '', ''
	FROM relation c
	JOIN pg_catalog.pg_seclabel l ON l.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass AND l.objoid = c.oid
	LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = l.objsubid AND l.objsubid > 0`

// replicationStatements restore the replication of a table. They do not restore a publication of another owner or with
// a filter of rows or columns, nor the index of a replica identity. Catalog columns that older servers lack are queried
// by name.
const replicationStatements = `SELECT relname, 9, '', '', NULL, 'the replica identity',
		CASE relreplident WHEN 'i' THEN '' ELSE 'ALTER TABLE ' END,
		' REPLICA IDENTITY ' || CASE relreplident WHEN 'f' THEN 'FULL' ELSE 'NOTHING' END, '', ''
	FROM relation WHERE relkind IN ('r', 'p') AND relreplident <> 'd'
	UNION ALL
	SELECT c.relname, 10, '', '', NULL, 'the publication ' || p.pubname,
		CASE WHEN pg_catalog.pg_has_role(p.pubowner, 'USAGE')
			AND pg_catalog.to_jsonb(r) ->> 'prqual' IS NULL AND pg_catalog.to_jsonb(r) ->> 'prattrs' IS NULL
			THEN 'ALTER PUBLICATION ' || pg_catalog.quote_ident(p.pubname) || ' ADD TABLE ' ELSE '' END, '', '', ''
	FROM relation c
	JOIN pg_catalog.pg_publication_rel r ON r.prrelid = c.oid
	JOIN pg_catalog.pg_publication p ON p.oid = r.prpubid`
