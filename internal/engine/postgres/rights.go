package postgres

// rights compares the rights that each relation has with those that the server would give to a new one of ours.
//
//	usual    what a new relation of ours gets, by default privileges or without them; the schema is empty where it is any
//	rights   what a relation has; one that nobody gave rights to, or took rights from, matters only beside default privileges
//	surplus  who gets more than the old relation gives
//
// A new relation is ours until it is given to its owner, and what is ours by then is the owner's afterwards. So rights of the
// owner are compared with ours, and given to us.
const rights = `myself AS (
	SELECT oid FROM pg_catalog.pg_roles WHERE rolname = current_user
), defaults AS (
	SELECT d.defaclnamespace, d.defaclacl FROM pg_catalog.pg_default_acl d JOIN myself m ON m.oid = d.defaclrole WHERE d.defaclobjtype = 'r'
), usual AS (
	SELECT coalesce(n.nspname::text, '') AS schema, g.grantee, g.privilege_type, g.is_grantable
	FROM defaults d
	LEFT JOIN pg_catalog.pg_namespace n ON n.oid = d.defaclnamespace
	CROSS JOIN LATERAL pg_catalog.aclexplode(d.defaclacl) g
	UNION ALL
	SELECT '', g.grantee, g.privilege_type, g.is_grantable
	FROM myself m CROSS JOIN LATERAL pg_catalog.aclexplode(pg_catalog.acldefault('r', m.oid)) g
	WHERE NOT EXISTS (SELECT FROM defaults WHERE defaclnamespace = 0)
), rights AS (
	SELECT c.oid, c.relname, NULL::name AS attname, c.relowner, g.privilege_type, g.grantee, g.is_grantable
	FROM relation c CROSS JOIN LATERAL pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))) g
	WHERE c.relacl IS NOT NULL OR EXISTS (SELECT FROM defaults)
	UNION ALL
	SELECT c.oid, c.relname, a.attname, c.relowner, g.privilege_type, g.grantee, g.is_grantable
	FROM relation c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
	CROSS JOIN LATERAL pg_catalog.aclexplode(a.attacl) g
), surplus AS (
	SELECT DISTINCT c.oid, c.relname, c.relowner, u.schema, u.grantee, u.grantee = m.oid AS is_ours
	FROM relation c CROSS JOIN myself m CROSS JOIN usual u
	WHERE (c.relacl IS NOT NULL OR EXISTS (SELECT FROM defaults)) AND NOT EXISTS (
		SELECT FROM rights r
		WHERE r.oid = c.oid AND r.attname IS NULL AND r.privilege_type = u.privilege_type
			AND r.grantee = CASE WHEN u.grantee = m.oid THEN c.relowner ELSE u.grantee END
			AND (r.is_grantable >= u.is_grantable OR r.grantee = c.relowner))
)`

// rightStatements take back what a new relation gets beyond the old one, and then give what that one had. From the owner it
// is taken last: whoever copies rows needs the rights. What we have of a relation of somebody else is given when it is theirs.
const rightStatements = `SELECT relname, CASE WHEN is_ours THEN 2 ELSE 1 END, CASE WHEN is_ours THEN 'right' ELSE 'surplus' END, '', NULL::name,
		'the limits of ' || CASE WHEN is_ours THEN 'its owner' ELSE coalesce(u.rolname, 'everybody') END, 'REVOKE ALL ON TABLE ',
		' FROM ' || CASE WHEN is_ours THEN 'CURRENT_USER' ELSE coalesce(pg_catalog.quote_ident(u.rolname), 'PUBLIC') END, schema, ''
	FROM surplus LEFT JOIN pg_catalog.pg_roles u ON u.oid = grantee
	WHERE grantee = 0 OR u.oid IS NOT NULL
	UNION ALL
	SELECT relname, CASE WHEN is_late THEN 14 ELSE 3 END, 'right', '', attname, 'the right ' || privilege_type || ' of ' || who,
		CASE WHEN is_late AND NOT pg_catalog.pg_has_role(relowner, 'USAGE') THEN ''
			ELSE 'GRANT ' || privilege_type || coalesce(' (' || pg_catalog.quote_ident(attname) || ')', '') || ' ON TABLE ' END,
		' TO ' || whom || CASE WHEN is_grantable AND grantee <> relowner THEN ' WITH GRANT OPTION' ELSE '' END, '', ''
	FROM (
		SELECT relname, relowner, attname, privilege_type, grantee, is_grantable, grantee = m.oid AND relowner <> m.oid AS is_late,
			CASE WHEN grantee = relowner THEN 'its owner' ELSE coalesce(u.rolname, 'everybody') END AS who,
			CASE WHEN grantee = relowner THEN 'CURRENT_USER' ELSE coalesce(pg_catalog.quote_ident(u.rolname), 'PUBLIC') END AS whom
		FROM rights r CROSS JOIN myself m LEFT JOIN pg_catalog.pg_roles u ON u.oid = grantee
		WHERE (grantee = 0 OR u.oid IS NOT NULL) AND (grantee <> relowner OR attname IS NOT NULL
			OR EXISTS (SELECT FROM surplus s WHERE s.oid = r.oid AND s.is_ours)
			OR NOT EXISTS (SELECT FROM usual n WHERE n.schema = '' AND n.grantee = m.oid AND n.privilege_type = r.privilege_type))
	) given`
