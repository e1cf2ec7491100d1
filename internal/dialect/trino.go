package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
)

// trino is Trino over a connector that can merge, such as Iceberg.
func trino() definition {
	return definition{
		kind:    enginekind.Trino,
		opening: `"`, closing: `"`, fold: strings.ToLower, escape: doubled, yes: "TRUE", no: "FALSE",

		types: typeNames{
			textClass:      {plain: "VARCHAR", sized: "VARCHAR(%s)"},
			charClass:      {plain: "CHAR", sized: "CHAR(%s)"},
			tinyClass:      {plain: "TINYINT"},
			smallClass:     {plain: "SMALLINT"},
			integerClass:   {plain: "INTEGER"},
			bigClass:       {plain: "BIGINT"},
			decimalClass:   {plain: "DECIMAL", sized: "DECIMAL(%s)"},
			numberClass:    {plain: "DECIMAL(38,0)", sized: "DECIMAL(%s)"},
			realClass:      {plain: "REAL"},
			doubleClass:    {plain: "DOUBLE"},
			booleanClass:   {plain: "BOOLEAN"},
			dateClass:      {plain: "DATE"},
			timeClass:      {plain: "TIME(6)"},
			timestampClass: {plain: "TIMESTAMP(6)"},
			zonedClass:     {plain: "TIMESTAMP(6) WITH TIME ZONE"},
			binaryClass:    {plain: "VARBINARY"},
			jsonClass:      {plain: "JSON"},
		},
		now:     "CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))",
		shift:   "date_add('{unit}', {amount}, {moment})",
		differs: "{a} IS DISTINCT FROM {b}",
		same:    "{a} IS NOT DISTINCT FROM {b}",
		sameKey: "{a} IS NOT DISTINCT FROM {b}",
		hash: map[string]string{
			"MD5": "lower(to_hex(md5(to_utf8({text}))))", "SHA1": "lower(to_hex(sha1(to_utf8({text}))))",
			"SHA256": "lower(to_hex(sha256(to_utf8({text}))))",
		},
		hashText: "VARCHAR",
		unhex:    "from_hex({text})",
		concat:   " || ",

		tables: tableTemplates{
			create:     "CREATE TABLE {table}",
			createView: "CREATE OR REPLACE VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table}",
			rename:     "ALTER TABLE {table} RENAME TO {qualified}",
			createWork: "CREATE TABLE {table}",
			updateFrom: updateByMerge, // there is no UPDATE … FROM
		},
		columns: standardColumns(),
		keys:    keyTemplates{definition: "{column} {type}"}, // no numbering: the load does it
		publishing: publishTemplates{
			snapshot: "(SELECT CAST(snapshot_id AS VARCHAR) FROM {table refs} WHERE name = 'main')",
			raise:    "CAST(fail({text}) AS BOOLEAN)",
			create:   "CREATE TABLE {table}", replace: "CREATE OR REPLACE TABLE {table}",
			comment: " COMMENT {comment text}",
			marker:  "extra_properties = MAP(ARRAY['millrace'], ARRAY[{marker text}])",
		},
		capabilities: Capabilities{Merges: true, IgnoresCase: true},
	}
}
