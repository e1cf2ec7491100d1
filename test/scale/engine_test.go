package scale_test

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// statementTime is how long the engine takes for a statement.
const statementTime = time.Millisecond

// waitingEngine is an engine that waits and reports success.
type waitingEngine struct{ dialect *dialect.Dialect }

func newWaitingEngine() waitingEngine {
	duckdb, _ := dialect.Lookup("duckdb")
	return waitingEngine{duckdb}
}

func (e waitingEngine) Dialect() *dialect.Dialect { return e.dialect }

func (waitingEngine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Transactions: engine.FullTransactions}
}

func (waitingEngine) DefaultDatabase() string { return "" }

func (waitingEngine) Prepare(context.Context, []engine.Schema) error { return nil }

func (waitingEngine) Session(context.Context, engine.Label) (engine.Session, error) {
	return waitingSession{}, nil
}

func (waitingEngine) Fence(context.Context, engine.Label) error { return nil }

func (waitingEngine) Describe(context.Context, string) ([]engine.Column, error) { return nil, nil }

func (waitingEngine) Catalog(context.Context, ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	return map[engine.Schema][]engine.Relation{}, nil
}

func (waitingEngine) Close() error { return nil }

type waitingSession struct{}

func (waitingSession) ID() string { return "idle" }

func (waitingSession) Begin(context.Context) error { return nil }

func (waitingSession) Commit(context.Context) error { return nil }

func (waitingSession) Rollback(context.Context) error { return nil }

func (waitingSession) Savepoint(context.Context) error { return nil }

func (waitingSession) RollbackTo(context.Context) error { return nil }

func (waitingSession) Exec(ctx context.Context, _ string) (engine.Counts, error) {
	return engine.Counts{Inserted: 1}, backoff.Sleep(ctx, statementTime)
}

func (waitingSession) Query(context.Context, string, int) (engine.Rows, error) {
	return engine.Rows{}, nil
}

func (waitingSession) Close() error { return nil }
