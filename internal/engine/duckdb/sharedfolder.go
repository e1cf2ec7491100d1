package duckdb

import (
	"context"
	"errors"
)

// sharedFolder is a folder of database files. All its users share one DuckDB, which runs while there is at least one
// user.
type sharedFolder struct {
	folder string

	mutex    contextMutex // guards the rest
	users    int
	target   Target
	instance *instance // nil while there are no users, and if it could not be restarted
}

// join adds a user of the folder. The target of the first user applies to all.
func (f *sharedFolder) join(ctx context.Context, target Target) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	if f.users == 0 {
		f.target = target
		if err := f.start(ctx); err != nil {
			return err
		}
	}
	f.users++
	return nil
}

// leave removes a user and ends its sessions. The last user closes the databases.
func (f *sharedFolder) leave(e *embedded) error {
	ctx := context.Background()
	_ = f.mutex.lock(ctx)
	defer f.mutex.unlock()
	f.users--
	switch {
	case f.users == 0:
		return f.stop(ctx)
	case f.instance == nil:
		return nil
	}
	return f.instance.end(ctx, "the duckdb connection was closed", func(s *session) bool { return s.owner == e })
}

// current returns the running DuckDB. It restarts one that broke down, which ends its sessions.
func (f *sharedFolder) current(ctx context.Context) (*instance, error) {
	if err := f.mutex.lock(ctx); err != nil {
		return nil, err
	}
	defer f.mutex.unlock()
	if f.users == 0 {
		return nil, closedFault()
	}
	if f.instance != nil && !f.instance.isDead.Load() {
		return f.instance, nil
	}
	err := errors.Join(f.stop(ctx), f.start(ctx))
	if f.instance == nil {
		return nil, err
	}
	return f.instance, nil
}

// checkFree returns an error if another process owns the folder.
func (f *sharedFolder) checkFree(ctx context.Context) error {
	if err := f.mutex.lock(ctx); err != nil {
		return err
	}
	defer f.mutex.unlock()
	if f.instance != nil {
		return nil
	}
	return checkLock(f.folder)
}

func (f *sharedFolder) start(ctx context.Context) (err error) {
	f.instance, err = start(ctx, f.target)
	return err
}

func (f *sharedFolder) stop(ctx context.Context) error {
	if f.instance == nil {
		return nil
	}
	stopped := f.instance
	f.instance = nil
	return stopped.close(ctx)
}
