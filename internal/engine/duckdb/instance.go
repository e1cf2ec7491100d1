package duckdb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
)

// spillName is the folder for data that does not fit into memory. Each instance has a subfolder of it.
const spillName = ".millrace-spill"

// instance is a running DuckDB in a folder that this process owns. Its main database is in memory and empty.
type instance struct {
	name            string // prefix of its session ids
	folder          string
	showsFolder     bool // errors may name the folder
	spill           string
	memory          int64 // limit in bytes; 0 if DuckDB chooses it
	scope           scope
	isLake          bool         // its only database is a lake
	dataPath        string       // of the lake
	pool            *lakePool    // of a lake; nil for a test of one
	place           contextMutex // of its session in the pool
	claims          *claims
	connector       *duckdb.Connector
	connectionCache *connectionCache
	files           *files
	isDead          atomic.Bool // DuckDB reported that it cannot continue
	isTooLarge      atomic.Bool // the disk was full, and the database files keep space that they do not use; see shrink
	hasLostSpill    atomic.Bool // the disk was full, and a spill file keeps its space; see emptySpill
	closing         sync.Once
	closed          error // the error of close

	mu       sync.Mutex
	sessions map[*session]struct{}
	isClosed bool
	opened   int // sessions so far
	usage    usage
}

// start starts a DuckDB in a folder that this process has locked. It ignores cancellation.
func start(ctx context.Context, target Target, s scope, c *claims) (*instance, error) {
	name := rand.Text()[:8]
	i := &instance{
		name: name, folder: target.Folder, showsFolder: target.ShowFolder, spill: filepath.Join(target.Folder, spillName, name), memory: target.Memory, scope: s,
		claims: c, files: newFiles(target.Folder), sessions: map[*session]struct{}{},
	}
	c.instances.Add(1)
	i.usage.thawed, i.usage.watched = sync.NewCond(&i.mu), s.data.watched
	if err := i.boot(context.WithoutCancel(ctx), target); err != nil {
		if target.Lake == nil {
			err = unusable(err, "cannot start DuckDB in the folder of the duckdb connection")
		}
		return nil, errors.Join(err, i.close(ctx))
	}
	return i, nil
}

// boot starts DuckDB and locks its settings.
func (i *instance) boot(ctx context.Context, target Target) error {
	connector, err := duckdb.NewConnector(target.source(), i.setFolder)
	if err != nil {
		return err
	}
	i.connector, i.connectionCache = connector, &connectionCache{connector: connector}
	s, err := i.open(ctx, nil, nil)
	if err != nil {
		return err
	}
	defer s.discard(ctx)
	if err := s.do(ctx, "SET GLOBAL allow_persistent_secrets = false"); err != nil { // before the first secret
		return err
	}
	if target.Lake != nil {
		if err := i.attachLake(ctx, s, target.Lake); err != nil {
			return err
		}
	}
	files, folders := i.allowedPaths()
	for _, setting := range []string{
		"allowed_paths = " + literals(files),
		"allowed_directories = " + literals(folders),
		"temp_directory = " + literal(i.spill),
		"TimeZone = 'UTC'", // a project returns the same rows on every server
		"allow_community_extensions = false",
		"enable_external_access = false",
		"allowed_configs = ['current_transaction_invalidation_policy']", // PIVOT changes it for its own transaction
		"lock_configuration = true",                                     // the last one
	} {
		if err := s.do(ctx, "SET GLOBAL "+setting); err != nil {
			return err
		}
	}
	return nil
}

// allowedPaths returns the files that DuckDB may open, and the folders in which it may open all files.
func (i *instance) allowedPaths() (files, folders []string) {
	if i.isLake {
		return nil, []string{i.dataPath, i.spill + "/"}
	}
	if i.scope.isWhole {
		return nil, []string{i.folder + "/"}
	}
	for _, d := range i.scope.databases {
		path := filepath.Join(i.folder, d.file)
		files = append(files, path, path+".wal", path+".wal.checkpoint", path+".wal.recovery")
	}
	for _, path := range i.scope.data.paths {
		if strings.HasSuffix(path, "/") {
			folders = append(folders, path)
		} else {
			files = append(files, path)
		}
	}
	return files, append(folders, i.spill+"/")
}

