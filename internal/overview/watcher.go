package overview

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// Watcher reads the states of environments and schedules for event streams. All streams of an organization share its
// reads: their number does not change the load of the database.
type Watcher struct {
	store    StateStore
	interval time.Duration

	mu      sync.Mutex
	watched map[ids.Organization]*watched
}

// NewWatcher returns a watcher that reads an organization at most once per interval, or four times if runs change, and
// only while somebody watches it. If a read takes long, the watcher waits longer.
func NewWatcher(store StateStore, interval time.Duration) *Watcher {
	return &Watcher{store: store, interval: interval, watched: map[ids.Organization]*watched{}}
}

// maxLoad is the largest part of the time that the watcher reads one organization: one tenth.
const maxLoad = 10

// watched is an organization that somebody watches. Its turn protects the fields after it: who sends to it may use them.
type watched struct {
	watches int // protected by the watcher's mutex

	turn     chan struct{}
	states   *States
	sequence int64
	readAt   time.Time
	pause    time.Duration // until the next read
}

// Watch is one client of a watcher. Close it after use.
type Watch struct {
	watcher      *Watcher
	organization ids.Organization
	shared       *watched
}

// Watch starts to watch an organization.
func (w *Watcher) Watch(organization ids.Organization) *Watch {
	w.mu.Lock()
	defer w.mu.Unlock()
	shared := w.watched[organization]
	if shared == nil {
		shared = &watched{turn: make(chan struct{}, 1), states: &States{}}
		w.watched[organization] = shared
	}
	shared.watches++
	return &Watch{watcher: w, organization: organization, shared: shared}
}

// Close ends a watch.
func (w *Watch) Close() {
	w.watcher.mu.Lock()
	defer w.watcher.mu.Unlock()
	if w.shared.watches--; w.shared.watches == 0 {
		delete(w.watcher.watched, w.organization)
	}
}

// States returns the current states, or those of the last read if it was recent. Sequence is the newest change of a run
// that the caller knows. A wait for the read of another watch ends with the context.
func (w *Watch) States(ctx context.Context, sequence int64) (*States, error) {
	shared := w.shared
	select {
	case shared.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-shared.turn }()
	if !shared.isDue(sequence) {
		return shared.states, nil
	}
	begin := time.Now()
	read, err := w.watcher.store.States(ctx, w.organization, shared.sequence)
	if err != nil {
		return nil, err
	}
	shared.states, shared.sequence = shared.states.next(read), read.Sequence
	shared.readAt = time.Now()
	shared.pause = max(w.watcher.interval, maxLoad*shared.readAt.Sub(begin))
	return shared.states, nil
}

// isDue reports whether it is time for a read: earlier if a run has changed.
func (w *watched) isDue(sequence int64) bool {
	pause := w.pause
	if sequence > w.sequence {
		pause /= 4
	}
	return time.Since(w.readAt) >= pause
}
