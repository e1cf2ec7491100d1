package duckdb

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// slot is the place of one DuckDB in a folder. The DuckDB runs while the slot has engines, and is replaced when it breaks
// down or when its scope changes.
type slot struct {
	folder  *sharedFolder
	key     slotKey
	users   int // guarded by the folder
	waiting waitingSessions

	mutex    contextMutex // guards the rest
	engines  map[*embedded]bool
	target   Target    // of the first engine
	instance *instance // nil while there are no engines, and if it could not be restarted
}

func newSlot(f *sharedFolder, key slotKey) *slot {
	return &slot{folder: f, key: key, mutex: make(contextMutex, 1), engines: map[*embedded]bool{}}
}

// join adds an engine. The limits of the first engine apply to all.
func (p *slot) join(ctx context.Context, e *embedded) error {
	if err := p.mutex.lock(ctx); err != nil {
		return err
	}
	defer p.mutex.unlock()
	if len(p.engines) == 0 {
		p.target = e.target
	}
	p.engines[e] = true
	if p.instance != nil {
		return nil
	}
	return p.start(ctx, e)
}

// leave removes an engine and ends its sessions. The last one closes the databases.
func (p *slot) leave(e *embedded) error {
	ctx := context.Background()
	_ = p.mutex.lock(ctx)
	defer p.mutex.unlock()
	delete(p.engines, e)
	switch {
	case len(p.engines) == 0:
		return p.stop(ctx)
	case p.instance == nil:
		return nil
	}
	p.instance.forgetEngine(e)
	return p.instance.end(ctx, "the duckdb connection was closed", func(s *session) bool { return s.owner == e })
}

// current returns the running DuckDB. It restarts one that broke down, which ends its sessions.
func (p *slot) current(ctx context.Context, e *embedded) (*instance, error) {
	if err := p.mutex.lock(ctx); err != nil {
		return nil, err
	}
	defer p.mutex.unlock()
	return p.running(ctx, e)
}

// fence ends the sessions of earlier epochs.
func (p *slot) fence(ctx context.Context, label engine.Label) error {
	p.waiting.fence(label)
	if err := p.mutex.lock(ctx); err != nil {
		return err
	}
	running := p.instance
	p.mutex.unlock()
	if running == nil {
		return nil
	}
	return running.end(ctx, errFenced.Error(), func(s *session) bool { return s.label != nil && isOlder(*s.label, label) })
}

// running does the same as current for a caller that has locked the slot.
func (p *slot) running(ctx context.Context, e *embedded) (*instance, error) {
	if !p.engines[e] {
		return nil, closedFault()
	}
	if p.instance != nil && !p.instance.isDead.Load() {
		return p.instance, nil
	}
	err := errors.Join(p.stop(ctx), p.start(ctx, e))
	if p.instance == nil {
		return nil, err
	}
	return p.instance, nil
}

func (p *slot) start(ctx context.Context, e *embedded) error {
	wanted, err := p.scopeOf(e)
	if err != nil {
		return err
	}
	p.instance, err = start(ctx, p.target, wanted, p.folder.claims)
	return err
}

func (p *slot) stop(ctx context.Context) error {
	if p.instance == nil {
		return nil
	}
	stopped := p.instance
	p.instance = nil
	return stopped.close(ctx)
}

// scopeOf returns the scope that an engine wants: its own, or that of all engines if they share the default database.
func (p *slot) scopeOf(e *embedded) (scope, error) {
	if p.key.isWhole {
		return scope{isWhole: true}, nil
	}
	wanted := []*engine.Databases{e.target.Databases}
	if p.key.own == "" {
		for other := range p.engines {
			wanted = append(wanted, other.target.Databases)
		}
	}
	return newScope(p.folder.folder, wanted)
}

// maxPause is the longest pause between two attempts to claim files.
const maxPause = 20 * time.Millisecond

// open opens a session after it has claimed and attached the databases of an engine, and the further ones that an engine
// of all files names. It waits until the sessions end that other DuckDBs use these files for.
func (p *slot) open(ctx context.Context, e *embedded, label *engine.Label, further []string) (*session, error) {
	ctx, leave := p.waiting.enter(ctx, label)
	defer leave()
	end := time.Now().Add(p.folder.patience)
	for pause := time.Millisecond; ; pause = min(2*pause, maxPause) {
		s, obstacle, err := p.tryOpen(ctx, e, label, further)
		switch {
		case err != nil:
			return nil, err
		case obstacle == nil && ctx.Err() != nil: // a fence may have missed it
			s.discard(ctx)
			return nil, waitFault(ctx)
		case obstacle == nil:
			return s, nil
		case time.Now().After(end):
			return nil, obstacle
		}
		if err := backoff.Sleep(ctx, pause/2+rand.N(pause)); err != nil { //nolint:gosec // a wait needs no secrecy
			return nil, waitFault(ctx)
		}
	}
}

