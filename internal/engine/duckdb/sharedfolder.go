package duckdb

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/lockfile"
)

// sharedFolder is a folder of database files. This process owns it while it has at least one user. Its users share a
// DuckDB if they have the same own file, or if they attach all files.
type sharedFolder struct {
	folder   string
	patience time.Duration // how long a session waits for a database that another DuckDB of the folder uses
	claims   *claims

	mutex contextMutex // guards the rest
	users int
	lock  *lockfile.Lock // nil while there are no users
	slots map[slotKey]*slot
	lakes *lakePool // nil if the folder is not that of a lake
}

// slotKey identifies the users that share a DuckDB.
type slotKey struct {
	isWhole bool
	own     string // the own file
}

func newSharedFolder(folder string, patience time.Duration) *sharedFolder {
	return &sharedFolder{
		folder: folder, patience: patience, claims: newClaims(), mutex: make(contextMutex, 1), slots: map[slotKey]*slot{},
	}
}

// join adds a user of the folder, and starts its DuckDB if it does not run.
func (f *sharedFolder) join(ctx context.Context, e *embedded) error {
	if err := f.enter(ctx, e); err != nil {
		return err
	}
	if e.lakes != nil {
		return f.joinLake(ctx, e)
	}
	if err := e.slot.join(ctx, e); err != nil {
		return errors.Join(err, f.leave(e)) //nolint:contextcheck // it leaves after the call was canceled too
	}
	return nil
}

// enter counts a user. The first one locks the folder.
func (f *sharedFolder) enter(ctx context.Context, e *embedded) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	if f.users == 0 {
		if err := f.open(ctx); err != nil {
			return err
		}
	}
	if e.target.Lake != nil {
		f.enterLake(e)
		return nil
	}
	key := slotKey{isWhole: e.target.Databases == nil}
	if !key.isWhole {
		key.own = e.target.Databases.Own
	}
	found, ok := f.slots[key]
	if !ok {
		found = newSlot(f, key)
		f.slots[key] = found
	}
	f.users++
	found.users++
	e.slot = found
	return nil
}

// leave removes a user and ends its sessions. The last user of a DuckDB closes it.
func (f *sharedFolder) leave(e *embedded) error {
	if e.lakes != nil {
		return f.leaveLake(e)
	}
	err := e.slot.leave(e)
	_ = f.mutex.lock(context.Background())
	defer f.mutex.unlock()
	f.users--
	e.slot.users--
	if e.slot.users == 0 {
		delete(f.slots, e.slot.key)
	}
	if f.users == 0 {
		err = errors.Join(err, f.close())
	}
	return err
}

// open locks the folder and removes what a killed process left.
func (f *sharedFolder) open(ctx context.Context) error {
	if err := os.MkdirAll(f.folder, 0o700); err != nil {
		return unusable(err, "cannot create the folder of the duckdb connection")
	}
	lock, err := takeLock(ctx, f.folder)
	if err != nil {
		return err
	}
	err = RemoveSpill(f.folder)
	if err == nil {
		err = os.Mkdir(filepath.Join(f.folder, spillName), 0o700)
	}
	if err != nil {
		return errors.Join(unusable(err, "cannot start DuckDB in the folder of the duckdb connection"), lock.Release())
	}
	f.lock = lock
	return nil
}

func (f *sharedFolder) close() error {
	_ = RemoveSpill(f.folder) // the next start removes what is left
	released := f.lock.Release()
	f.lock = nil
	return released
}

// fence ends the sessions of earlier epochs in all DuckDBs of the folder.
func (f *sharedFolder) fence(ctx context.Context, label engine.Label) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	slots := slices.Collect(maps.Values(f.slots))
	f.mutex.unlock()
	for _, p := range slots {
		if err := p.fence(ctx, label); err != nil {
			return err
		}
	}
	return nil
}

// checkFree returns an error if another process owns the folder.
func (f *sharedFolder) checkFree(ctx context.Context) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	if f.lock != nil {
		return nil
	}
	return checkLock(f.folder)
}
