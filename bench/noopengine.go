package main

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// noopEngine is an engine that does nothing and reports success, so that only the platform's own work is measured.
type noopEngine struct{ dialect *dialect.Dialect }

func newNoopEngine() noopEngine {
	duckdb, _ := dialect.Lookup("duckdb")
	return noopEngine{duckdb}
}

func (e noopEngine) Dialect() *dialect.Dialect { return e.dialect }

func (noopEngine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Transactions: engine.FullTransactions}
}

func (noopEngine) DefaultDatabase() string { return "" }

func (noopEngine) Prepare(context.Context, []engine.Schema) error { return nil }

func (noopEngine) Session(context.Context, engine.Label) (engine.Session, error) {
	return noopSession{}, nil
}

func (noopEngine) Fence(context.Context, engine.Label) error { return nil }

func (noopEngine) Describe(context.Context, string) ([]engine.Column, error) { return nil, nil }

func (noopEngine) Catalog(context.Context, ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	return map[engine.Schema][]engine.Relation{}, nil
}

func (noopEngine) Close() error { return nil }

type noopSession struct{}

func (noopSession) ID() string { return "idle" }

func (noopSession) Begin(context.Context) error { return nil }

func (noopSession) Commit(context.Context) error { return nil }

func (noopSession) Rollback(context.Context) error { return nil }

func (noopSession) Savepoint(context.Context) error { return nil }

func (noopSession) RollbackTo(context.Context) error { return nil }

func (noopSession) Exec(context.Context, string) (engine.Counts, error) {
	return engine.Counts{Inserted: 1}, nil
}

func (noopSession) Query(context.Context, string, int) (engine.Rows, error) {
	return engine.Rows{}, nil
}

func (noopSession) Close() error { return nil }
