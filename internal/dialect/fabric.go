package dialect

import "github.com/millrace/millrace/internal/enginekind"

// fabric is the warehouse of Microsoft Fabric.
func fabric() definition {
	columns := standardColumns()
	columns.add = "ALTER TABLE {table} ADD {definition}"
	columns.rename = "EXEC sp_rename {column text}, {name text}, 'COLUMN'"
	columns.setType = "ALTER TABLE {table} ALTER COLUMN {column} {type}"
	columns.setNotNull = "ALTER TABLE {table} ALTER COLUMN {column} {type} NOT NULL"
	columns.dropNotNull = "ALTER TABLE {table} ALTER COLUMN {column} {type} NULL"
	return definition{
		kind:    enginekind.Fabric,
		opening: "[", closing: "]", fold: asWritten, escape: doubled, yes: "1", no: "0",

		types: typeNames{
			textClass:      {plain: "VARCHAR(8000)", sized: "VARCHAR(%s)", max: 8000},
			charClass:      {plain: "CHAR", sized: "CHAR(%s)", max: 8000},
			tinyClass:      {plain: "SMALLINT"},
			smallClass:     {plain: "SMALLINT"},
			integerClass:   {plain: "INT"},
			bigClass:       {plain: "BIGINT"},
			decimalClass:   {plain: "DECIMAL", sized: "DECIMAL(%s)"},
			numberClass:    {plain: "DECIMAL(38,0)", sized: "DECIMAL(%s)"},
			realClass:      {plain: "REAL"},
			doubleClass:    {plain: "FLOAT"},
			booleanClass:   {plain: "BIT"},
			dateClass:      {plain: "DATE"},
			timeClass:      {plain: "TIME(6)"},
			timestampClass: {plain: "DATETIME2(6)"},
			zonedClass:     {plain: "DATETIME2(6)"}, // stored types have no zone
			binaryClass:    {plain: "VARBINARY(8000)", sized: "VARBINARY(%s)", max: 8000},
			jsonClass:      {plain: "VARCHAR(8000)"},
		},
		now:     "CAST(SYSUTCDATETIME() AS DATETIME2(6))",
		shift:   "DATEADD({unit}, {amount}, {moment})",
		differs: "{a} IS DISTINCT FROM {b}",
		same:    "{a} IS NOT DISTINCT FROM {b}",
		sameKey: "{a} IS NOT DISTINCT FROM {b}",
		hash: map[string]string{
			"MD5":    "LOWER(CONVERT(VARCHAR(32), HASHBYTES('MD5', {text}), 2))",
			"SHA1":   "LOWER(CONVERT(VARCHAR(40), HASHBYTES('SHA1', {text}), 2))",
			"SHA256": "LOWER(CONVERT(VARCHAR(64), HASHBYTES('SHA2_256', {text}), 2))",
		},
		hashText: "VARCHAR(8000)",
		unhex:    "CONVERT(VARBINARY(32), {text}, 2)",
		concat:   " + ",

		tables: tableTemplates{
			create:     "CREATE TABLE {table}",
			createView: "CREATE OR ALTER VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table}",
			rename:     "EXEC sp_rename {table text}, {name text}",
			createWork: "CREATE TABLE {table}",
			updateFrom: updateByMerge,
		},
		columns:      columns,
		keys:         keyTemplates{definition: "{column} {type} NOT NULL"}, // no numbering: the load does it
		capabilities: Capabilities{TransactionalDDL: true, Merges: true, IgnoresCase: true},
	}
}
