package duckdb

import (
	"context"
	"sync"
)

// usage says whether an instance is in use, and for which engines its files are attached. The mutex of the instance
// guards it.
type usage struct {
	count    int  // sessions of engines, and engines that are about to open one
	isFrozen bool // another instance has claimed files of it, and they are not detached yet
	thawed   *sync.Cond
	ready    map[*embedded]bool // the engines whose databases are attached as they want them
	watched  watchedFolders
}

// isReady reports whether an engine can open a session at once. New data files are noticed while the instance is idle.
func (i *instance) isReady(e *embedded) bool {
	return i.usage.ready[e] && !i.isClosed && (i.usage.count > 0 || !i.usage.watched.hasChanged())
}

// markReady records that the databases of an engine are attached.
func (i *instance) markReady(e *embedded) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.usage.ready == nil {
		i.usage.ready = map[*embedded]bool{}
	}
	i.usage.ready[e] = true
}

// watch sets the folders in which new data files are noticed.
func (i *instance) watch(folders watchedFolders) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.usage.watched = folders
}

// forgetEngine removes what is known about an engine that was closed.
func (i *instance) forgetEngine(e *embedded) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.usage.ready, e)
}

// reserve marks the instance as in use, before a session is open. It fails while another instance takes files of it.
func (i *instance) reserve() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.isClosed || i.usage.isFrozen {
		return false
	}
	i.usage.count++
	return true
}

// unreserve ends a reservation without a session.
func (i *instance) unreserve() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.usage.count--
}

// freeze keeps engines from opening sessions while files are taken from the instance. It fails if the instance is in use.
func (i *instance) freeze() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.isClosed || i.usage.isFrozen || i.usage.count > 0 {
		return false
	}
	i.usage.isFrozen = true
	clear(i.usage.ready)
	return true
}

func (i *instance) thaw() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.usage.isFrozen = false
	i.usage.thawed.Broadcast()
}

// retire keeps engines from opening sessions for good. It fails if the instance is in use.
func (i *instance) retire() bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.usage.isFrozen || i.usage.count > 0 {
		return false
	}
	i.isClosed = true
	return true
}

// waitUntilThawed marks the instance as closed, and waits until other instances have taken the files that they claimed.
func (i *instance) waitUntilThawed() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.isClosed = true
	for i.usage.isFrozen {
		i.usage.thawed.Wait()
	}
}

// detach detaches the databases that each frozen instance has lost, and thaws it. An instance that cannot detach a
// database is closed, which closes the files too; its next session restarts it.
func (l losses) detach(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	for i, lost := range l {
		err := i.internally(ctx, func(s *session) error { return i.files.detach(ctx, s, lost) })
		if err != nil {
			i.isDead.Store(true)
		}
		i.thaw()
		if err != nil {
			_ = i.close(ctx) // it was broken before
		}
	}
}

// attach attaches databases whose files exist, so that every query finds them. It skips a file that cannot be attached;
// preparing that database returns the error.
func (i *instance) attach(ctx context.Context, databases []database) error {
	if !i.files.lacks(databases) {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return i.internally(ctx, func(s *session) error {
		for _, d := range databases {
			if i.files.exists(d) {
				_ = i.files.attach(ctx, s, d)
			}
		}
		return nil
	})
}