// tryOpen opens a session, or returns the obstacle that may go away.
func (p *slot) tryOpen(ctx context.Context, e *embedded, label *engine.Label, further []string) (s *session, obstacle, err error) {
	if err := p.mutex.lock(ctx); err != nil {
		return nil, nil, waitFault(ctx)
	}
	defer p.mutex.unlock()
	running, isExact, err := p.matching(ctx, e)
	switch {
	case err != nil:
		return nil, nil, err
	case running == nil:
		return nil, mappingsFault(), nil
	}
	wanted := running.scope.databases
	if p.key.isWhole {
		if wanted, err = p.named(further); err != nil {
			return nil, nil, err
		}
	}
	lost, conflict, ok := p.folder.claims.take(running, wanted)
	if !ok {
		return nil, conflictFault(conflict), nil
	}
	lost.detach(ctx)
	hasAll := true
	if p.key.isWhole {
		wanted, hasAll, err = p.takeExisting(ctx, running)
	}
	if err == nil {
		err = running.attach(ctx, wanted)
	}
	if err != nil {
		running.unreserve()
		return nil, nil, err
	}
	s, err = running.openReserved(ctx, e, label)
	if err == nil && isExact && hasAll {
		running.markReady(e)
	}
	return s, nil, err
}

// matching returns the running DuckDB if its scope fits an engine. An idle one with another scope is replaced. One that
// is in use can be shared if it has all databases of the engine; otherwise there is none. It also reports whether the
// scope needs no further check.
func (p *slot) matching(ctx context.Context, e *embedded) (found *instance, isExact bool, err error) {
	running, err := p.running(ctx, e)
	if err != nil || p.key.isWhole {
		return running, true, err
	}
	wanted, err := p.scopeOf(e)
	if err != nil {
		return nil, false, err
	}
	if running.scope.isEqual(wanted) {
		running.watch(wanted.data.watched)
		return running, true, nil
	}
	if running.retire() {
		err := errors.Join(p.stop(ctx), p.start(ctx, e))
		if p.instance == nil {
			return nil, false, err
		}
		return p.instance, true, nil
	}
	databases, err := resolve(p.folder.folder, []*engine.Databases{e.target.Databases})
	if err != nil || !running.scope.covers(databases) {
		return nil, false, err
	}
	return running, p.key.own == "", nil
}

// named returns the databases of the folder with these names.
func (p *slot) named(names []string) ([]database, error) {
	found, err := listDatabases(p.folder.folder)
	databases := make([]database, len(names))
	for i, name := range names {
		databases[i] = findDatabase(found, name)
	}
	return databases, err
}

// takeExisting claims the files of the folder that no other DuckDB uses, and reports whether these are all.
func (p *slot) takeExisting(ctx context.Context, running *instance) (taken []database, isAll bool, err error) {
	found, err := listDatabases(p.folder.folder)
	isAll = true
	for _, same := range found {
		d := findDatabase(found, same[0])
		if checkName(d.name) != nil {
			continue
		}
		lost, _, ok := p.folder.claims.take(running, []database{d})
		if !ok {
			isAll = false
			continue
		}
		running.unreserve()
		lost.detach(ctx)
		taken = append(taken, d)
	}
	return taken, isAll, err
}

// conflictFault returns the fault for a database that another DuckDB of the folder uses.
func conflictFault(d database) error {
	if d.name == "" {
		return fault.New(fault.Unavailable, "another environment or workspace is taking over databases").WithHint("Try again.")
	}
	return fault.New(fault.Unavailable, "database %q is in use: another environment or workspace writes to it, or reads it while this one writes", d.name).
		WithHint("Map it with readOnly in all but one of them, or run them one after another.")
}

// mappingsFault returns the fault for databases that cannot be added to a DuckDB in use.
func mappingsFault() error {
	return fault.New(fault.Unavailable, "a database was added to the mappings, and work with the earlier mappings is still running").
		WithHint("Try again when that work has ended.")
}
