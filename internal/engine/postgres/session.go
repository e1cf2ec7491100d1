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

// session is a connection out of the pool while somebody has it.
type session struct {
	server *server
	label  string // its application_name
	id     string

	mu     sync.Mutex // held during a call; Close of the engine may come at any time
	pooled *pgxpool.Conn
	wire   wire
	gone   error // why it is of no use any more

	// before are statements that go with the next one: beginning a transaction takes no round trip of its own.
	before []string
	began  bool // a transaction was begun and neither committed nor rolled back
	marked bool // the transaction has a savepoint
}

// Session takes a connection out of the pool and puts its label on.
func (s *server) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	ctx, done := s.bound(ctx)
	defer done()
	opened, err := s.labeled(ctx, labelOf(label))
	if err != nil {
		return nil, err
	}
	if !s.remember(opened) {
		opened.release()
		return nil, s.closed()
	}
	return opened, nil
}

// labeled is a session with its label on. A connection may have died in the pool; when one did, the others that wait
// there are probably dead too, so all of them are let go, and a new one is made.
func (s *server) labeled(ctx context.Context, label string) (*session, error) {
	for isFirst := true; ; isFirst = false {
		opened, err := s.take(ctx, label)
		if err != nil {
			return nil, err
		}
		err = opened.introduce(ctx)
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

// introduce puts the label on. It fits between the marks of a literal as it is.
func (s *session) introduce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.server.timeout)
	defer cancel()
	r := request{text: "SET application_name = '" + s.label + "'"}
	if s.wire.connection.CustomData()[watchesClients] != nil {
		r.before = []string{watchClient}
	}
	_, err := s.wire.exchange(ctx, r)
	return err
}

// ID is the number of the server's process.
func (s *session) ID() string { return s.id }

// Close rolls back what is open and gives the connection back as if it were new. One that cannot be cleaned is closed.
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
	s.gone = s.server.unavailable("the session was given back")
	s.release()
	s.server.forget(s)
	return nil
}

// clean undoes everything that a session can leave behind: the transaction, work tables, settings, the label.
func (s *session) clean(ctx context.Context) error {
	if s.wire.connection.TxStatus() != idle {
		if _, err := s.wire.exchange(ctx, request{text: "ROLLBACK"}); err != nil {
			return err
		}
	}
	_, err := s.wire.exchange(ctx, request{text: "DISCARD ALL"})
	return err
}

// lose ends the connection. The session is of no more use.
func (s *session) lose(ctx context.Context) {
	s.wire.close(ctx)
	s.gone = s.server.unavailable("the session is gone").WithHint("Open another one.")
}

// release gives the connection to the pool, which lets go of one that is closed.
func (s *session) release() {
	s.pooled.Release()
	s.pooled = nil
}

// trip is one round trip. Nothing is sent in a session that is not usable, which is for callers to look at before.
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

// usable gives the fault of a session that is gone, and that of a context that is over.
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

// failed is the fault of a statement. When the connection did not survive it, the session is gone. A statement that was
// given up and that the server did not confirm to have stopped is seen to by other means.
func (s *session) failed(ctx context.Context, f failure) error {
	err := s.server.failed(ctx, f)
	refusal, refused := errors.AsType[*pgconn.PgError](f.err)
	if refused && !isFatal(refusal) {
		return err
	}
	s.lose(ctx)
	if !refused && ctx.Err() != nil && !s.server.dismiss(ctx, s) {
		return s.server.unavailable("%s did not confirm that the statement was stopped", s.server.settings.address()).
			WithHint("It may still run; look for process %s at the server.", s.id)
	}
	return err
}
