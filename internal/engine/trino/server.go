package trino

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// errClosed is the cause of contexts that end because the engine was closed.
var errClosed = errors.New("the engine was closed")

// server is an open connection to a cluster.
type server struct {
	*client

	dialect *dialect.Dialect

	life context.Context //nolint:containedctx // it ends when the engine is closed, and every call ends with it
	end  context.CancelCauseFunc

	mu      sync.Mutex
	running sync.WaitGroup // calls to the server
}

// Open opens a connection for work. It connects with the first statement.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	settings, err := readSettings(c)
	if err != nil {
		return nil, err
	}
	spoken, ok := dialect.Lookup(enginekind.Trino)
	if !ok {
		return nil, fault.New(fault.Internal, "the dialect of trino is missing")
	}
	s := &server{client: newClient(settings, d.timeout, d.logger), dialect: spoken}
	s.life, s.end = context.WithCancelCause(context.WithoutCancel(ctx))
	return s, nil
}

// Dialect returns Trino's dialect.
func (s *server) Dialect() *dialect.Dialect { return s.dialect }

// restartTime is how long a run waits for a coordinator that does not answer. A restart takes half a minute on a free
// machine, and minutes if another machine has to be found for it.
const restartTime = 5 * time.Minute

// Capabilities returns that the engine has neither savepoints nor transactions of several statements, and that it
// enforces no keys.
func (s *server) Capabilities() engine.Capabilities {
	return engine.Capabilities{Transactions: engine.NoTransactions, RestartTime: restartTime}
}

// DefaultDatabase is empty: the server uses the catalog of the connection for names without one.
func (s *server) DefaultDatabase() string { return enginekind.DefaultDatabase(enginekind.Trino) }

// Close cancels every running statement and waits until the server has confirmed it.
func (s *server) Close() error {
	s.mu.Lock()
	s.end(errClosed)
	s.mu.Unlock()
	s.running.Wait()
	s.close()
	return nil
}

// enter registers a call for Close to wait for. It returns a context that also ends when the engine is closed.
func (s *server) enter(ctx context.Context) (context.Context, func(), error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.life.Err() != nil {
		return nil, nil, s.closed()
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

func (s *server) closed() error {
	return s.unavailable("the connection to %s was closed", s.settings.address()).WithHint("Open it again.")
}

// exchange runs a statement and returns its faults.
func (s *server) exchange(ctx context.Context, r request) (*answer, error) {
	if err := check(r.text); err != nil {
		return nil, err
	}
	r.text = withoutSemicolon(r.text)
	ctx, done, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	a, err := s.run(ctx, r)
	if err == nil {
		return a, nil
	}
	if s.life.Err() != nil {
		return a, s.closed()
	}
	return a, s.failed(ctx, r, a, err)
}

// maxInternal limits the rows of internal queries.
const maxInternal = 1_000_000

// ask runs an internal query.
func (s *server) ask(ctx context.Context, query string) (*answer, error) {
	return s.exchange(ctx, request{text: query, limit: maxInternal})
}

// catalogOf returns the catalog of a schema.
func (s *server) catalogOf(schema engine.Schema) string {
	if schema.Database == "" {
		return s.settings.catalog
	}
	return strings.ToLower(schema.Database)
}
