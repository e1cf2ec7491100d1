package runner

import (
	"context"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// The recorder writes results in groups. The first group is written soon, so that users see that nodes run; a run that ends
// before that needs no group at all.
const (
	gatherFirst = 20 * time.Millisecond
	gatherFor   = 80 * time.Millisecond
	maxInGroup  = 1000
)

// recorder writes the results of one run's nodes. It is an execute.DurableJournal.
type recorder struct {
	ctx  context.Context //nolint:containedctx // that of the lease, which its callers do not know
	save func(group []run.NodeResult) error

	wake    chan struct{}
	hurry   chan struct{} // somebody waits for the group
	closing chan struct{}
	closed  chan struct{}

	mu      sync.Mutex
	pending map[transform.NodeID]run.NodeResult
	order   []transform.NodeID                  // of pending, oldest first
	waiting map[transform.NodeID][]chan<- error // for pending results
}

// newRecorder creates and starts a recorder. It writes until it is closed or the context ends. save retries failed
// writes; results that save gives up are lost. close returns the last ones.
func newRecorder(ctx context.Context, save func(group []run.NodeResult) error) *recorder {
	r := &recorder{
		ctx: ctx, save: save, wake: make(chan struct{}, 1), hurry: make(chan struct{}, 1), closing: make(chan struct{}), closed: make(chan struct{}),
		pending: map[transform.NodeID]run.NodeResult{}, waiting: map[transform.NodeID][]chan<- error{},
	}
	go r.run(ctx)
	return r
}

// Record adds a result to be written. The newest result of a node wins, but nothing replaces a final one.
func (r *recorder) Record(result run.NodeResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.add(result)
}

// add adds a result. The caller locks mu.
func (r *recorder) add(result run.NodeResult) {
	before, isPending := r.pending[result.Node]
	if isPending && before.State.IsOver() {
		return
	}
	if !isPending {
		r.order = append(r.order, result.Node)
	}
	r.pending[result.Node] = result
	wake(r.wake)
}

// RecordAndWait adds a result and returns when it is written. It fails if the lease is lost, or if the store rejects the result.
func (r *recorder) RecordAndWait(ctx context.Context, result run.NodeResult) error {
	written := make(chan error, 1)
	r.mu.Lock()
	r.waiting[result.Node] = append(r.waiting[result.Node], written)
	r.add(result)
	r.mu.Unlock()
	wake(r.hurry)
	select {
	case err := <-written:
		return err
	case <-r.ctx.Done():
		return context.Cause(r.ctx) //nolint:contextcheck // the lease is lost, not the request of the caller
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// close stops the recorder and returns the results that are not written yet, at most maxInGroup.
func (r *recorder) close() []run.NodeResult {
	close(r.closing)
	<-r.closed
	last, _ := r.take() // nobody waits any more
	return last
}

func (r *recorder) run(ctx context.Context) {
	defer close(r.closed)
	for pause := gatherFirst; r.await(ctx); pause = gatherFor {
		if !r.gather(ctx, pause) && r.count() <= maxInGroup {
			return
		}
		if group, waiting := r.take(); len(group) > 0 {
			err := r.save(group)
			for _, written := range waiting {
				written <- err
			}
		}
	}
}

func (r *recorder) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.order)
}

// await waits for a result to write. It returns false if the recorder has nothing more to write.
func (r *recorder) await(ctx context.Context) bool {
	select {
	case <-r.wake:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	case <-r.closing:
		return ctx.Err() == nil && r.count() > maxInGroup
	}
}

// gather waits for more results of the group. It returns false if none will come.
func (r *recorder) gather(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.hurry:
		return true
	case <-ctx.Done():
	case <-r.closing:
	}
	return false
}

// take removes the next group from the pending results, and those who wait for it.
func (r *recorder) take() (group []run.NodeResult, waiting []chan<- error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	count := min(len(r.order), maxInGroup)
	group = make([]run.NodeResult, count)
	for i, node := range r.order[:count] {
		group[i] = r.pending[node]
		delete(r.pending, node)
		if len(r.waiting) > 0 {
			waiting = append(waiting, r.waiting[node]...)
			delete(r.waiting, node)
		}
	}
	if r.order = r.order[count:]; len(r.order) > 0 {
		wake(r.wake)
	}
	return group, waiting
}
