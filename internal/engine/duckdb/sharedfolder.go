package duckdb

import (
	"context"
	"errors"
)

// sharedFolder is a folder of database files. All who have it open share one DuckDB, which runs while there is one of them.
type sharedFolder struct {
	folder string

	turn     contextMutex // guards the rest
	users    int
	limits   limits
	instance *instance // nil while nobody has the folder open, and when it could not be started again
}

// join makes the caller one of those who have the folder open. The first one's limits hold for all.
func (h *sharedFolder) join(ctx context.Context, limits limits) error {
	if err := h.turn.take(ctx); err != nil {
		return err
	}
	defer h.turn.give()
	if h.users == 0 {
		h.limits = limits
		if err := h.start(ctx); err != nil {
			return err
		}
	}
	h.users++
	return nil
}

// leave is for one who has joined. It ends that one's sessions, and the last one closes the databases.
func (h *sharedFolder) leave(e *embedded) error {
	ctx := context.Background()
	_ = h.turn.take(ctx)
	defer h.turn.give()
	h.users--
	switch {
	case h.users == 0:
		return h.stop(ctx)
	case h.instance == nil:
		return nil
	}
	return h.instance.end(ctx, "the duckdb connection was closed", func(s *session) bool { return s.owner == e })
}

// current is the DuckDB that is running. One that has broken down is started again, which ends its sessions.
func (h *sharedFolder) current(ctx context.Context) (*instance, error) {
	if err := h.turn.take(ctx); err != nil {
		return nil, err
	}
	defer h.turn.give()
	if h.users == 0 {
		return nil, closedFault()
	}
	if h.instance != nil && !h.instance.isDead.Load() {
		return h.instance, nil
	}
	err := errors.Join(h.stop(ctx), h.start(ctx))
	if h.instance == nil {
		return nil, err
	}
	return h.instance, nil
}

// checkFree gives an error when another process owns the folder.
func (h *sharedFolder) checkFree(ctx context.Context) error {
	if err := h.turn.take(ctx); err != nil {
		return err
	}
	defer h.turn.give()
	if h.instance != nil {
		return nil
	}
	return checkLock(h.folder)
}

func (h *sharedFolder) start(ctx context.Context) (err error) {
	h.instance, err = start(ctx, h.folder, h.limits)
	return err
}

func (h *sharedFolder) stop(ctx context.Context) error {
	if h.instance == nil {
		return nil
	}
	stopped := h.instance
	h.instance = nil
	return stopped.close(ctx)
}
