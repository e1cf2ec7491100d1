package snowflake

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// session is a label for statements. It uses a session of the server from its first statement on.
type session struct {
	server *server
	tag    string

	mu            sync.Mutex // locked during a call
	used          *connection
	inTransaction bool
	gone          error // why it is unusable; nil while it is usable
	report        func(queryID string)
}

// Session returns a session. It sends nothing.
func (s *server) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	_, done, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	opened := &session{server: s, tag: tagOf(s.settings.tag, label)}
	s.add(opened)
	return opened, nil
}

// ID returns the tag of the session's queries.
func (s *session) ID() string { return s.tag }

// Close gives the session of the server back. If a transaction is open, the server's session ends, and with it the
// transaction.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone == nil {
		s.gone = fault.New(fault.Unavailable, "the session was closed")
	}
	s.server.remove(s)
	s.leave()
	return nil
}

// leave gives the session of the server back.
func (s *session) leave() {
	if s.used == nil {
		return
	}
	s.used.isDirty = s.used.isDirty || s.inTransaction
	s.server.release(s.used)
	s.used, s.inTransaction = nil, false
}

// OnQueryID sets the function that gets the id of each statement. The server runs the statement meanwhile.
func (s *session) OnQueryID(report func(queryID string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = report
}

// run runs a statement of the session.
func (s *session) run(ctx context.Context, r request) (*answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	// Inside a transaction the driver waits, as the statements of a transaction have an order.
	r.tag, r.isAsync, r.started = s.tag, !s.inTransaction, s.report
	return s.exchange(ctx, r)
}

// exchange runs a statement in the session's session of the server.
func (s *session) exchange(ctx context.Context, r request) (*answer, error) {
	ctx, done, err := s.server.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if s.used == nil {
		if s.used, err = s.server.acquire(ctx); err != nil {
			s.used = nil
			return nil, s.server.closedOr(err)
		}
	}
	a, err := s.server.run(ctx, s.used, r)
	if leavesTraces(r.text) {
		s.used.isDirty = true
	}
	if s.used.isBroken {
		if s.inTransaction {
			s.gone = fault.New(fault.Unavailable, "the session ended with its transaction")
		}
		s.leave() // the next statement begins with another one
	}
	return a, s.server.closedOr(err)
}

// closedOr returns the fault of a closed engine instead of another one.
func (s *server) closedOr(err error) error {
	if err != nil && s.life.Err() != nil {
		return s.gone()
	}
	return err
}

// usable returns the fault of an ended session or of an ended context, and nil otherwise.
func (s *session) usable(ctx context.Context) error {
	switch {
	case s.gone != nil:
		return s.gone
	case s.server.life.Err() != nil:
		return s.server.gone()
	case ctx.Err() != nil:
		return canceled(ctx)
	}
	return nil
}
