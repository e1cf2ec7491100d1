package snowflake

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// Begin starts a transaction of changes of rows. A statement that changes a definition commits it.
func (s *session) Begin(ctx context.Context) error {
	return s.control(ctx, "BEGIN", true)
}

// Commit ends the transaction.
func (s *session) Commit(ctx context.Context) error {
	return s.control(ctx, "COMMIT", false)
}

// Rollback ends the transaction. Without one, it does nothing.
func (s *session) Rollback(ctx context.Context) error {
	s.mu.Lock()
	isIdle := !s.inTransaction
	s.mu.Unlock()
	if isIdle {
		return nil
	}
	return s.control(ctx, "ROLLBACK", false)
}

// control runs a statement that begins or ends a transaction.
func (s *session) control(ctx context.Context, statement string, begins bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if begins == s.inTransaction {
		return fault.New(fault.Invalid, "%s: the session has a transaction: %t", statement, s.inTransaction)
	}
	if begins {
		s.inTransaction = true // also if there is no answer
	}
	_, err := s.exchange(ctx, request{text: statement, tag: s.tag})
	if err == nil {
		s.inTransaction = begins
	}
	return err
}

func unsupported() error {
	return fault.New(fault.Unsupported, "Snowflake has no savepoints")
}

// Savepoint is unsupported.
func (s *session) Savepoint(context.Context) error { return unsupported() }

// RollbackTo is unsupported.
func (s *session) RollbackTo(context.Context) error { return unsupported() }
