package duckdb

import (
	"context"
	"errors"
	"strings"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/sqltext"
)

var errSessionClosed = errors.New("the session was closed")

// session is one connection to a DuckDB. The end of the session closes the connection, which also rolls back and drops its work
// tables; if the session cannot have left anything behind, another one uses the connection.
//
// One goroutine uses it, and others may end it at any time: they cancel its lifetime, which stops the running
// statement, and the next holder of the mutex closes the connection.
type session struct {
	instance *instance
	id       string
	owner    *embedded     // nil for an internal session
	label    *engine.Label // nil for a session that Fence ignores

	life context.Context //nolint:containedctx // it ends with the session, not with a call
	kill context.CancelCauseFunc

	mutex         contextMutex // guards the rest
	connection    *duckdb.Conn
	inTransaction bool
	hasFailed     bool         // a statement of the transaction failed and may have ended it
	isUsed        bool         // the connection differs from a new one, or may do so
	publication   *Publication // of the transaction, in a lake; nil if it publishes nothing
}

func newSession(ctx context.Context, connection *duckdb.Conn) *session {
	s := &session{connection: connection, mutex: make(contextMutex, 1)}
	s.life, s.kill = context.WithCancelCause(context.WithoutCancel(ctx))
	return s
}

// ID returns the instance's name and a number, because DuckDB does not name its connections.
func (s *session) ID() string { return s.id }

// Close closes the session.
func (s *session) Close() error {
	s.discard(context.Background())
	return nil
}

// discard closes the session, even if the context has ended.
func (s *session) discard(ctx context.Context) {
	s.kill(errSessionClosed)
	_ = s.end(context.WithoutCancel(ctx))
}

// end closes the connection of an ended session, as soon as its statement has stopped.
func (s *session) end(ctx context.Context) error {
	if err := s.mutex.lock(ctx); err != nil {
		return err
	}
	s.leave() //nolint:contextcheck // a session is cleaned up after the call was canceled
	return nil
}

// enter starts a call. The context that it returns also ends with the session.
func (s *session) enter(ctx context.Context) (context.Context, func(), error) {
	if err := s.mutex.lock(ctx); err != nil {
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
			s.isUsed = true
			s.waitForInterrupt(ctx)
		}
		stop()
		cancel()
		s.leave() //nolint:contextcheck // as above
	}, nil
}

// leave ends a call.
func (s *session) leave() {
	if s.life.Err() != nil && s.connection != nil {
		if s.isReusable() {
			s.instance.connectionCache.put(s.connection)
		} else {
			_ = s.connection.Close() // fails only if it was closed before
		}
		s.connection = nil
		s.instance.forget(s)
	}
	s.mutex.unlock()
}

// isReusable reports whether the connection of an ended session is as a new one.
func (s *session) isReusable() bool {
	return s.owner != nil && !s.isUsed && !s.inTransaction && errors.Is(context.Cause(s.life), errSessionClosed)
}

// note notes what a statement may leave in the connection.
func (s *session) note(statement string) { s.isUsed = s.isUsed || leavesState(statement) }

// leavesState reports whether a statement may change the connection that runs it: it creates a work table, sets a variable or the seed
// of random numbers, or is of an unknown kind.
func leavesState(statement string) bool {
	switch first, _ := sqltext.LeadingWords(statement); first {
	case "SELECT", "WITH", "FROM", "VALUES", "INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "ALTER", "DROP", "COMMENT", "TRUNCATE":
	default:
		return true
	}
	lower := strings.ToLower(statement)
	return strings.Contains(lower, "temp") || strings.Contains(lower, "setseed") || strings.Contains(lower, "pivot")
}

// gone returns the fault for a session that has ended.
func (s *session) gone() error {
	return fault.Wrap(context.Cause(s.life), fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")
}

// callFault converts the error of a call to the fault for the caller.
func (s *session) callFault(ctx context.Context, err error) error {
	s.isUsed = s.isUsed || err != nil
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
