package duckdb

import (
	"context"
	"errors"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// waitingSessions are the sessions that wait for their databases. A fence ends them like open ones.
type waitingSessions struct {
	mu    sync.Mutex
	stops map[*engine.Label]context.CancelCauseFunc
}

var errFenced = errors.New("another worker has taken over")

// enter adds a session, and returns a context that ends with a fence of it.
func (w *waitingSessions) enter(ctx context.Context, label *engine.Label) (context.Context, func()) {
	if label == nil {
		return ctx, func() {}
	}
	ctx, stop := context.WithCancelCause(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stops == nil {
		w.stops = map[*engine.Label]context.CancelCauseFunc{}
	}
	w.stops[label] = stop
	return ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.stops, label)
		stop(nil)
	}
}

// fence stops the sessions of earlier epochs.
func (w *waitingSessions) fence(label engine.Label) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for waiting, stop := range w.stops {
		if isOlder(*waiting, label) {
			stop(errFenced)
		}
	}
}

// waitFault returns the fault for a wait whose context has ended.
func waitFault(ctx context.Context) error {
	if cause := context.Cause(ctx); errors.Is(cause, errFenced) {
		return fault.Wrap(cause, fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")
	}
	return canceledFault(ctx)
}

// isOlder reports whether a label is of the same work as another, with an earlier epoch.
func isOlder(label, than engine.Label) bool {
	return label.WorkID == than.WorkID && label.Epoch < than.Epoch
}
