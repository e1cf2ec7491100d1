package postgres

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// errClosed is the cause of contexts that end because the engine was closed.
var errClosed = errors.New("the engine was closed")

// server is an open connection to one database of a server.
type server struct {
	attempt

	dialect *dialect.Dialect
	work    *pgxpool.Pool // for sessions
	desk    *pgxpool.Pool // for questions
	types   typeNames

	life context.Context //nolint:containedctx // it ends when the engine is closed, and every call ends with it
	end  context.CancelCauseFunc

	mu   sync.Mutex
	open map[*session]bool
}

// Open opens a connection for work. The server is reached with the first session or question.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	settings, err := readSettings(c)
	if err != nil {
		return nil, err
	}
	spoken, ok := dialect.Lookup(enginekind.Postgres)
	if !ok {
		return nil, fault.New(fault.Internal, "the dialect of postgres is missing")
	}
	s := &server{attempt: attempt{settings, d.timeout}, dialect: spoken, open: map[*session]bool{}}
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	if s.work, err = s.pool(settings.maxConnections - desks); err != nil {
		return nil, err
	}
	if s.desk, err = s.pool(desks); err != nil {
		s.work.Close()
		return nil, err
	}
	return s, nil
}

func (s *server) pool(size int) (*pgxpool.Pool, error) {
	config, err := s.settings.poolConfig(size, s.timeout)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(s.life, config)
	if err != nil {
		return nil, fault.New(fault.Internal, "the pool of the postgres driver cannot be set up")
	}
	return pool, nil
}

// Dialect is PostgreSQL's.
func (s *server) Dialect() *dialect.Dialect { return s.dialect }

// Capabilities says that a failed statement can be taken back.
func (s *server) Capabilities() engine.Capabilities { return engine.Capabilities{Savepoints: true} }

// DefaultDatabase is empty: a statement reaches the one database of the connection, and names leave it out.
func (s *server) DefaultDatabase() string { return enginekind.DefaultDatabase(enginekind.Postgres) }

// Close ends every session, whatever it is doing, and every connection.
func (s *server) Close() error {
	s.end(errClosed)
	for _, session := range s.sessions() {
		_ = session.Close() // it has nothing to tell
	}
	s.work.Close()
	s.desk.Close()
	return nil
}

func (s *server) sessions() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.open))
}

// remember keeps a session in mind for Close. It is false when Close has begun.
func (s *server) remember(session *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return false
	}
	s.open[session] = true
	return true
}

func (s *server) forget(session *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, session)
}

// bound is a context that ends also when the engine is closed.
func (s *server) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
