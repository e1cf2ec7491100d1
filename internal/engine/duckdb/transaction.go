package duckdb

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// Begin starts a transaction.
func (s *session) Begin(ctx context.Context) error {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := s.do(call, "BEGIN TRANSACTION"); err != nil {
		return s.callFault(ctx, err)
	}
	s.inTransaction, s.hasFailed = true, false
	return nil
}

// Commit ends the transaction. Once begun it is not interrupted, so that its outcome is known.
func (s *session) Commit(ctx context.Context) error {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := s.checkAlive(call); err != nil {
		return s.callFault(ctx, err)
	}
	s.inTransaction = false // DuckDB rolls back what it cannot commit
	err = s.do(context.WithoutCancel(call), "COMMIT")
	if err != nil && s.instance.isDurable(err) {
		return nil
	}
	return s.callFault(context.WithoutCancel(ctx), err)
}

// checkAlive finds out whether a statement that failed has ended the transaction. DuckDB would roll back at the commit and
// say that all went well.
func (s *session) checkAlive(ctx context.Context) error {
	if !s.hasFailed {
		return nil
	}
	err := s.do(ctx, "SELECT 1")
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "the transaction was ended by a statement that failed").
		WithHint("Roll back and begin again.")
}

// Rollback ends the transaction, whatever has become of the context. That of a session that is gone has ended already.
func (s *session) Rollback(ctx context.Context) error {
	call, leave, err := s.enter(context.WithoutCancel(ctx))
	if err != nil {
		return nil // the session is gone
	}
	defer leave()
	if !s.inTransaction {
		return nil
	}
	s.inTransaction = false
	return s.callFault(context.WithoutCancel(ctx), s.do(context.WithoutCancel(call), "ROLLBACK"))
}

// Savepoint is something that DuckDB does not have.
func (s *session) Savepoint(context.Context) error { return noSavepoints() }

// RollbackTo is something that DuckDB does not have.
func (s *session) RollbackTo(context.Context) error { return noSavepoints() }

func noSavepoints() error {
	return fault.New(fault.Unsupported, "DuckDB has no savepoints").WithHint("Roll back the transaction and begin again.")
}

// do runs a statement of our own.
func (s *session) do(ctx context.Context, statement string) error {
	_, err := s.connection.ExecContext(ctx, statement, nil)
	return err
}
