package duckdb

import (
	"regexp"
	"slices"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

// allowed are the kinds of statements that transform data. The others read and write files, change what all sessions
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
		return refused.WithHint("Everything that a node does is one transaction already.")
	case duckdb.STATEMENT_TYPE_ATTACH, duckdb.STATEMENT_TYPE_DETACH:
		return refused.WithHint("The databases of the connection's folder are attached already.")
	default:
		return refused.WithHint("Use statements that read, make, change or drop tables and views.")
	}
}

// writers are statements that are refused before DuckDB plans them, since it makes folders for them when it does.
var writers = map[string]duckdb.StmtType{"COPY": duckdb.STATEMENT_TYPE_COPY, "EXPORT": duckdb.STATEMENT_TYPE_EXPORT}

// forbidden are functions that change DuckDB for all sessions, that take an address in memory, or that run SQL which is
// hidden in a text. No setting turns them off. They are looked for in the whole text, quotes and comments included, so
// that nobody has to agree with DuckDB about where those begin.
var forbidden = []string{
	"enable_logging", "disable_logging", "truncate_duckdb_logs", "enable_profiling", "disable_profiling", "enable_peg_parser",
	"disable_peg_parser", "force_checkpoint", "arrow_scan", "json_execute_serialized_sql",
}

// hiddenQuery is a call of the function query, which runs a text. Comments may stand before the parenthesis, and what
// stands between the first and the last one is not looked at closely.
var hiddenQuery = regexp.MustCompile(`(?s)\bquery"?([\s\v\p{Z}\p{C}]|/\*.*\*/|--[^\r\n]*[\r\n])*\(`)

// checkAndRewrite looks at the text of a statement before DuckDB does, and gives the text that DuckDB is to see.
func (i *instance) checkAndRewrite(statement string) (string, error) {
	first, _ := sqltext.LeadingWords(statement)
	if kind, ok := writers[first]; ok {
		return "", checkKind(kind)
	}
	lower := strings.ToLower(statement)
	for _, name := range forbidden {
		if strings.Contains(lower, name) {
			return "", forbiddenFault(name)
		}
	}
	if strings.Contains(lower, "query") && hiddenQuery.MatchString(lower) {
		return "", forbiddenFault("query")
	}
	if !namesFiles(lower) {
		return statement, nil
	}
	return resolveFilePaths(statement, i.folder), nil
}

func forbiddenFault(name string) error {
	return fault.New(fault.Invalid, "the function %s cannot be used here", name).
		WithHint("It reaches beyond the statement that it stands in.")
}
