package dialect

import "github.com/millrace/millrace/internal/enginekind"

// bigquery is BigQuery with its standard SQL.
func bigquery() definition {
	return definition{
		kind:    enginekind.BigQuery,
		opening: "`", closing: "`", fold: asWritten, escape: backslashed, yes: "TRUE", no: "FALSE",

		types: typeNames{
			textClass:      {plain: "STRING", sized: "STRING(%s)"},
			charClass:      {plain: "STRING", sized: "STRING(%s)"},
			tinyClass:      {plain: "INT64"},
			smallClass:     {plain: "INT64"},
			integerClass:   {plain: "INT64"},
			bigClass:       {plain: "INT64"},
			decimalClass:   {plain: "NUMERIC", sized: "BIGNUMERIC(%s)"},
			numberClass:    {plain: "BIGNUMERIC(38,0)", sized: "BIGNUMERIC(%s)"},
			realClass:      {plain: "FLOAT64"},
			doubleClass:    {plain: "FLOAT64"},
			booleanClass:   {plain: "BOOL"},
			dateClass:      {plain: "DATE"},
			timeClass:      {plain: "TIME"},
			timestampClass: {plain: "DATETIME"},
			zonedClass:     {plain: "TIMESTAMP"},
			binaryClass:    {plain: "BYTES"},
			jsonClass:      {plain: "JSON"},
		},
		now:     "CURRENT_DATETIME('UTC')",
		shift:   "DATETIME_ADD({moment}, INTERVAL {amount} {unit})",
		differs: "{a} IS DISTINCT FROM {b}",
		same:    "{a} IS NOT DISTINCT FROM {b}",
		sameKey: "{a} IS NOT DISTINCT FROM {b}",
		hash: map[string]string{
			"MD5": "TO_HEX(MD5({text}))", "SHA1": "TO_HEX(SHA1({text}))", "SHA256": "TO_HEX(SHA256({text}))",
		},
		hashText: "STRING",
		unhex:    "FROM_HEX({text})",
		concat:   " || ",
		digest:   "SELECT COUNT(*) || ' ' || COALESCE(SUM(CAST(FARM_FINGERPRINT(TO_JSON_STRING(millrace_row)) AS NUMERIC)), 0) FROM {table} AS millrace_row",

		tables: tableTemplates{
			create:     "CREATE OR REPLACE TABLE {table}",
			createView: "CREATE OR REPLACE VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table} WHERE TRUE", // a DELETE without WHERE is refused
			rename:     "ALTER TABLE {table} RENAME TO {name}",
			createWork: "CREATE OR REPLACE TABLE {table}",
			updateFrom: updateByMerge,
		},
		columns:      standardColumns(),
		keys:         keyTemplates{definition: "{column} {type}"}, // no numbering: the load does it
		capabilities: Capabilities{ReplacesTables: true, Merges: true, IgnoresCase: true},
	}
}
