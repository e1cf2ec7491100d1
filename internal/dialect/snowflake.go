package dialect

import (
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
)

// snowflake is Snowflake. Public projects are written for it, so types stay as projects write them. A table that a query
// replaces has no NOT NULL, no defaults and no IDENTITY, so none are declared.
func snowflake() definition {
	return definition{
		kind:    enginekind.Snowflake,
		opening: `"`, closing: `"`, fold: strings.ToUpper, escape: doubledBackslash, yes: "TRUE", no: "FALSE",

		types:    nil,
		now:      "CAST(CONVERT_TIMEZONE('UTC', CURRENT_TIMESTAMP()) AS TIMESTAMP_NTZ)",
		shift:    "DATEADD({unit}, {amount}, {moment})",
		differs:  "{a} IS DISTINCT FROM {b}",
		same:     "{a} IS NOT DISTINCT FROM {b}",
		sameKey:  "EQUAL_NULL({a}, {b})",
		hash:     map[string]string{"MD5": "MD5({text})", "SHA1": "SHA1({text})", "SHA256": "SHA2({text}, 256)"},
		hashText: "VARCHAR",
		unhex:    "TO_BINARY({text}, 'HEX')",
		concat:   " || ",
		digest:   "SELECT COUNT(*) || ' ' || HASH_AGG(*) FROM {table}",

		tables: tableTemplates{
			create:     "CREATE OR REPLACE TABLE {table}",
			createView: "CREATE OR REPLACE VIEW {table}",
			drop:       "DROP TABLE IF EXISTS {table}",
			dropView:   "DROP VIEW IF EXISTS {table}",
			empty:      "DELETE FROM {table}",
			rename:     "ALTER TABLE {table} RENAME TO {qualified}",
			createWork: "CREATE OR REPLACE TEMPORARY TABLE {table}",
			updateFrom: updateByMerge,
		},
		columns: standardColumns(),
		keys:    keyTemplates{definition: "{column} {type}"}, // no numbering: the load does it
		publishing: publishTemplates{
			snapshot: "CAST(SYSTEM$LAST_CHANGE_COMMIT_TIME({table text}) AS VARCHAR)",
			raise:    "CAST({text} AS BOOLEAN)", // the text is not a boolean, so the cast fails and shows it
			create:   "CREATE TABLE {table}", replace: "CREATE OR REPLACE TABLE {table} COPY GRANTS",
			comment: " COMMENT = {marker text}", // the marker replaces the comment, because there are no properties of users
		},
		capabilities: Capabilities{ReplacesTables: true, Merges: true, LosesNotNull: true, LacksDefaults: true},
	}
}
