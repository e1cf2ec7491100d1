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

// defaultDatabase is the database of a location whose mapping names none.
func defaultDatabase() string { return enginekind.DefaultDatabase(enginekind.DuckDB) }

// embedded is one open engine of a folder that several engines may share.
type embedded struct {
	dialect  *dialect.Dialect
	folder   *sharedFolder
	isClosed atomic.Bool
	closing  sync.Once
	closed   error // the error of Close
}

// Dialect returns DuckDB's SQL.
func (e *embedded) Dialect() *dialect.Dialect { return e.dialect }

// Capabilities returns those of an embedded DuckDB.
func (e *embedded) Capabilities() engine.Capabilities {
	return engine.Capabilities{Embedded: enginekind.IsEmbedded(enginekind.DuckDB)}
}

// DefaultDatabase returns the default database, which is a file like all databases.
func (e *embedded) DefaultDatabase() string { return defaultDatabase() }

// Session opens a session.
func (e *embedded) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	s, err := e.open(ctx, &label)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Fence ends sessions of earlier epochs. Only this process can have any.
func (e *embedded) Fence(ctx context.Context, label engine.Label) error {
	running, err := e.current(ctx)
	if err != nil {
		return err
	}
	return running.end(ctx, "another worker has taken over", func(s *session) bool {
		return s.label != nil && s.label.WorkID == label.WorkID && s.label.Epoch < label.Epoch
	})
}

// Close ends the sessions of this engine. The last engine of a folder closes the databases.
func (e *embedded) Close() error {
	e.isClosed.Store(true)
	e.closing.Do(func() { e.closed = e.folder.leave(e) })
	return e.closed
}

// open opens a session. A nil label opens an internal session.
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
		if err := s.reattach(ctx); err != nil {
			s.discard(ctx)
			return nil, err
		}
	}
	return s, nil
}

// reattach attaches broken databases again. It is a call like any other, because the session may be ended meanwhile.
func (s *session) reattach(ctx context.Context) error {
	call, leave, err := s.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return s.callFault(ctx, s.instance.files.reattach(call, s))
}

// within calls do with an internal session.
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

// current returns the DuckDB of the folder.
func (e *embedded) current(ctx context.Context) (*instance, error) {
	if e.isClosed.Load() {
		return nil, closedFault()
	}
	return e.folder.current(ctx)
}

func closedFault() error {
	return fault.New(fault.Unavailable, "the duckdb connection is closed").WithHint("Open it again.")
}
