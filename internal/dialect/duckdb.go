package dialect

import "github.com/millrace/millrace/internal/enginekind"

// duckdb is the embedded engine.
func duckdb() definition {
	columns := standardColumns()
	columns.setType += " USING CAST({value} AS {type})"
	return definition{
		kind:    enginekind.DuckDB,
		opening: `"`, closing: `"`, fold: asWritten, escape: doubled, yes: "TRUE", no: "FALSE",

		types: typeNames{
			textClass:      {plain: "VARCHAR"}, // the engine ignores lengths
			charClass:      {plain: "VARCHAR"},
			tinyClass:      {plain: "TINYINT"},
			smallClass:     {plain: "SMALLINT"},
			integerClass:   {plain: "INTEGER"},
			bigClass:       {plain: "BIGINT"},
			decimalClass:   {plain: "DECIMAL", sized: "DECIMAL(%s)"},
			numberClass:    {plain: "DECIMAL(38,0)", sized: "DECIMAL(%s)"},
			realClass:      {plain: "FLOAT"},
			doubleClass:    {plain: "DOUBLE"}, // FLOAT has only four bytes
			booleanClass:   {plain: "BOOLEAN"},
			dateClass:      {plain: "DATE"},
			timeClass:      {plain: "TIME"},
			timestampClass: {plain: "TIMESTAMP"},
			zonedClass:     {plain: "TIMESTAMP WITH TIME ZONE"},
			binaryClass:    {plain: "BLOB"},
			jsonClass:      {plain: "JSON"},
		},
		now:      "(now() AT TIME ZONE 'UTC')",
		shift:    "({moment} + INTERVAL '{amount} {unit}')",
		differs:  "{a} IS DISTINCT FROM {b}",
		same:     "{a} IS NOT DISTINCT FROM {b}",
		sameKey:  "{a} IS NOT DISTINCT FROM {b}", // joins by hash
		hash:     map[string]string{"MD5": "md5({text})", "SHA1": "sha1({text})", "SHA256": "sha256({text})"},
		hashText: "VARCHAR",
		unhex:    "unhex({text})",
		concat:   " || ",
		digest:   "SELECT COUNT(*) || ' ' || COALESCE(SUM(hash(millrace_row)), 0) FROM {table} AS millrace_row",

		tables: tableTemplates{
			create:     "CREATE OR REPLACE TABLE {table}",
			createView: "CREATE OR REPLACE VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table}",
			rename:     "ALTER TABLE {table} RENAME TO {name}",
			work:       `temp."MILLRACE_LOAD"`,
			createWork: "CREATE TEMP TABLE {table}",
			updateFrom: updateByFrom, definitions: duckdbDefinitions,
		},
		columns: columns,
		// There is no IDENTITY. The sequence is a separate object and outlives the table, so it is dropped after the table.
		keys: keyTemplates{
			definition:     "{column} {type} DEFAULT nextval({sequence text}) NOT NULL",
			makeColumn:     "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT nextval({sequence text})",
			createSequence: "CREATE SEQUENCE IF NOT EXISTS {sequence}",
			dropSequence:   "DROP SEQUENCE IF EXISTS {sequence}",
			advance:        duckdbAdvance,
		},
		files: duckdbFiles(),
		capabilities: Capabilities{
			TransactionalDDL: true, ReplacesTables: true, GeneratesKeys: true, Merges: true, IgnoresCase: true, ReadsFiles: true,
		},
	}
}

// duckdbDefinitions lists the tables that have nothing beside their definition. DuckDB counts keys as indexes. The definitions of views
// have no columns here.
const duckdbDefinitions = `SELECT t.schema_name, t.table_name, t.sql, c.list
FROM duckdb_tables() AS t
JOIN (
  SELECT table_oid, bool_or(comment IS NOT NULL) AS has_comment,
    CASE WHEN bool_and(is_nullable AND column_default IS NULL)
      THEN string_agg(column_name || chr(31) || data_type, chr(30) ORDER BY column_index) ELSE '' END AS list
  FROM duckdb_columns() WHERE lower(database_name) = lower({database text}) GROUP BY table_oid
) AS c ON c.table_oid = t.table_oid
WHERE lower(t.database_name) = lower({database text}) AND NOT t.temporary AND t.comment IS NULL AND NOT c.has_comment
  AND t.index_count = 0 AND NOT t.has_primary_key AND t.check_constraint_count = 0
UNION ALL
SELECT schema_name, view_name, sql, NULL FROM duckdb_views() WHERE lower(database_name) = lower({database text}) AND NOT internal`

// duckdbAdvance draws the missing numbers, because DuckDB cannot set the next value of a sequence. After its file was
// reopened, DuckDB's last value is the next one, so the statement draws one number more than would be needed otherwise.
const duckdbAdvance = `SELECT COUNT(nextval({sequence text})) FROM range(
    (SELECT COALESCE(MAX({column}), 0) FROM {table})
    - (SELECT COALESCE(MAX(last_value) - 1, 0) FROM duckdb_sequences()
       WHERE ends_with(lower(concat('"', database_name, '"."', schema_name, '"."', sequence_name, '"')), lower({sequence text}))))`

func duckdbFiles() fileTemplates {
	return fileTemplates{
		csv:       "read_csv({path}, header = {header}{options})",
		parquet:   "read_parquet({path}{options})",
		json:      "read_json_auto({path}{options})",
		delimiter: ", delim = {text}",
		names:     ", names = [{list}]",
		types:     ", types = {{pairs}}",
		byName:    ", union_by_name = TRUE",
	}
}
