package duckdb

import (
	"context"
	"errors"
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
	target   Target
	slot     *slot     // set before the engine is used
	lakes    *lakePool // the same for a lake, which has no slot
	isClosed atomic.Bool
	closing  sync.Once
	closed   error // the error of Close
}

// Dialect returns DuckDB's SQL.
func (e *embedded) Dialect() *dialect.Dialect { return e.dialect }

// Capabilities returns those of the kind: a lake is not embedded, because other processes use it too.
func (e *embedded) Capabilities() engine.Capabilities { return e.target.Capabilities() }

// DefaultDatabase returns the default database, which is a file like all databases.
func (e *embedded) DefaultDatabase() string { return defaultDatabase() }

// Session opens a session.
func (e *embedded) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	s, err := e.open(ctx, &label, nil)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Fence ends sessions of earlier epochs. Only this process can have any, also in a DuckDB with other databases.
func (e *embedded) Fence(ctx context.Context, label engine.Label) error {
	if e.lakes != nil {
		return e.fenceLake(ctx, label)
	}
	if _, err := e.current(ctx); err != nil {
		return err
	}
	return e.folder.fence(ctx, label)
}

// Close ends the sessions of this engine. The last engine of a DuckDB closes its databases.
func (e *embedded) Close() error {
	e.isClosed.Store(true)
	e.closing.Do(func() { e.closed = e.folder.leave(e) })
	return e.closed
}

// open opens a session. A nil label opens one that Fence ignores. The further databases are claimed if the engine uses
// all files of the folder.
func (e *embedded) open(ctx context.Context, label *engine.Label, further []string) (*session, error) {
	if e.lakes != nil {
		return e.lakes.open(ctx, e, label)
	}
	running, err := e.current(ctx)
	if err != nil {
		return nil, err
	}
	err = errNotReady
	var s *session
	if e.target.Databases != nil || running.files.hasAll(further) {
		s, err = running.open(ctx, e, label)
	}
	if errors.Is(err, errNotReady) {
		s, err = e.slot.open(ctx, e, label, further)
	}
	if err != nil {
		return nil, err
	}
	if s.instance.files.isBroken() {
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

// within calls do with a session of its own. See open for the further databases.
func (e *embedded) within(ctx context.Context, further []string, do func(ctx context.Context, s *session) error) error {
	s, err := e.open(ctx, nil, further)
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

// current returns the DuckDB of the engine.
func (e *embedded) current(ctx context.Context) (*instance, error) {
	if e.isClosed.Load() {
		return nil, closedFault()
	}
	return e.slot.current(ctx, e)
}

func closedFault() error {
	return fault.New(fault.Unavailable, "the duckdb connection is closed").WithHint("Open it again.")
}
