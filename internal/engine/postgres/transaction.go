package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// What the server says about the transaction after every statement.
const (
	idle   = 'I' // there is none
	failed = 'E' // a statement failed; all that helps is a rollback
)

// Begin notes that the next statement begins a transaction.
func (s *session) Begin(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if s.isOpen() {
		return fault.New(fault.Internal, "a transaction was begun inside of another one")
	}
	s.before, s.marked = []string{"BEGIN"}, false
	return nil
}

// isOpen reports whether there is a transaction, in the server or about to be.
func (s *session) isOpen() bool { return len(s.before) > 0 || s.status() != idle }

func (s *session) status() byte { return s.wire.connection.TxStatus() }

// Commit commits. A server answers the commit of a transaction that failed before as if all were well, and rolls it back.
func (s *session) Commit(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if !s.isOpen() {
		return fault.New(fault.Internal, "there is no transaction to commit")
	}
	s.before = nil // whatever waits there has nothing after it
	switch s.status() {
	case idle:
		return nil
	case failed:
		_, _ = s.exchange(ctx, request{text: "ROLLBACK"})
		return notCommitted()
	}
	a, err := s.exchange(ctx, request{text: "COMMIT"})
	if s.gone != nil && fault.Is(err, fault.Unavailable) {
		return fault.From(err).WithHint("Whether the transaction was committed is not known.")
	}
	if err == nil && a.tag != "COMMIT" {
		return notCommitted()
	}
	return err
}

func notCommitted() error {
	return fault.New(fault.Invalid, "a statement of the transaction had failed, so nothing was committed")
}

// Rollback rolls back. A session that is gone took its transaction with it.
func (s *session) Rollback(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = nil
	if s.gone != nil || s.status() == idle {
		return nil
	}
	_, err := s.exchange(ctx, request{text: "ROLLBACK"})
	return err
}

// mark is the name of the savepoint. There is one at a time, so that a long transaction does not pile them up.
const mark = `"millrace"`

// Savepoint notes that the next statement sets a savepoint before.
func (s *session) Savepoint(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if !s.isOpen() {
		return fault.New(fault.Internal, "there is no transaction to set a savepoint in")
	}
	if s.marked {
		s.before = append(s.before, "RELEASE SAVEPOINT "+mark)
	}
	s.before, s.marked = append(s.before, "SAVEPOINT "+mark), true
	return nil
}

// RollbackTo goes back to the savepoint, which stays.
func (s *session) RollbackTo(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, err := s.run(ctx, request{text: "ROLLBACK TO SAVEPOINT " + mark})
	return err
}
