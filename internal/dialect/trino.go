package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
)

// trino is Trino over Iceberg tables. Iceberg has fewer types than Trino, and no defaults; a table that a query replaces
// has no NOT NULL.
func trino() definition {
	columns := standardColumns()
	columns.setNotNull, columns.setDefault, columns.dropDefault = "", "", ""
	return definition{
		kind:    enginekind.Trino,
		opening: `"`, closing: `"`, fold: strings.ToLower, escape: doubled, yes: "TRUE", no: "FALSE",

		types: typeNames{
			textClass:      {plain: "VARCHAR"},
			charClass:      {plain: "VARCHAR"},
			tinyClass:      {plain: "INTEGER"},
			smallClass:     {plain: "INTEGER"},
			integerClass:   {plain: "INTEGER"},
			bigClass:       {plain: "BIGINT"},
			decimalClass:   {plain: "DECIMAL(38,0)", sized: "DECIMAL(%s)"},
			numberClass:    {plain: "DECIMAL(38,0)", sized: "DECIMAL(%s)"},
			realClass:      {plain: "REAL"},
			doubleClass:    {plain: "DOUBLE"},
			booleanClass:   {plain: "BOOLEAN"},
			dateClass:      {plain: "DATE"},
			timeClass:      {plain: "TIME(6)"},
			timestampClass: {plain: "TIMESTAMP(6)"},
			zonedClass:     {plain: "TIMESTAMP(6) WITH TIME ZONE"},
			binaryClass:    {plain: "VARBINARY"},
			jsonClass:      {plain: "VARCHAR"},
		},
		now:     "CAST(current_timestamp AT TIME ZONE 'UTC' AS TIMESTAMP(6))",
		shift:   "date_add('{unit}', {amount}, {moment})",
		differs: "{a} IS DISTINCT FROM {b}",
		same:    "{a} IS NOT DISTINCT FROM {b}",
		// IS NOT DISTINCT FROM compares every row of one table with every row of the other. Both equalities join by hash, and
		// the second one tells NULL from an empty text.
		sameKey: "COALESCE(CAST({a} AS VARCHAR), '') = COALESCE(CAST({b} AS VARCHAR), '') AND ({a} IS NULL) = ({b} IS NULL)",
		hash: map[string]string{
			"MD5": "lower(to_hex(md5(to_utf8({text}))))", "SHA1": "lower(to_hex(sha1(to_utf8({text}))))",
			"SHA256": "lower(to_hex(sha256(to_utf8({text}))))",
		},
		hashText: "VARCHAR",
		unhex:    "from_hex({text})",
		concat:   " || ",

		tables: tableTemplates{
			create:     "CREATE OR REPLACE TABLE {table}",
			createView: "CREATE OR REPLACE VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table}",
			rename:     "ALTER TABLE {table} RENAME TO {qualified}",
			createWork: "CREATE OR REPLACE TABLE {table}",
			updateFrom: updateByMerge, // there is no UPDATE … FROM
		},
		columns:    columns,
		widens:     icebergWidens,
		keys:       keyTemplates{definition: "{column} {type}"}, // no numbering: the load does it
		publishing: icebergPublishing(),
		capabilities: Capabilities{
			ReplacesTables: true, Merges: true, IgnoresCase: true, LosesNotNull: true, LacksDefaults: true, StoresOtherTypes: true,
			InsertsExactTypes: true, LacksAliases: true,
		},
	}
}

// icebergWidens reports the changes of types that Iceberg makes without writing the rows again.
func icebergWidens(from, to string) bool {
	word, sizes, _ := splitType(from)
	wider, widerSizes, _ := splitType(to)
	switch {
	case classes[word] == integerClass && classes[wider] == bigClass, classes[word] == realClass && classes[wider] == doubleClass:
		return true
	case classes[word] != decimalClass || classes[wider] != decimalClass:
		return false
	}
	precision, scale, _ := strings.Cut(sizes, ",")
	widerPrecision, widerScale, _ := strings.Cut(widerSizes, ",")
	return scale == widerScale && len(precision) <= len(widerPrecision) && (len(precision) < len(widerPrecision) || precision <= widerPrecision)
}

// icebergPublishing are the parts of publishing statements. The metadata table with the references has the snapshot.
func icebergPublishing() publishTemplates {
	return publishTemplates{
		snapshot: "(SELECT CAST(snapshot_id AS VARCHAR) FROM {table refs} WHERE name = 'main')",
		raise:    "CAST(fail({text}) AS BOOLEAN)",
		create:   "CREATE TABLE {table}", replace: "CREATE OR REPLACE TABLE {table}",
		comment: " COMMENT {comment text}",
		marker:  "extra_properties = MAP(ARRAY['millrace'], ARRAY[{marker text}])",
	}
}
