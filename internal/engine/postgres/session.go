package postgres

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/millrace/millrace/internal/engine"
)

// session is a connection of the pool that a caller uses.
type session struct {
	server *server
	label  string // its application_name
	id     string

	mu     sync.Mutex // locked during a call; the engine may be closed at any time
	pooled *pgxpool.Conn
	wire   wire
	gone   error // why it is unusable; nil while it is usable

	// before are statements that are sent with the next one, so that starting a transaction takes no round trip of its
	// own.
	before []string
	began  bool // a transaction was started and neither committed nor rolled back
	marked bool // the transaction has a savepoint
}

// Session takes a connection from the pool and sets its label.
func (s *server) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	ctx, done := s.bound(ctx)
	defer done()
	opened, err := s.labeled(ctx, labelOf(label))
	if err != nil {
		return nil, err
	}
	if !s.register(opened) {
		opened.release()
		return nil, s.closed()
	}
	return opened, nil
}

// labeled returns a session with its label. A connection may have died in the pool; the other idle ones are probably
// dead too, so it resets the pool and opens a new one.
func (s *server) labeled(ctx context.Context, label string) (*session, error) {
	for isFirst := true; ; isFirst = false {
		opened, err := s.take(ctx, label)
		if err != nil {
			return nil, err
		}
		err = opened.setLabel(ctx)
		if err == nil {
			return opened, nil
		}
		opened.lose(ctx)
		opened.release()
		if !isFirst || ctx.Err() != nil {
			return nil, s.failed(ctx, failure{err: err})
		}
		s.work.Reset()
	}
}

func (s *server) take(ctx context.Context, label string) (*session, error) {
	pooled, err := s.work.Acquire(ctx)
	if err != nil {
		return nil, s.connecting(ctx, err)
	}
	connection := pooled.Conn().PgConn()
	id := strconv.FormatUint(uint64(connection.PID()), 10)
	return &session{server: s, label: label, id: id, pooled: pooled, wire: newWire(connection, s.timeout)}, nil
}

// setLabel sets the label, which needs no escaping in a literal.
func (s *session) setLabel(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.server.timeout)
	defer cancel()
	r := request{text: "SET application_name = '" + s.label + "'"}
	if s.wire.connection.CustomData()[watchesClients] != nil {
		r.before = []string{watchClient}
	}
	_, err := s.wire.exchange(ctx, r)
	return err
}

// ID returns the process id at the server.
func (s *session) ID() string { return s.id }

// Close rolls back an open transaction, resets the connection and returns it to the pool. A connection that cannot be
// reset is closed.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pooled == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.server.timeout)
	defer cancel()
	if s.gone == nil && s.clean(ctx) != nil {
		s.lose(ctx)
	}
	s.gone = s.server.unavailable("the session was closed")
	s.release()
	s.server.unregister(s)
	return nil
}

// clean resets everything that a session can leave behind: the transaction, work tables, settings, the label.
func (s *session) clean(ctx context.Context) error {
	if s.wire.connection.TxStatus() != idle {
		if _, err := s.wire.exchange(ctx, request{text: "ROLLBACK"}); err != nil {
			return err
		}
	}
	_, err := s.wire.exchange(ctx, request{text: "DISCARD ALL"})
	return err
}

// lose closes the connection. The session is unusable afterwards.
func (s *session) lose(ctx context.Context) {
	s.wire.close(ctx)
	s.gone = s.server.unavailable("the session has ended").WithHint("Open another session.")
}

// release returns the connection to the pool, which drops a closed one.
func (s *session) release() {
	s.pooled.Release()
	s.pooled = nil
}

// trip makes one round trip. Callers check first that the session is usable.
func (s *session) trip(ctx context.Context, r request) (answer, error) {
	ctx, done := s.server.bound(ctx)
	defer done()
	started := time.Now()
	a, err := s.wire.exchange(ctx, r)
	if err != nil {
		return a, s.failed(ctx, failure{err: err, statement: r.text, shift: r.shift, took: time.Since(started)})
	}
	return a, nil
}

// usable returns the fault of an ended session or of an ended context, and nil otherwise.
func (s *session) usable(ctx context.Context) error {
	switch {
	case s.gone != nil:
		return s.gone
	case s.server.life.Err() != nil:
		return s.server.closed()
	case ctx.Err() != nil:
		return s.server.canceled(ctx)
	}
	return nil
}

// failed returns the fault of a statement. If the connection broke, the session has ended. If the server did not
// confirm that it stopped a canceled statement, failed ends the session over another connection.
func (s *session) failed(ctx context.Context, f failure) error {
	err := s.server.failed(ctx, f)
	refusal, refused := errors.AsType[*pgconn.PgError](f.err)
	if refused && !isFatal(refusal) {
		return err
	}
	s.lose(ctx)
	if !refused && ctx.Err() != nil && !s.server.dismiss(ctx, s) {
		return s.server.unavailable("%s did not confirm that the statement was stopped", s.server.settings.address()).
			WithHint("It may still run; check process %s at the server.", s.id)
	}
	return err
}
