package duckdb

import (
	"context"
	"errors"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

var errGivenBack = errors.New("it was given back")

// session is one connection of a DuckDB. Opening one is far cheaper than a statement, so it is closed when it is given
// back, which also rolls back and drops its work tables.
//
// One goroutine works with it, and others may end it at any time: they cancel its life, which stops the statement that
// runs, and whoever has the turn next closes the connection.
type session struct {
	instance *instance
	id       string
	owner    *embedded     // nil for a session of our own
	label    *engine.Label // nil for a session that cannot be fenced

	life context.Context //nolint:containedctx // it ends with the session, not with a call
	kill context.CancelCauseFunc

	turn          contextMutex // guards the rest
	connection    *duckdb.Conn
	inTransaction bool
	hasFailed     bool // a statement of the transaction failed, which may have ended it
}

func newSession(ctx context.Context, connection *duckdb.Conn) *session {
	s := &session{connection: connection, turn: make(contextMutex, 1)}
	s.life, s.kill = context.WithCancelCause(context.WithoutCancel(ctx))
	return s
}

// ID is a name of ours and a number, since DuckDB has no names for its connections.
func (s *session) ID() string { return s.id }

// Close gives the session back.
func (s *session) Close() error {
	s.discard(context.Background())
	return nil
}

// discard gives the session back, whatever has become of the context.
func (s *session) discard(ctx context.Context) {
	s.kill(errGivenBack)
	_ = s.end(context.WithoutCancel(ctx))
}

// end closes the connection of a session whose life is over, as soon as its statement has stopped.
func (s *session) end(ctx context.Context) error {
	if err := s.turn.take(ctx); err != nil {
		return err
	}
	s.leave()
	return nil
}

// enter begins a call. The context that it gives ends also with the session.
func (s *session) enter(ctx context.Context) (context.Context, func(), error) {
	if err := s.turn.take(ctx); err != nil {
		return nil, nil, err
	}
	if s.life.Err() != nil {
		s.leave()
		return nil, nil, s.gone()
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(s.life, cancel)
	return ctx, func() {
		if ctx.Err() != nil {
			s.waitForInterrupt(ctx)
		}
		stop()
		cancel()
		s.leave()
	}, nil
}

// leave ends a call.
func (s *session) leave() {
	if s.life.Err() != nil && s.connection != nil {
		_ = s.connection.Close() // fails only when it was closed before
		s.connection = nil
		s.instance.forget(s)
	}
	s.turn.give()
}

// gone is the fault for a session that is over.
func (s *session) gone() error {
	return fault.Wrap(context.Cause(s.life), fault.Unavailable, "the session in DuckDB is gone").WithHint("Open another one.")
}

// callFault turns the outcome of a call into what the caller is told.
func (s *session) callFault(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case s.life.Err() != nil:
		return s.gone()
	case ctx.Err() != nil:
		return canceledFault(ctx)
	}
	return s.instance.explain(err)
}
