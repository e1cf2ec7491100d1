package duckdb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	duckdb "github.com/duckdb/duckdb-go/v2"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/lockfile"
)

// spillName is the folder for data that does not fit into memory.
const spillName = ".millrace-spill"

// instance is a running DuckDB in a folder that it owns. Its main database is in memory and empty.
type instance struct {
	name            string // prefix of its session ids
	folder          string
	lock            *lockfile.Lock
	connector       *duckdb.Connector
	connectionCache *connectionCache
	files           *files
	isDead          atomic.Bool // DuckDB reported that it cannot continue
	isTooLarge      atomic.Bool // the disk was full, and the database files keep space that they do not use; see shrink
	hasLostSpill    atomic.Bool // the disk was full, and a spill file keeps its space; see emptySpill

	mu       sync.Mutex
	sessions map[*session]struct{}
	isClosed bool
	opened   int // sessions so far
}

// start locks the folder and starts a DuckDB in it. It ignores cancellation after the lock.
func start(ctx context.Context, target Target) (*instance, error) {
	folder := target.Folder
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, unusable(err, "cannot create the folder of the duckdb connection")
	}
	lock, err := takeLock(ctx, folder)
	if err != nil {
		return nil, err
	}
	i := &instance{
		name: rand.Text()[:8], folder: folder, lock: lock, files: newFiles(folder), sessions: map[*session]struct{}{},
	}
	if err := i.boot(context.WithoutCancel(ctx), target); err != nil {
		return nil, errors.Join(unusable(err, "cannot start DuckDB in the folder of the duckdb connection"), i.close(ctx))
	}
	return i, nil
}

// boot starts DuckDB and attaches the existing databases.
func (i *instance) boot(ctx context.Context, target Target) error {
	spill := filepath.Join(i.folder, spillName)
	if err := RemoveSpill(i.folder); err != nil { // a killed process may have left files
		return err
	}
	connector, err := duckdb.NewConnector(target.source(), nil)
	if err != nil {
		return err
	}
	i.connector, i.connectionCache = connector, &connectionCache{connector: connector}
	s, err := i.open(ctx, nil, nil)
	if err != nil {
		return err
	}
	defer s.discard(ctx)
	for _, setting := range []string{
		"allowed_directories = [" + literal(i.folder+"/") + "]",
		"temp_directory = " + literal(spill),
		"TimeZone = 'UTC'", // a project returns the same rows on every server
		"allow_persistent_secrets = false",
		"allow_community_extensions = false",
		"enable_external_access = false",
		"allowed_configs = ['current_transaction_invalidation_policy']", // PIVOT changes it for its own transaction
		"lock_configuration = true",                                     // the last one
	} {
		if err := s.do(ctx, "SET GLOBAL "+setting); err != nil {
			return err
		}
	}
	return i.files.attachAll(ctx, s)
}

// RemoveSpill removes the data that a DuckDB wrote to disk because it did not fit into memory. No DuckDB may be running in
// the folder.
func RemoveSpill(folder string) error { return os.RemoveAll(filepath.Join(folder, spillName)) }

// open opens a session for an engine, under a label. Owner and label are nil for an internal session.
func (i *instance) open(ctx context.Context, owner *embedded, label *engine.Label) (*session, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.isClosed || (owner != nil && owner.isClosed.Load()) {
		return nil, closedFault()
	}
	connection, err := i.connectionCache.take(ctx)
	if err != nil {
		return nil, i.explain(err)
	}
	i.opened++
	s := newSession(ctx, connection)
	s.instance, s.owner, s.label = i, owner, label
	s.id = fmt.Sprintf("%s.%d", i.name, i.opened)
	i.sessions[s] = struct{}{}
	return s, nil
}

// forget removes a session that has ended.
func (i *instance) forget(s *session) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.sessions, s)
	if len(i.sessions) == 0 && i.hasLostSpill.Swap(false) {
		i.emptySpill()
	}
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

// close ends all sessions, checkpoints the databases, and unlocks the folder.
func (i *instance) close(ctx context.Context) error {
	i.mu.Lock()
	i.isClosed = true
	i.mu.Unlock()
	err := i.end(context.WithoutCancel(ctx), "the duckdb connection was closed", func(*session) bool { return true })
	if i.connector != nil {
		i.connectionCache.close()
		err = errors.Join(err, i.connector.Close())
	}
	return errors.Join(err, i.lock.Release())
}
