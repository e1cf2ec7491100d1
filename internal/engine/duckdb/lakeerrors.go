package duckdb

import (
	"errors"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/fault"
)

// The texts with which the trigger in the catalog of a lake rejects a commit. They contain none of the words by which
// DuckLake recognizes conflicts that it resolves by another attempt.
const (
	FencedCommit    = "millrace: the work has a newer owner"
	PublishedCommit = "millrace: the node is published already"
)

// isFencedCommit reports whether the catalog rejected a commit because another owner has taken over.
func isFencedCommit(err error) bool { return strings.Contains(err.Error(), FencedCommit) }

// explainLake converts an error of a DuckDB with a lake to a fault.
func (i *instance) explainLake(reported *duckdb.Error) error {
	switch {
	case strings.Contains(reported.Msg, FencedCommit):
		return fault.Wrap(errFenced, fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")
	case strings.Contains(reported.Msg, PublishedCommit):
		return fault.New(fault.Conflict, "the node was published by another transaction of the same run")
	case isLakeConflict(reported):
		return fault.New(fault.Conflict, "%s", withoutStatement(reported.Msg)).WithHint("Another transaction changed the same table. Try again.")
	case isLostCatalog(reported):
		i.isDead.Store(true) // its connections may be broken, so it starts again
		return fault.Wrap(errors.New(withoutStatement(reported.Msg)), fault.Unavailable, "the connection to the catalog of the lake was lost").
			WithHint("Try again.")
	}
	i.notice(reported)
	explained := explain(reported)
	explained.Message = strings.ReplaceAll(withoutStatement(explained.Message), i.folder+"/", "")
	if reported.Type == duckdb.ErrorTypePermission {
		explained.Hint = "SQL of a ducklake connection reads tables and views, and no files."
	}
	return explained
}

// isLakeConflict recognizes what DuckLake reports about transactions that changed the same table, or that committed too
// often at the same time.
func isLakeConflict(reported *duckdb.Error) bool {
	if reported.Type != duckdb.ErrorTypeTransaction {
		return false
	}
	for _, words := range []string{"Transaction conflict", "maximum retry count", "ducklake_snapshot_pkey", "could not serialize access", "deadlock detected"} {
		if strings.Contains(reported.Msg, words) {
			return true
		}
	}
	return false
}

// isLostCatalog recognizes the messages of PostgreSQL's client for a connection that was lost or refused. A commit that failed
// without a reason is one too: it may have succeeded.
func isLostCatalog(reported *duckdb.Error) bool {
	if isOfStatement(reported) {
		return false
	}
	message := reported.Msg
	if reported.Type == duckdb.ErrorTypeTransaction && strings.Contains(message, "Failed to commit") {
		return true
	}
	for _, words := range []string{
		"server closed the connection", "terminating connection", "connection to server", "could not receive data from server",
		"no connection to the server", "SSL connection has been closed", "Unable to connect to Postgres", "SSL SYSCALL error",
		"the database system is",
	} {
		if strings.Contains(message, words) {
			return true
		}
	}
	return false
}

// withoutStatement drops the statement that DuckLake sent to its catalog from a message: it is long, and not the user's.
func withoutStatement(message string) string {
	before, after, ok := strings.Cut(message, `Failed to execute query "`)
	if !ok {
		return message
	}
	if end := strings.LastIndex(after, `": `); end >= 0 {
		return before + after[end+len(`": `):]
	}
	return before + after
}

// asDuckDB returns DuckDB's own error, or nil.
func asDuckDB(err error) *duckdb.Error {
	reported, _ := errors.AsType[*duckdb.Error](err)
	return reported
}
