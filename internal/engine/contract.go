package engine

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/dialect"
)

// Engine is an open connection to one engine. It is shared, and safe for concurrent use.
//
// Faults have these kinds. Invalid: the engine rejected the statement, which had no effect and will have none; the message is
// the engine's own, with a hint where one helps. Conflict: another transaction conflicts, and a retry of the transaction may succeed. Unavailable:
// the engine cannot be reached, or the session has ended. Limit: disk, memory or a timeout is exhausted; a retry does
// not help. Canceled: the context ended, and the engine has confirmed that it stopped the statement; below
// FullTransactions it may have taken effect all the same, as after Unavailable.
type Engine interface {
	// Dialect returns the SQL dialect of the engine.
	Dialect() *dialect.Dialect
	Capabilities() Capabilities
	// DefaultDatabase returns the database of a location whose mapping names none. It is empty if qualified names leave
	// the database out.
	DefaultDatabase() string
	// Prepare creates missing databases and schemas. Any number of callers may prepare the same schemas at once.
	Prepare(ctx context.Context, schemas []Schema) error
	// Session opens a session. The engine knows its label before anything runs in it.
	Session(ctx context.Context, label Label) (Session, error)
	// Fence ends every session of the label's work with an older epoch, in whatever process it is, and returns when the
	// engine has rolled back their transactions. After it they can commit nothing. Below FullTransactions it cancels their
	// statements; one that is being committed may still take effect afterwards.
	Fence(ctx context.Context, label Label) error
	// Describe returns the columns of a query without running it.
	Describe(ctx context.Context, query string) ([]Column, error)
	// Catalog returns the tables and views of schemas, by name. A missing schema has none. Several schemas in one call
	// cost little more than one.
	Catalog(ctx context.Context, schemas ...Schema) (map[Schema][]Relation, error)
	// Close ends every session and releases the resources of the engine.
	Close() error
}

// Session is one session of an engine, for one goroutine. Work tables belong to it, and a closed session leaves none
// behind.
//
// When a context ends during a call, the statement is stopped in the engine before the call returns.
type Session interface {
	// ID returns the engine's own id of the session, so that operators find it in the engine's view of activity.
	ID() string
	// Begin starts a transaction. Without it every statement is its own transaction. It is Unsupported at NoTransactions.
	Begin(ctx context.Context) error
	// Commit ends the transaction. After a fault of kind Unavailable or Canceled it may have succeeded.
	Commit(ctx context.Context) error
	// Rollback ends the transaction; it does nothing if there is none. It must work after the context of the statements
	// has ended, so pass another context.
	Rollback(ctx context.Context) error
	// Savepoint marks the point in the transaction to which RollbackTo returns. Only engines with the capability
	// support it.
	Savepoint(ctx context.Context) error
	// RollbackTo undoes everything since the last Savepoint, also after a failed statement.
	RollbackTo(ctx context.Context) error
	// Exec runs one statement.
	Exec(ctx context.Context, statement string) (Counts, error)
	// Query runs one query and reads at most limit rows. A limit below 1 is an error.
	Query(ctx context.Context, query string, limit int) (Rows, error)
	// Close closes the session and rolls back an open transaction.
	Close() error
}

// DeferredExecutor is a session that can send a statement of a transaction without waiting for it. Sessions in another
// process implement it, because each wait costs them more than a small statement.
type DeferredExecutor interface {
	// ExecDeferred sends a statement. The next call of the session, such as Commit, reports its error.
	ExecDeferred(ctx context.Context, statement string) error
}

// Capabilities tell what an engine can do beyond SQL; what its SQL can do is in dialect.Capabilities.
type Capabilities struct {
	Savepoints   bool // a failed statement can be undone without aborting the transaction
	Embedded     bool // it runs inside one process, in a folder that this process owns
	EnforcesKeys bool // it rejects a second row with the same primary key
	Transactions TransactionLevel
	// RestartTime is how long a run waits for an engine that is unavailable, because a restart of it takes longer than a few
	// retries. Zero is an engine that restarts within seconds.
	RestartTime time.Duration
}

// Schema is a schema of a database. An empty database is the engine's default database.
type Schema struct {
	Database string `json:"database,omitempty"`
	Name     string `json:"schema"`
}

// Label identifies the work that a session belongs to.
type Label struct {
	WorkID string // unique over all installations that may share an engine
	Epoch  int64  // grows each time that the work gets a new owner
}

// Counts are the numbers of rows that a statement changed. A merge is counted under the kind that the engine reports,
// and under Updated if it reports none.
type Counts struct {
	Inserted int64 `json:"inserted,omitempty"`
	Updated  int64 `json:"updated,omitempty"`
	Deleted  int64 `json:"deleted,omitempty"`
}

// Rows are the rows of a query. Values are lossless JSON values: nil, bool, int64, float64 (finite), string. Other
// values are text in the engine's notation.
type Rows struct {
	Columns []Column `json:"columns"`
	Values  [][]any  `json:"values"`
	More    bool     `json:"more,omitempty"` // the query has more rows than the limit
}

// Column is a column of a table or a query.
type Column struct {
	Name     string `json:"name"`
	Type     string `json:"type"` // the engine's type name
	Nullable bool   `json:"nullable,omitempty"`
}

// Relation is a table or a view.
type Relation struct {
	Name    string
	IsView  bool
	Columns []Column
	// Dependents are the views that block changes of it, on engines whose views do.
	Dependents []DependentView
	// Properties are the properties that are lost when it is dropped and created again, as far as the engine has any.
	Properties []RelationProperty
}
