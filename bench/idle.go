package main

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// idle is an engine that does nothing and says yes, so that what is left is the platform's own work.
type idle struct{ dialect *dialect.Dialect }

func newIdle() idle {
	spoken, _ := dialect.Lookup("duckdb")
	return idle{spoken}
}

func (e idle) Dialect() *dialect.Dialect { return e.dialect }

func (idle) Capabilities() engine.Capabilities { return engine.Capabilities{} }

func (idle) DefaultDatabase() string { return "" }

func (idle) Prepare(context.Context, []engine.Schema) error { return nil }

func (idle) Session(context.Context, engine.Label) (engine.Session, error) { return idleSession{}, nil }

func (idle) Fence(context.Context, engine.Label) error { return nil }

func (idle) Describe(context.Context, string) ([]engine.Column, error) { return nil, nil }

func (idle) Catalog(context.Context, ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	return map[engine.Schema][]engine.Relation{}, nil
}

func (idle) Close() error { return nil }

type idleSession struct{}

func (idleSession) ID() string { return "idle" }

func (idleSession) Begin(context.Context) error { return nil }

func (idleSession) Commit(context.Context) error { return nil }

func (idleSession) Rollback(context.Context) error { return nil }

func (idleSession) Savepoint(context.Context) error { return nil }

func (idleSession) RollbackTo(context.Context) error { return nil }

func (idleSession) Exec(context.Context, string) (engine.Counts, error) {
	return engine.Counts{Inserted: 1}, nil
}

func (idleSession) Query(context.Context, string, int) (engine.Rows, error) {
	return engine.Rows{}, nil
}

func (idleSession) Close() error { return nil }
