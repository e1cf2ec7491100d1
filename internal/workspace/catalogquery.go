package workspace

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/enginekind"
)

// levelQueries are the queries that list the levels of an engine's catalog. DATABASE, SCHEMA, TABLE and FILTER stand for
// the names of the path and for the pattern that names must match.
type levelQueries map[CatalogLevel]string

// catalogQueries returns the queries of each kind of engine. They leave out what belongs to the engine or to Millrace.
func catalogQueries() map[string]levelQueries {
	return map[string]levelQueries{
		enginekind.DuckLake: duckdbLevels(),
		enginekind.DuckDB:   duckdbLevels(),
		enginekind.Postgres: {
			CatalogDatabases: `SELECT current_database()::text AS name WHERE lower(current_database()) LIKE FILTER`,
			CatalogSchemas: `SELECT n.nspname::text FROM pg_catalog.pg_namespace AS n
WHERE current_database() = DATABASE AND left(n.nspname, 3) <> 'pg_' AND n.nspname NOT IN ('information_schema', '_millrace')
  AND has_schema_privilege(n.oid, 'USAGE') AND lower(n.nspname) LIKE FILTER ORDER BY n.nspname`,
			CatalogTables: `SELECT c.relname::text, c.relkind IN ('v', 'm') FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE current_database() = DATABASE AND n.nspname = SCHEMA AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
  AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT') AND lower(c.relname) LIKE FILTER ORDER BY c.relname`,
			CatalogColumns: `SELECT a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), NOT a.attnotnull
FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid
WHERE current_database() = DATABASE AND n.nspname = SCHEMA AND c.relname = TABLE AND a.attnum > 0 AND NOT a.attisdropped
  AND has_schema_privilege(n.oid, 'USAGE') AND has_column_privilege(c.oid, a.attnum, 'SELECT') AND lower(a.attname) LIKE FILTER ORDER BY a.attnum`,
		},
		enginekind.Trino: {
			CatalogDatabases: `SELECT catalog_name FROM system.metadata.catalogs
WHERE catalog_name <> 'system' AND lower(catalog_name) LIKE FILTER ORDER BY catalog_name`,
			CatalogSchemas: `SELECT table_schem FROM system.jdbc.schemas
WHERE table_catalog = DATABASE AND table_schem NOT IN ('information_schema', '_millrace') AND table_schem LIKE FILTER ORDER BY table_schem`,
			CatalogTables: `SELECT table_name, table_type = 'VIEW' FROM system.jdbc.tables
WHERE table_cat = DATABASE AND table_schem = SCHEMA AND table_name LIKE FILTER ORDER BY table_name`,
			CatalogColumns: `SELECT column_name, type_name, is_nullable <> 'NO' FROM system.jdbc.columns
WHERE table_cat = DATABASE AND table_schem = SCHEMA AND table_name = TABLE AND column_name LIKE FILTER ORDER BY ordinal_position`,
		},
		// The information schema describes one database: that of the connection.
		enginekind.Snowflake: {
			CatalogDatabases: `SELECT current_database() AS name WHERE lower(current_database()) LIKE FILTER`,
			CatalogSchemas: `SELECT schema_name FROM information_schema.schemata
WHERE catalog_name = DATABASE AND schema_name NOT IN (upper('information_schema'), '_millrace') AND lower(schema_name) LIKE FILTER ORDER BY schema_name`,
			CatalogTables: `SELECT table_name, count(*) > 1 FROM (
  SELECT DISTINCT table_name FROM information_schema.columns WHERE table_catalog = DATABASE AND table_schema = SCHEMA
  UNION ALL
  SELECT table_name FROM information_schema.views WHERE table_catalog = DATABASE AND table_schema = SCHEMA) AS relations
WHERE lower(table_name) LIKE FILTER GROUP BY table_name ORDER BY table_name`,
			CatalogColumns: `SELECT column_name, data_type, is_nullable <> 'NO' FROM information_schema.columns
WHERE table_catalog = DATABASE AND table_schema = SCHEMA AND table_name = TABLE AND lower(column_name) LIKE FILTER ORDER BY ordinal_position`,
		},
	}
}

// duckdbLevels lists the levels of DuckDB's catalog.
func duckdbLevels() levelQueries {
	return levelQueries{
		CatalogDatabases: `SELECT database_name FROM duckdb_databases()
WHERE NOT internal AND path IS NOT NULL AND lower(database_name) LIKE FILTER ORDER BY database_name`,
		CatalogSchemas: `SELECT schema_name FROM duckdb_schemas()
WHERE lower(database_name) = lower(DATABASE) AND schema_name NOT IN ('information_schema', 'pg_catalog', '_millrace') AND lower(schema_name) LIKE FILTER
ORDER BY schema_name`,
		CatalogTables: `SELECT name, is_view FROM (
  SELECT table_name AS name, false AS is_view, database_name, schema_name FROM duckdb_tables() WHERE NOT internal
  UNION ALL
  SELECT view_name AS name, true AS is_view, database_name, schema_name FROM duckdb_views() WHERE NOT internal) AS relations
WHERE lower(database_name) = lower(DATABASE) AND lower(schema_name) = lower(SCHEMA) AND lower(name) LIKE FILTER ORDER BY name`,
		CatalogColumns: `SELECT column_name, data_type, is_nullable FROM duckdb_columns()
WHERE lower(database_name) = lower(DATABASE) AND lower(schema_name) = lower(SCHEMA) AND lower(table_name) = lower(TABLE)
  AND lower(column_name) LIKE FILTER ORDER BY column_index`,
	}
}

// of returns the query of a level for a path. It is one pass over the text, so that a name cannot contain a placeholder.
func (q levelQueries) of(level CatalogLevel, path CatalogPath, syntax *dialect.Dialect) string {
	pattern := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(strings.ToLower(path.Text)) + "%"
	return strings.NewReplacer(
		"DATABASE", syntax.Literal(path.Database), "SCHEMA", syntax.Literal(path.Schema), "TABLE", syntax.Literal(path.Table),
		"FILTER", syntax.Literal(pattern)+" ESCAPE '!'",
	).Replace(q[level])
}
