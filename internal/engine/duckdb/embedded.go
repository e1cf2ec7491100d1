package duckdb

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// defaultDatabase is the one of a storage location that no mapping names one for.
func defaultDatabase() string { return enginekind.DefaultDatabase(enginekind.DuckDB) }

// embedded is the engine, as one of those who have a folder open.
type embedded struct {
	dialect  *dialect.Dialect
	home     *sharedFolder
	isClosed atomic.Bool
	closing  sync.Once
	closed   error // what closing came to
}

// Dialect is DuckDB's SQL.
func (e *embedded) Dialect() *dialect.Dialect { return e.dialect }

// Capabilities are those of DuckDB in a folder.
func (e *embedded) Capabilities() engine.Capabilities {
	return engine.Capabilities{Embedded: enginekind.IsEmbedded(enginekind.DuckDB)}
}

// DefaultDatabase is a file like any other.
func (e *embedded) DefaultDatabase() string { return defaultDatabase() }

// Session opens a session.
func (e *embedded) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	s, err := e.open(ctx, &label)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Fence ends sessions of earlier epochs. Nobody outside of this process can have any.
func (e *embedded) Fence(ctx context.Context, label engine.Label) error {
	running, err := e.current(ctx)
	if err != nil {
		return err
	}
	return running.end(ctx, "another worker has taken over", func(s *session) bool {
		return s.label != nil && s.label.WorkID == label.WorkID && s.label.Epoch < label.Epoch
	})
}

// Close ends the sessions of this engine. The databases are closed when nobody else has the folder open.
func (e *embedded) Close() error {
	e.isClosed.Store(true)
	e.closing.Do(func() { e.closed = e.home.leave(e) })
	return e.closed
}

// open opens a session with a label, or one of our own.
func (e *embedded) open(ctx context.Context, label *engine.Label) (*session, error) {
	running, err := e.current(ctx)
	if err != nil {
		return nil, err
	}
	s, err := running.open(ctx, e, label)
	if err != nil {
		return nil, err
	}
	if running.files.isBroken() {
		if err := s.mend(ctx); err != nil {
			s.discard(ctx)
			return nil, err
		}
	}
	return s, nil
}

// mend attaches anew what is broken. It is a call like others: somebody may end the session meanwhile.
func (s *session) mend(ctx context.Context) error {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.callFault(ctx, s.instance.files.mend(call, s))
}

// within calls do with a session of our own.
func (e *embedded) within(ctx context.Context, do func(ctx context.Context, s *session) error) error {
	s, err := e.open(ctx, nil)
	if err != nil {
		return err
	}
	defer s.discard(ctx)
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.callFault(ctx, do(call, s))
}

// current is the DuckDB of the folder.
func (e *embedded) current(ctx context.Context) (*instance, error) {
	if e.isClosed.Load() {
		return nil, closedFault()
	}
	return e.home.current(ctx)
}

func closedFault() error {
	return fault.New(fault.Unavailable, "the duckdb connection is closed").WithHint("Open it again.")
}
