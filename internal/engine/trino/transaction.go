package trino

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

func unsupported(what string) error {
	return fault.New(fault.Unsupported, "Trino has no %s for tables of its catalogs: every statement is its own transaction", what)
}

// Begin is unsupported: the connector writes outside of transactions only.
func (s *session) Begin(ctx context.Context) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	return unsupported("transactions")
}

// Commit is unsupported.
func (s *session) Commit(ctx context.Context) error {
	if err := s.usable(ctx); err != nil {
		return err
	}
	return unsupported("transactions")
}

// Rollback does nothing: there is no transaction.
func (s *session) Rollback(context.Context) error { return nil }

// Savepoint is unsupported.
func (s *session) Savepoint(context.Context) error { return unsupported("savepoints") }

// RollbackTo is unsupported.
func (s *session) RollbackTo(context.Context) error { return unsupported("savepoints") }

// usable returns the fault of an ended session or of an ended context, and nil otherwise.
func (s *session) usable(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.gone != nil:
		return s.gone
	case s.server.life.Err() != nil:
		return s.server.closed()
	case ctx.Err() != nil:
		return canceled(ctx)
	}
	return nil
}
