package duckdb

import (
	"context"
	"errors"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// lakePool runs the DuckDBs of a lake in one process. Each session has a DuckDB of its own while it is open: DuckLake keeps
// what it knows about schemas in a cache of the DuckDB, and a transaction that creates tables may read it after another
// transaction has removed it from the cache. An unused DuckDB stays attached for the next session.
//
// The number of DuckDBs is limited, because each has its own memory, threads, space for temporary data and connection to the
// catalog. Together they use what one connection may use. No caller has a session open while it waits for another one. One DuckDB is for
// calls without a label, which are short: a plan reads the catalog while nodes run for hours.
type lakePool struct {
	folder     *sharedFolder
	most       int          // DuckDBs at once
	work       contextMutex // has a place for each session with a label
	short      contextMutex // has a place for one session without a label
	committing contextMutex // one commit at a time: two would want the same number for their snapshots, and one would wait

	knownPlatform atomic.Pointer[string] // see platform
	verified      verifiedExtensions

	mu       sync.Mutex
	running  map[*instance]bool
	idle     []*instance
	isClosed bool
}

func newLakePool(f *sharedFolder, target Target) *lakePool {
	sessions := target.lakeSessions()
	return &lakePool{
		folder: f, most: sessions + 1, work: make(contextMutex, sessions), short: make(contextMutex, 1),
		committing: make(contextMutex, 1), running: map[*instance]bool{},
	}
}

// open opens a session in a DuckDB that no other session uses. It waits while as many sessions are open as are allowed.
func (p *lakePool) open(ctx context.Context, e *embedded, label *engine.Label) (*session, error) {
	place := p.work
	if label == nil {
		place = p.short
	}
	i, err := p.take(ctx, e, place)
	if err != nil {
		return nil, err
	}
	s, err := i.openFor(ctx, e, label)
	if err != nil {
		i.isDead.Store(true)
		p.put(i) //nolint:contextcheck // it ends after the call was canceled too
	}
	return s, err
}

// openFor opens the only session of a DuckDB.
func (i *instance) openFor(ctx context.Context, e *embedded, label *engine.Label) (*session, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if e.isClosed.Load() {
		return nil, closedFault()
	}
	return i.openLocked(ctx, e, label)
}

// take returns a DuckDB that no session uses, and starts one if there is none. It waits for a place.
func (p *lakePool) take(ctx context.Context, e *embedded, place contextMutex) (*instance, error) {
	if err := place.lock(ctx); err != nil {
		return nil, err
	}
	taken, err := p.takeOrStart(ctx, e)
	if err != nil {
		place.unlock()
		return nil, err
	}
	taken.place = place
	return taken, nil
}

func (p *lakePool) takeOrStart(ctx context.Context, e *embedded) (*instance, error) {
	unused, err := p.takeUnused(e)
	if unused != nil || err != nil {
		return unused, err
	}
	if ctx.Err() != nil {
		return nil, canceledFault(ctx)
	}
	started, err := p.start(ctx, e.target.share(p.most))
	if err != nil {
		return nil, err
	}
	started.pool = p
	p.mu.Lock()
	isClosed := p.isClosed
	if !isClosed {
		p.running[started] = true
	}
	p.mu.Unlock()
	if isClosed { // while it started
		return nil, errors.Join(closedFault(), started.close(ctx))
	}
	return started, nil
}

// takeUnused returns a DuckDB that runs and that no session uses; nil if there is none.
func (p *lakePool) takeUnused(e *embedded) (*instance, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.isClosed || e.isClosed.Load() {
		return nil, closedFault()
	}
	last := len(p.idle) - 1
	if last < 0 {
		return nil, nil //nolint:nilnil // the caller starts one
	}
	taken := p.idle[last]
	p.idle = p.idle[:last]
	return taken, nil
}

// hasStarted reports whether a DuckDB runs.
func (p *lakePool) hasStarted() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.running) > 0
}

// start starts a DuckDB. The first one checks the signatures of the extensions.
func (p *lakePool) start(ctx context.Context, target Target) (*instance, error) {
	lake := *target.Lake
	target.Lake = &lake
	platform, err := p.platform(ctx)
	if err != nil {
		return nil, err
	}
	files := lake.extensionFiles(platform)
	lake.isVerified = p.verified.has(files)
	infos := make(map[string]os.FileInfo, len(files))
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			infos[file] = info
		}
	}
	started, err := start(ctx, target, scope{isWhole: true}, p.folder.claims)
	if err == nil {
		p.verified.add(infos)
	}
	return started, err
}

// put takes a DuckDB back whose session has ended. It closes one that is broken or not needed, before another one may start.
func (p *lakePool) put(i *instance) {
	defer i.place.unlock()
	p.mu.Lock()
	if !p.isClosed && !i.isDead.Load() {
		p.idle = append(p.idle, i)
		p.mu.Unlock()
		return
	}
	delete(p.running, i)
	p.mu.Unlock()
	_ = i.close(context.Background()) // nothing of it is needed
}

// all returns the DuckDBs that run.
func (p *lakePool) all() []*instance {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Collect(maps.Keys(p.running))
}

// end ends the selected sessions and returns when their transactions are rolled back.
func (p *lakePool) end(ctx context.Context, reason string, isMeant func(*session) bool) error {
	for _, i := range p.all() {
		if err := i.end(ctx, reason, isMeant); err != nil {
			return err
		}
	}
	return nil
}

// close closes all DuckDBs. No session is open any more.
func (p *lakePool) close(ctx context.Context) error {
	p.mu.Lock()
	p.isClosed, p.idle = true, nil
	p.mu.Unlock()
	var problems []error
	for _, i := range p.all() {
		problems = append(problems, i.close(ctx))
	}
	return errors.Join(problems...)
}

// verifiedExtensions are the files of extensions whose signatures a DuckDB of this process has checked. Checking them takes
// a third of a second, so the next ones trust the same file.
type verifiedExtensions struct {
	mu    sync.Mutex
	files map[string]verifiedFile
}

type verifiedFile struct {
	info     os.FileInfo
	modified time.Time
}

// has reports whether all files were checked and have not changed since.
func (v *verifiedExtensions) has(paths []string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(path string) bool {
		known, isKnown := v.files[path]
		found, err := os.Stat(path)
		return !isKnown || err != nil || !os.SameFile(known.info, found) || !found.ModTime().Equal(known.modified)
	})
}

// add adds files that DuckDB has loaded with a check of their signatures.
func (v *verifiedExtensions) add(infos map[string]os.FileInfo) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.files == nil {
		v.files = map[string]verifiedFile{}
	}
	for path, info := range infos {
		v.files[path] = verifiedFile{info, info.ModTime()}
	}
}
