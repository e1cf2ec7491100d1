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
	s.inTransaction, s.hasFailed, s.publication = true, false, nil
	return nil
}

// Commit ends the transaction. It ignores cancellation after it has started, so that its outcome is known.
func (s *session) Commit(ctx context.Context) error {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	if err := s.checkAlive(call); err != nil {
		return s.callFault(ctx, err)
	}
	unlock, err := s.lockCommit(call)
	if err != nil {
		return s.callFault(ctx, err)
	}
	defer unlock()
	if err := s.sign(call); err != nil {
		return s.callFault(ctx, err)
	}
	s.inTransaction = false // DuckDB rolls back what it cannot commit
	err = s.do(context.WithoutCancel(call), "COMMIT")
	if err != nil && s.instance.isDurable(err) {
		s.isUsed = true
		return nil
	}
	return s.callFault(context.WithoutCancel(ctx), s.commitError(err))
}

// checkAlive checks whether a failed statement has ended the transaction. Otherwise DuckDB would roll back at the
// commit and report success.
func (s *session) checkAlive(ctx context.Context) error {
	if !s.hasFailed {
		return nil
	}
	err := s.do(ctx, "SELECT 1")
	if err == nil || ctx.Err() != nil {
		return err
	}
	return fault.Wrap(err, fault.Invalid, "a failed statement ended the transaction").
		WithHint("Roll back and start again.")
}

// Rollback ends the transaction, even if the context has ended. The transaction of an ended session is already rolled
// back.
func (s *session) Rollback(ctx context.Context) error {
	call, leave, err := s.enter(context.WithoutCancel(ctx))
	if err != nil {
		return nil // the session has ended
	}
	defer leave()
	if !s.inTransaction {
		return nil
	}
	s.inTransaction = false
	return s.callFault(context.WithoutCancel(ctx), s.do(context.WithoutCancel(call), "ROLLBACK"))
}

// Savepoint is not supported by DuckDB.
func (s *session) Savepoint(context.Context) error { return noSavepoints() }

// RollbackTo is not supported by DuckDB.
func (s *session) RollbackTo(context.Context) error { return noSavepoints() }

func noSavepoints() error {
	return fault.New(fault.Unsupported, "DuckDB has no savepoints").WithHint("Roll back the transaction and start again.")
}

// do runs an internal statement. In a session without a label it may change settings.
func (s *session) do(ctx context.Context, statement string) error {
	s.isUsed = s.isUsed || s.label == nil
	_, err := s.connection.ExecContext(ctx, statement, nil)
	return err
}
