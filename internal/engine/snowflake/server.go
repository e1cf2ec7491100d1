package snowflake

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// errClosed is the cause of contexts that end because the engine was closed.
var errClosed = errors.New("the engine was closed")

// server is an open connection to an account.
type server struct {
	*client

	dialect *dialect.Dialect

	life context.Context //nolint:containedctx // it ends when the engine is closed, and every call ends with it
	end  context.CancelCauseFunc

	running   sync.WaitGroup // calls to the server
	entrances sync.Mutex     // orders calls before or after Close, and guards sessions
	sessions  map[*session]bool
}

// Open opens a connection for work. It signs in with the first statement.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	settings, err := readSettings(c)
	if err != nil {
		return nil, err
	}
	spoken, ok := dialect.Lookup(enginekind.Snowflake)
	if !ok {
		return nil, fault.New(fault.Internal, "the dialect of snowflake is missing")
	}
	s := &server{client: newClient(settings, d.options), dialect: spoken, sessions: map[*session]bool{}}
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	return s, nil
}

// Dialect returns Snowflake's dialect.
func (s *server) Dialect() *dialect.Dialect { return s.dialect }

// Capabilities returns that the transactions of the engine contain changes of rows, and that it has no savepoints and
// enforces no keys.
func (s *server) Capabilities() engine.Capabilities {
	return engine.Capabilities{Transactions: engine.DataTransactions}
}

// DefaultDatabase is empty: the server uses the database of the connection for names without one.
func (s *server) DefaultDatabase() string { return enginekind.DefaultDatabase(enginekind.Snowflake) }

// Close cancels every running statement, waits until the server has confirmed it, and ends all sessions.
func (s *server) Close() error {
	s.entrances.Lock()
	s.end(errClosed)
	left := slices.Collect(maps.Keys(s.sessions))
	s.entrances.Unlock()
	s.running.Wait()
	for _, one := range left {
		_ = one.Close()
	}
	s.close()
	return nil
}

// add registers a session for Close to end.
func (s *server) add(one *session) {
	s.entrances.Lock()
	defer s.entrances.Unlock()
	s.sessions[one] = true
}

func (s *server) remove(one *session) {
	s.entrances.Lock()
	defer s.entrances.Unlock()
	delete(s.sessions, one)
}

// enter registers a call for Close to wait for. It returns a context that also ends when the engine is closed.
func (s *server) enter(ctx context.Context) (context.Context, func(), error) {
	s.entrances.Lock()
	defer s.entrances.Unlock()
	if s.life.Err() != nil {
		return nil, nil, s.gone()
	}
	if ctx.Err() != nil {
		return nil, nil, canceled(ctx)
	}
	s.running.Add(1)
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(s.life, func() { cancel(context.Cause(s.life)) })
	return ctx, func() {
		stop()
		cancel(nil)
		s.running.Done()
	}, nil
}

func (s *server) gone() error {
	return fault.New(fault.Unavailable, "the connection to %s was closed", s.settings.address()).WithHint("Open it again.")
}

// exchange runs a statement in a session of the server and returns its faults. used may be nil for any session.
func (s *server) exchange(ctx context.Context, used *connection, r request) (*answer, error) {
	ctx, done, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	a, err := s.runIn(ctx, used, r)
	if err != nil && s.life.Err() != nil {
		return a, s.gone()
	}
	return a, err
}

// maxInternal limits the rows of internal queries.
const maxInternal = 1_000_000

// ask runs an internal query.
func (s *server) ask(ctx context.Context, query string) (*answer, error) {
	return s.exchange(ctx, nil, request{text: query, tag: s.settings.tag, limit: maxInternal})
}
