package postgres

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// idle is what the server says after every statement when there is no transaction.
const idle = 'I'

func (s *session) status() byte { return s.wire.connection.TxStatus() }

// Begin notes that the next statement begins a transaction.
func (s *session) Begin(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	if s.began {
		return fault.New(fault.Internal, "a transaction was begun inside of another one")
	}
	s.began, s.marked, s.before = true, false, []string{"BEGIN"}
	return nil
}

// hasEnded is true for a transaction that is over although nobody ended it here: its first statement was stopped while
// the server still began the transaction.
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
	s.began, s.before = false, nil // whatever waits there has nothing after it
	switch {
	case isEmpty:
		return nil
	case s.status() == idle:
		return notCommitted()
	}
	return s.commit(ctx)
}

// commit sends the commit. The server answers that of a transaction that failed before as if all were well, and rolls it
// back.
func (s *session) commit(ctx context.Context) error {
	a, err := s.trip(ctx, request{text: "COMMIT"})
	switch {
	case err == nil && a.tag != "COMMIT":
		return notCommitted()
	case s.gone != nil && fault.Is(err, fault.Unavailable):
		return fault.From(err).WithHint("Whether the transaction was committed is not known.")
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

// mark is the name of the savepoint. There is one at a time, so that a long transaction does not pile them up.
const mark = `"millrace"`

// Savepoint notes that the next statement sets a savepoint before.
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

// RollbackTo goes back to the savepoint, which stays.
func (s *session) RollbackTo(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.marked {
		return fault.New(fault.Internal, "there is no savepoint to go back to")
	}
	_, err := s.run(ctx, request{text: "ROLLBACK TO SAVEPOINT " + mark})
	return err
}
