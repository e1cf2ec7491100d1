package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// idle is the transaction status without a transaction.
const idle = 'I'

func (s *session) status() byte { return s.wire.connection.TxStatus() }

// Begin lets the next statement start a transaction.
func (s *session) Begin(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if s.began {
		return fault.New(fault.Internal, "a transaction is already open")
	}
	s.began, s.marked, s.before = true, false, []string{"BEGIN"}
	return nil
}

// hasEnded reports a transaction that ended without a call: its first statement was stopped while the server still
// started the transaction.
func (s *session) hasEnded() bool { return s.began && len(s.before) == 0 && s.status() == idle }

// Commit commits.
func (s *session) Commit(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if !s.began {
		return fault.New(fault.Internal, "there is no transaction to commit")
	}
	isEmpty := s.status() == idle && !s.hasEnded()
	s.began, s.before = false, nil // pending statements have no statement after them
	switch {
	case isEmpty:
		return nil
	case s.status() == idle:
		return notCommitted()
	}
	return s.commit(ctx)
}

// commit sends the commit. For a failed transaction the server reports success and rolls back, so commit checks the
// command tag.
func (s *session) commit(ctx context.Context) error {
	a, err := s.trip(ctx, request{text: "COMMIT"})
	switch {
	case err == nil && a.tag != "COMMIT":
		return notCommitted()
	case s.gone != nil && fault.Is(err, fault.Unavailable):
		return fault.From(err).WithHint("It is unknown whether the transaction was committed.")
	}
	return err
}

func notCommitted() error {
	return fault.New(fault.Invalid, "nothing was committed, because a statement of the transaction failed")
}

// Rollback rolls back. The transaction of an ended session is already rolled back.
func (s *session) Rollback(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone != nil || s.status() == idle {
		s.began, s.before = false, nil
		return nil
	}
	if err := s.usable(ctx); err != nil {
		return err
	}
	_, err := s.trip(ctx, request{text: "ROLLBACK"})
	if err == nil {
		s.began, s.before = false, nil
	}
	return err
}

// mark is the name of the savepoint. There is one at a time, so that a long transaction does not accumulate them.
const mark = `"millrace"`

// Savepoint lets the next statement set a savepoint first.
func (s *session) Savepoint(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if !s.began {
		return fault.New(fault.Internal, "there is no transaction to set a savepoint in")
	}
	if s.marked {
		s.before = append(s.before, "RELEASE SAVEPOINT "+mark)
	}
	s.before, s.marked = append(s.before, "SAVEPOINT "+mark), true
	return nil
}

// RollbackTo rolls back to the savepoint, which stays.
func (s *session) RollbackTo(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.marked {
		return fault.New(fault.Internal, "there is no savepoint to roll back to")
	}
	_, err := s.run(ctx, request{text: "ROLLBACK TO SAVEPOINT " + mark})
	return err
}
