package duckdb

import (
	"slices"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// allowed lists the kinds of statements that transform data. The others read and write files, change what all sessions
// share, or end the transaction that they are part of.
var allowed = []duckdb.StmtType{
	duckdb.STATEMENT_TYPE_SELECT, duckdb.STATEMENT_TYPE_INSERT, duckdb.STATEMENT_TYPE_UPDATE, duckdb.STATEMENT_TYPE_DELETE,
	duckdb.STATEMENT_TYPE_CREATE, duckdb.STATEMENT_TYPE_ALTER, duckdb.STATEMENT_TYPE_DROP, duckdb.STATEMENT_TYPE_CREATE_FUNC,
	duckdb.STATEMENT_TYPE_ANALYZE, duckdb.STATEMENT_TYPE_VACUUM, duckdb.STATEMENT_TYPE_SET, duckdb.STATEMENT_TYPE_VARIABLE_SET,
	typeMerge,
}

func checkKind(kind duckdb.StmtType) error {
	if slices.Contains(allowed, kind) {
		return nil
	}
	refused := fault.New(fault.Invalid, "a statement of this kind cannot be used here")
	switch kind {
	case duckdb.STATEMENT_TYPE_COPY, duckdb.STATEMENT_TYPE_EXPORT:
		return refused.WithHint("Read files with a query, such as INSERT INTO t FROM read_csv('orders.csv').")
	case duckdb.STATEMENT_TYPE_TRANSACTION:
		return refused.WithHint("Remove it: a node is already one transaction.")
	case duckdb.STATEMENT_TYPE_ATTACH, duckdb.STATEMENT_TYPE_DETACH:
		return refused.WithHint("Remove it: the databases that you can use are already attached.")
	default:
		return refused.WithHint("Use statements that read, create, change or drop tables and views.")
	}
}

// writers are statements that are rejected before DuckDB plans them, because planning creates folders.
var writers = map[string]duckdb.StmtType{"COPY": duckdb.STATEMENT_TYPE_COPY, "EXPORT": duckdb.STATEMENT_TYPE_EXPORT}

// forbidden lists functions that change DuckDB for all sessions, take a memory address, or run SQL that is hidden in a
// text. No setting disables them. A statement that may call one is rejected; see mayCall.
var forbidden = []string{
	"enable_logging", "disable_logging", "truncate_duckdb_logs", "enable_profiling", "disable_profiling", "enable_peg_parser",
	"disable_peg_parser", "force_checkpoint", "arrow_scan", "json_execute_serialized_sql", "query",
}

// isPragma reports whether the first word of a statement begins one that names a function without a parenthesis, or runs a
// statement that has none.
func isPragma(first string) bool {
	switch first {
	case "PRAGMA", "CALL", "EXECUTE", "PREPARE", "EXPLAIN", "":
		return true
	default:
		return false
	}
}

// checkAndRewrite checks the text of a statement before DuckDB parses it, and returns the text to pass to DuckDB.
func (i *instance) checkAndRewrite(statement string) (string, error) {
	first, _ := sqltext.LeadingWords(statement)
	if kind, ok := writers[first]; ok {
		return "", checkKind(kind)
	}
	lower := strings.ToLower(statement)
	for _, name := range forbidden {
		if strings.Contains(lower, name) && (isPragma(first) || mayCall(statement, name)) {
			return "", forbiddenFault(name)
		}
	}
	if i.isLake {
		return statement, checkLakeStatement(statement, lower, isPragma(first))
	}
	if !namesFiles(lower) {
		return statement, nil
	}
	return resolveFilePaths(statement, i.folder), nil
}

func forbiddenFault(name string) error {
	return fault.New(fault.Invalid, "the function %s cannot be used here", name).
		WithHint("Its effects go beyond the statement that contains it.")
}