// RemoveSpill removes the data that a DuckDB wrote to disk because it did not fit into memory. No DuckDB may be running in
// the folder.
func RemoveSpill(folder string) error { return os.RemoveAll(filepath.Join(folder, spillName)) }

// errNotReady says that an instance must attach databases before an engine can open a session.
var errNotReady = errors.New("databases are not attached")

// open opens a session for an engine, under a label. Owner and label are nil for an internal session.
func (i *instance) open(ctx context.Context, owner *embedded, label *engine.Label) (*session, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case owner == nil && i.isClosed && !i.usage.isFrozen, owner != nil && owner.isClosed.Load():
		return nil, closedFault()
	case owner != nil && !i.isReady(owner):
		return nil, errNotReady
	}
	return i.openLocked(ctx, owner, label)
}

// openReserved opens a session for an engine that has reserved the instance, and ends the reservation.
func (i *instance) openReserved(ctx context.Context, owner *embedded, label *engine.Label) (*session, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.usage.count--
	if owner.isClosed.Load() {
		return nil, closedFault()
	}
	return i.openLocked(ctx, owner, label)
}

func (i *instance) openLocked(ctx context.Context, owner *embedded, label *engine.Label) (*session, error) {
	connection, err := i.connectionCache.take(ctx)
	if err != nil {
		return nil, i.explain(err)
	}
	i.opened++
	s := newSession(ctx, connection)
	s.instance, s.owner, s.label = i, owner, label
	s.id = fmt.Sprintf("%s.%d", i.name, i.opened)
	i.sessions[s] = struct{}{}
	if owner != nil {
		i.usage.count++
	}
	return s, nil
}

// forget removes a session that has ended.
func (i *instance) forget(s *session) {
	isIdle := i.remove(s)
	if isIdle && i.pool != nil {
		i.pool.put(i)
		return
	}
	if isIdle {
		i.shrink()
		i.trim()
	}
}

// remove removes a session, and reports whether it was the last one of an engine.
func (i *instance) remove(s *session) (isIdle bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.sessions, s)
	if len(i.sessions) == 0 && i.hasLostSpill.Swap(false) {
		i.emptySpill()
	}
	if s.owner == nil {
		return false
	}
	i.usage.count--
	return i.usage.count == 0
}

// internally calls do with an internal session.
func (i *instance) internally(ctx context.Context, do func(s *session) error) error {
	s, err := i.open(ctx, nil, nil)
	if err != nil {
		return err
	}
	defer s.discard(ctx)
	if err := i.files.mutex.lock(ctx); err != nil {
		return err
	}
	defer i.files.mutex.unlock()
	return do(s)
}

// end ends the selected sessions and returns when their transactions are rolled back.
func (i *instance) end(ctx context.Context, reason string, isMeant func(*session) bool) error {
	i.mu.Lock()
	var meant []*session
	for s := range i.sessions {
		if isMeant(s) {
			meant = append(meant, s)
		}
	}
	i.mu.Unlock()
	for _, s := range meant {
		s.kill(errors.New(reason)) // all of them stop at the same time
	}
	for _, s := range meant {
		if err := s.end(ctx); err != nil {
			return err
		}
	}
	return nil
}

// close ends all sessions, checkpoints the databases, and releases their files.
func (i *instance) close(ctx context.Context) error {
	i.closing.Do(func() {
		i.waitUntilThawed()
		i.closed = i.end(context.WithoutCancel(ctx), "the duckdb connection was closed", func(*session) bool { return true })
		if i.connector != nil {
			i.connectionCache.close()
			i.closed = errors.Join(i.closed, i.connector.Close())
		}
		i.claims.release(i)
		i.claims.instances.Add(-1)
		_ = os.RemoveAll(i.spill) // the next start removes what is left
	})
	return i.closed
}
