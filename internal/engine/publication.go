package engine

import "context"

// TransactionLevel tells what a transaction of an engine can contain. It decides how package execute publishes a node: inside
// a transaction, or by one publishing statement.
type TransactionLevel int

// The levels. Below FullTransactions the engine must be a VersionReader, its sessions should be a QueryIdentifier, and its
// dialect must publish by statement (see dialect.PublishesByStatement).
const (
	NoTransactions   TransactionLevel = iota // every statement is its own transaction, and Begin is an error
	DataTransactions                         // transactions contain changes of rows; every other statement commits
	FullTransactions                         // transactions contain changes of rows and of definitions
)

// VersionReader is an engine that shows the versions of its tables. Below FullTransactions, the versions are the only
// evidence of what was published: a statement may take effect after its client has ended, after it was canceled, and
// after the engine said that it failed.
//
// The engine promises about the statements of dialect.ReplaceTableAs, AppendRows and GuardMerge: they take effect whole or not at
// all, and at most one of several statements with the same Guard.Snapshot takes effect. Such a statement fails if the
// table has another snapshot when it runs, and fails with a Conflict if the table changes between that moment and its own
// commit.
type VersionReader interface {
	// Versions returns the current versions of tables, with all that is committed when it is called. It leaves out tables that
	// do not exist. A view has no version, and counts as a table that does not exist.
	Versions(ctx context.Context, tables []Table) (map[Table]TableVersion, error)
}

// Table identifies a table.
type Table struct {
	Schema Schema
	Name   string
}

// TableVersion is one version of a table.
type TableVersion struct {
	// Snapshot identifies the version. It changes with every change of the rows and never returns to an earlier value. It is
	// never empty, and equals the value of the dialect's snapshot expression.
	Snapshot string
	// Marker is the text that the last ReplaceTableAs wrote. It commits with the rows; later changes of rows may keep it.
	Marker string
	// QueryIDs are the ids of the queries that made the newest snapshots, newest first, as many as are cheap to read and at most
	// MaxVersionQueries. They are the ids that QueryIdentifier reports. Empty if the engine does not store them.
	QueryIDs []string
	// Properties are clauses such as partitioning = ARRAY['day'] that a replacement of the table has to repeat. The dialect's
	// ReplaceTableAs gets them unchanged.
	Properties []string
	// Comment is the comment of the table that a replacement has to repeat.
	Comment string
}

// MaxVersionQueries limits the queries that a version lists.
const MaxVersionQueries = 100

// QueryIdentifier is a session whose engine gives each statement an id when it accepts the statement.
type QueryIdentifier interface {
	// OnQueryID sets the function that Exec and Query call with the id of their statement, in the goroutine of the caller, as
	// soon as the engine has accepted the statement and before they wait for its end. Nil sets none. The function may take as long
	// as a write to the state database; if it ends the context of the call, the statement is canceled.
	OnQueryID(report func(queryID string))
}
