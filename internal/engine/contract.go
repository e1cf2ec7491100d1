package engine

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
)

// Engine is an open connection to one engine. It is shared, and safe for use by many goroutines.
//
// Faults have these kinds. Invalid: the engine refused the statement; the message is the engine's own, with a hint where
// one helps. Conflict: another transaction was in the way, and the same transaction may succeed when it is run again.
// Unavailable: the engine cannot be reached, or the session is gone. Limit: disk, memory or a time-out is used up; trying
// again does not help. Canceled: the context ended, and the engine has confirmed that it stopped the statement.
type Engine interface {
	// Dialect is the SQL that the engine speaks.
	Dialect() *dialect.Dialect
	Capabilities() Capabilities
	// DefaultDatabase is the database of a storage location that no mapping names one for. It is empty where names leave
	// the database out.
	DefaultDatabase() string
	// Prepare makes the databases and schemas that are missing. Any number of callers may prepare the same places at once.
	Prepare(ctx context.Context, places []Schema) error
	// Session opens a session. The label tells the engine whose it is before anything runs in it.
	Session(ctx context.Context, label Label) (Session, error)
	// Fence ends every session of the label's owner with an epoch below the label's, wherever its process is, and returns
	// when the engine has rolled back what they had begun. After it nothing of theirs can be committed.
	Fence(ctx context.Context, label Label) error
	// Describe gives the columns of a query without running it.
	Describe(ctx context.Context, query string) ([]Column, error)
	// Catalog gives the tables and views of schemas, by name. A schema that is not there has none. To ask for several at once
	// costs an engine little more than to ask for one.
	Catalog(ctx context.Context, places ...Schema) (map[Schema][]Relation, error)
	// Close ends every session and gives back what the engine holds.
	Close() error
}

// Session is one conversation with an engine, for one goroutine. Work tables belong to it, and one that is given back
// leaves none of them behind.
//
// When a context ends during a call, the statement is stopped in the engine before the call returns.
type Session interface {
	// ID is what the engine itself calls the session, for people who look for it in the engine's own view of activity.
	ID() string
	// Begin starts a transaction. Without it every statement is one of its own.
	Begin(ctx context.Context) error
	// Commit ends the transaction. After a fault of kind Unavailable or Canceled it may have happened nevertheless.
	Commit(ctx context.Context) error
	// Rollback ends the transaction; it does nothing when there is none. It works also after the context of the
	// transaction's statements ended, so give it one of its own.
	Rollback(ctx context.Context) error
	// Savepoint marks the place in the transaction that RollbackTo goes back to. Only engines with the capability have it.
	Savepoint(ctx context.Context) error
	// RollbackTo undoes everything since the last Savepoint, also after a statement that failed.
	RollbackTo(ctx context.Context) error
	// Exec runs one statement.
	Exec(ctx context.Context, statement string) (Counts, error)
	// Query runs one query and reads at most limit rows. It is an error for limit to be below 1.
	Query(ctx context.Context, query string, limit int) (Rows, error)
	// Close gives the session back. What was not committed is rolled back.
	Close() error
}

// Capabilities say what an engine can do beyond SQL; what its SQL can do is in the capabilities of its dialect.
type Capabilities struct {
	Savepoints bool // a failed statement can be taken back without giving up the transaction
	Embedded   bool // it lives in one process and in the folder that this process owns
}

// Schema is a schema of a database. An empty database is the engine's default one.
type Schema struct {
	Database string `json:"database,omitempty"`
	Name     string `json:"schema"`
}

// Label says whose a session is.
type Label struct {
	WorkID string // unique over all installations that may share an engine
	Epoch  int64  // grows each time that the work changes hands
}

// Counts are the rows that a statement changed. A merge counts what it did under the heading that the engine gives, and
// under Updated where it gives none.
type Counts struct {
	Inserted int64 `json:"inserted,omitempty"`
	Updated  int64 `json:"updated,omitempty"`
	Deleted  int64 `json:"deleted,omitempty"`
}

// Rows are the rows of a query. Values are what JSON can carry without loss: nil, bool, int64, float64 (finite), string;
// everything else is text in the engine's own form.
type Rows struct {
	Columns []Column `json:"columns"`
	Values  [][]any  `json:"values"`
	More    bool     `json:"more,omitempty"` // there were more rows than the limit
}

// Column is a column of a table or a query.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // the engine's own word
	Nullable bool   `json:"nullable,omitempty"`
}

// Relation is a table or a view.
type Relation struct {
	Name    string
	IsView  bool
	Columns []Column
	// Dependents are the views that hold it, where views hold what they read.
	Dependents []DependentView
	// Attached is what is lost with it when it is dropped and made again, as far as the engine has such things.
	Attached []RelationProperty
}
