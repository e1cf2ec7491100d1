package duckdb

import (
	"regexp"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// forbiddenInLakes lists functions that a lake adds to DuckDB and that change the lake beside the transaction, read other
// databases and files, or name a table in a text. Names with the prefixes of lakePrefixes are forbidden too.
var forbiddenInLakes = []string{
	"set_commit_message", "set_option", "expire_snapshots", "cleanup_old_files", "delete_orphaned_files", "merge_adjacent_files",
	"rewrite_data_files", "flush_inlined_data", "add_data_files", "query_table", "pg_clear_cache",
}

// lakePrefixes begin the names of functions of the extensions.
var lakePrefixes = []string{"ducklake_", "postgres_"}

// hiddenName matches the beginning of a name in which characters are written as numbers.
var hiddenName = regexp.MustCompile(`u&\s*"`)

// checkLakeStatement checks what a lake needs beside the checks for every DuckDB. The name of the catalog is rejected even
// in a text or a comment, where it would do no harm. lower is the statement in lower case.
func checkLakeStatement(statement, lower string, isPragma bool) error {
	if strings.Contains(lower, strings.TrimSuffix(metadataPrefix, "_")) || hiddenName.MatchString(lower) {
		return fault.New(fault.Invalid, "a statement cannot name the catalog of the lake").
			WithHint("Use the tables and views of the lake. Write names without U&.")
	}
	if namesSecret(statement) {
		return fault.New(fault.Invalid, "a statement cannot create or drop secrets").WithHint("Set the secrets of the connection.")
	}
	for _, name := range forbiddenInLakes {
		if strings.Contains(lower, name) && (isPragma || mayCall(statement, name)) {
			return forbiddenFault(name)
		}
	}
	for _, prefix := range lakePrefixes {
		if strings.Contains(lower, prefix) && (isPragma || mayCallAny(statement, prefix)) {
			return forbiddenFault(prefix + "…")
		}
	}
	return nil
}

// checkLakeSchemas rejects schemas in other databases: a lake is one database.
func checkLakeSchemas(schemas []engine.Schema) error {
	for _, schema := range schemas {
		if folded(schema.Database) != folded(lakeDatabase()) {
			return fault.New(fault.Invalid, "a ducklake connection has one database, %s, and not %q", lakeDatabase(), shortened(schema.Database)).
				WithHint("Leave the database out of the mapping, and map the location to a schema.")
		}
	}
	return nil
}

// namesSecret reports whether a statement creates or drops a secret.
func namesSecret(statement string) bool {
	l := callLexer{text: statement}
	for first := true; ; first = false {
		token, ok := l.next()
		switch {
		case !ok || !token.isName || token.isQuoted:
			return false
		case first && (token.text == "create" || token.text == "drop" || token.text == "alter"):
		case first:
			return false
		case token.text == "secret":
			return true
		case !slices.Contains([]string{"or", "replace", "temp", "temporary", "persistent"}, token.text):
			return false
		}
	}
}
