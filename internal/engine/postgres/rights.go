package postgres

// rights compares the privileges of each relation with those that the server would give to a new relation of the
// connection's user.
//
//	usual    what a new relation gets, by default privileges or without them; an empty schema means any
//	rights   what a relation has; without grants or revokes it matters only together with default privileges
//	surplus  which grantees get more than the old relation grants
//
// A new relation belongs to the connection's user until its owner is set, and the user's privileges become the owner's.
// So the owner's privileges are compared with the user's, and granted to the user.
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

// rightStatements revoke what a new relation grants beyond the old one, and then grant what that one had. The owner's
// privileges are revoked last, because copying rows needs them. The user's privileges on another owner's relation are
// granted after the change of the owner.
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
