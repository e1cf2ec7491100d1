package duckdbprocess

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// rollbackGrace is how long a rollback may take before the child is killed, which also rolls back.
const rollbackGrace = 10 * time.Second

// session is a session in a child. It ends with the child.
//
// A small transaction costs few round trips: the messages that open the session, begin the transaction and close the
// session have no response, and the child handles the messages of a session in their order.
type session struct {
	child    *child
	suspects *suspects
	leave    func() // ends its stay in the folder
	number   uint64
	id       string

	inTransaction bool
	hasStatements bool // the transaction contains statements
	isClosed      bool
	hasEnded      bool // a call reported that the session or the child has ended
}

// ID returns the process id of the child and a number, because DuckDB does not name its connections.
func (s *session) ID() string { return s.id }

func (s *session) request(o operation) request { return request{operation: o, target: s.number} }

// check returns an error if the session cannot be used.
func (s *session) check(ctx context.Context) error {
	if s.isClosed || s.hasEnded {
		return fault.New(fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")
	}
	if ctx.Err() != nil {
		return canceled(ctx)
	}
	return nil
}

// Begin starts a transaction. The first statement reports an error.
func (s *session) Begin(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	if err := s.child.keep(s.request(opBegin), nil); err != nil {
		return err
	}
	s.inTransaction, s.hasStatements = true, false
	return nil
}

// Commit ends the transaction. It ignores cancellation after it has started, so that its outcome is known.
func (s *session) Commit(ctx context.Context) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	_, err := s.child.call(ctx, s.request(opCommit), options{isFinal: true}, nil)
	s.inTransaction = err != nil // the child may have rejected the commit without ending the transaction
	return s.noted(err)
}

// noted notes that the session has ended, so that calls without a response report it too.
func (s *session) noted(err error) error {
	s.hasEnded = s.hasEnded || fault.Is(err, fault.Unavailable)
	return err
}

// Rollback ends the transaction, even if the context has ended.
func (s *session) Rollback(ctx context.Context) error {
	if s.isClosed || !s.inTransaction {
		return nil
	}
	s.inTransaction = false
	if !s.hasStatements { // the session may still wait for its databases
		_ = s.child.send(s.request(opRollback), nil) // a child that has ended has rolled back
		return nil
	}
	_, err := s.child.call(ctx, s.request(opRollback), options{isFinal: true, patience: rollbackGrace}, nil)
	if fault.Is(err, fault.Unavailable) {
		return nil // the end of the child or of the session has rolled back
	}
	return err
}

// Savepoint is not supported by DuckDB.
func (s *session) Savepoint(context.Context) error { return noSavepoints() }

// RollbackTo is not supported by DuckDB.
func (s *session) RollbackTo(context.Context) error { return noSavepoints() }

func noSavepoints() error {
	return fault.New(fault.Unsupported, "DuckDB has no savepoints").WithHint("Roll back the transaction and start again.")
}

// Exec runs one statement.
func (s *session) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	message, err := s.run(ctx, opExec, statement, func(e *encoder) { e.text(statement) })
	if err != nil {
		return engine.Counts{}, err
	}
	return message.counts(), message.failed()
}

// ExecDeferred sends one statement. The next call reports its error.
func (s *session) ExecDeferred(ctx context.Context, statement string) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.hasStatements = true
	return s.noted(s.child.keep(s.request(opExec), func(e *encoder) { e.text(statement) }))
}

// RecordPublication adds a publication to the transaction. The commit reports its error.
func (s *session) RecordPublication(ctx context.Context, key, result string) error {
	if err := s.check(ctx); err != nil {
		return err
	}
	s.hasStatements = true
	return s.noted(s.child.keep(s.request(opRecord), func(e *encoder) {
		e.text(key)
		e.text(result)
	}))
}

// Query runs one query and reads at most limit rows.
func (s *session) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	message, err := s.run(ctx, opQuery, query, func(e *encoder) {
		e.text(query)
		e.integer(int64(limit))
	})
	if err != nil {
		return engine.Rows{}, err
	}
	return message.rows(), message.failed()
}

// run runs a statement, alone among the suspects if it is one.
func (s *session) run(ctx context.Context, o operation, statement string, write func(e *encoder)) (*decoder, error) {
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	isAlone, done, err := s.suspects.enter(ctx, statement)
	if err != nil {
		return nil, err
	}
	s.hasStatements = true
	message, err := s.child.call(ctx, s.request(o), options{statement: statement, isAlone: isAlone}, write)
	done(err == nil)
	return message, s.noted(err)
}

// Close closes the session. It waits for the rollback of an open transaction.
func (s *session) Close() error {
	if s.isClosed {
		return nil
	}
	s.isClosed = true
	defer s.leave()
	if !s.inTransaction {
		_ = s.child.send(s.request(opCloseSession), nil) // a child that has ended has closed it
		return nil
	}
	_, err := s.child.call(context.Background(), s.request(opCloseSession), options{isFinal: true, patience: rollbackGrace}, nil)
	if fault.Is(err, fault.Unavailable) {
		return nil
	}
	return err
}
