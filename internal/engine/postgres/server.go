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
	admin   *pgxpool.Pool // for internal queries
	types   typeNames

	life context.Context //nolint:containedctx // it ends when the engine is closed, and every call ends with it
	end  context.CancelCauseFunc

	mu   sync.Mutex
	open map[*session]bool
}

// Open opens a connection for work. It connects with the first session or internal query.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	settings, err := readSettings(c)
	if err != nil {
		return nil, err
	}
	spoken, ok := dialect.Lookup(enginekind.Postgres)
	if !ok {
		return nil, fault.New(fault.Internal, "the dialect of postgres is missing")
	}
	s := &server{attempt: attempt{settings, d.timeout, d.logger}, dialect: spoken, open: map[*session]bool{}}
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	if s.work, err = s.pool(settings.maxConnections - adminConnections); err != nil {
		return nil, err
	}
	if s.admin, err = s.pool(adminConnections); err != nil {
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
		return nil, fault.New(fault.Internal, "cannot set up the connection pool of the postgres driver")
	}
	return pool, nil
}

// Dialect returns PostgreSQL's dialect.
func (s *server) Dialect() *dialect.Dialect { return s.dialect }

// Capabilities returns that the engine has savepoints, keys and full transactions.
func (s *server) Capabilities() engine.Capabilities {
	return engine.Capabilities{Savepoints: true, EnforcesKeys: true, Transactions: engine.FullTransactions}
}

// DefaultDatabase is empty: a statement reaches only the database of the connection, and names leave it out.
func (s *server) DefaultDatabase() string { return enginekind.DefaultDatabase(enginekind.Postgres) }

// Close ends every session, even a running one, and every connection.
func (s *server) Close() error {
	s.end(errClosed)
	for _, session := range s.sessions() {
		_ = session.Close() // it never fails
	}
	s.work.Close()
	s.admin.Close()
	return nil
}

func (s *server) sessions() []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.open))
}

// register adds a session for Close to end. It returns false if Close has started.
func (s *server) register(session *session) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return false
	}
	s.open[session] = true
	return true
}

func (s *server) unregister(session *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, session)
}

// bound returns a context that also ends when the engine is closed.
func (s *server) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })
	return ctx, func() {
		stop()
		cancel(nil)
	}
}
