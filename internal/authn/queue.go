package authn

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// maxQueue is how many checks may wait for a slot.
const maxQueue = 256

// rankTrusted is the rank of signed-in users, and of sign-ins from a network where the user has signed in before. The
// rank of other sign-ins is what their network has used of its allowance, at least 1 if there is a limit.
const rankTrusted = 0

// slotQueue gives out slots in the order of the callers' rank, and in the order of arrival among equal ranks. A lower
// rank is served first.
type slotQueue struct {
	size int

	mu      sync.Mutex
	used    int
	waiting []*waiter // ordered by rank, then by arrival
}

// waiter is a caller that waits for a slot. The channel receives nil with the slot, or the reason for no slot.
type waiter struct {
	rank  int
	ready chan error
}

func newSlotQueue(size int) *slotQueue { return &slotQueue{size: size} }

// acquire waits for a slot. When the queue is full, the caller with the highest rank is rejected, who may be this one.
func (q *slotQueue) acquire(ctx context.Context, rank int) (release func(), err error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	w := &waiter{rank: rank, ready: make(chan error, 1)}
	if err := q.enter(w); err != nil {
		return nil, err
	}
	select {
	case err := <-w.ready:
		if err != nil {
			return nil, err
		}
		return q.release, nil
	case <-ctx.Done():
		q.leave(w)
		return nil, ctx.Err()
	}
}

// enter gives the waiter a free slot or a place in the queue.
func (q *slotQueue) enter(w *waiter) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.used < q.size {
		q.used++
		w.ready <- nil
		return nil
	}
	if len(q.waiting) >= maxQueue {
		last := q.waiting[len(q.waiting)-1]
		if last.rank <= w.rank {
			return queueFull()
		}
		q.waiting = q.waiting[:len(q.waiting)-1]
		last.ready <- queueFull()
	}
	at, _ := slices.BinarySearchFunc(q.waiting, w.rank+1, func(other *waiter, rank int) int { return other.rank - rank })
	q.waiting = slices.Insert(q.waiting, at, w)
	return nil
}

// leave removes a waiter. If the waiter got a slot in the meantime, the next one gets it.
func (q *slotQueue) leave(w *waiter) {
	q.mu.Lock()
	if at := slices.Index(q.waiting, w); at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
		q.mu.Unlock()
		return
	}
	q.mu.Unlock()
	if err := <-w.ready; err == nil {
		q.release()
	}
}

// release gives the slot to the first waiter.
func (q *slotQueue) release() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		q.used--
		return
	}
	first := q.waiting[0]
	q.waiting = slices.Delete(q.waiting, 0, 1)
	first.ready <- nil
}

func queueFull() error {
	return fault.New(fault.Limit, "too many logins at the same time").WithHint("Try again in a moment.").WithRetryAfter(time.Second)
}
