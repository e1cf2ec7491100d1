package authn_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
)

// queue lets callers with ranks wait for slots that are all taken, and records the order in which they are served.
type queue struct {
	passwords *authn.Passwords
	waiting   sync.WaitGroup

	mu       sync.Mutex
	served   []int
	rejected []int
}

func newQueue() *queue {
	q := &queue{passwords: authn.NewPasswords(authn.DefaultCost())}
	q.passwords.FillSlots()
	return q
}

// add adds a caller after all earlier ones. It keeps its slot.
func (q *queue) add(ctx context.Context, rank int) {
	q.waiting.Go(func() {
		_, err := q.passwords.Acquire(ctx, rank)
		q.mu.Lock()
		defer q.mu.Unlock()
		switch {
		case err == nil:
			q.served = append(q.served, rank)
		case fault.Is(err, fault.Limit):
			q.rejected = append(q.rejected, rank)
		}
	})
	synctest.Wait()
}

// serve releases one slot after the other, for as many callers.
func (q *queue) serve(count int) {
	for range count {
		q.passwords.Release()
		synctest.Wait()
	}
	q.waiting.Wait()
}

func TestLowRankIsServedFirst(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		for _, rank := range []int{7, 3, 9, 0, 3} {
			q.add(t.Context(), rank)
		}
		leave, cancel := context.WithCancel(t.Context())
		q.add(leave, 1)
		cancel()
		synctest.Wait()
		q.serve(5)
		if want := []int{0, 3, 3, 7, 9}; !slices.Equal(q.served, want) || len(q.rejected) != 0 {
			t.Errorf("served %v, want %v; rejected %v", q.served, want, q.rejected)
		}
		for range q.passwords.Slots() {
			q.passwords.Release()
		}
		q.add(t.Context(), 5)
		if len(q.served) != 6 {
			t.Error("afterwards no slot is free")
		}
	})
}

// A queue that is full of wrong guesses has room for a client without any.
func TestFullQueueRejectsTheHighestRank(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		q := newQueue()
		for i := range authn.MaxQueue {
			q.add(t.Context(), 10+i)
		}
		q.add(t.Context(), 1)
		if want := []int{10 + authn.MaxQueue - 1}; !slices.Equal(q.rejected, want) {
			t.Errorf("rejected %v, want %v", q.rejected, want)
		}
		q.add(t.Context(), 10+authn.MaxQueue) // no better than the others
		if len(q.rejected) != 2 || q.rejected[1] != 10+authn.MaxQueue {
			t.Errorf("rejected %v", q.rejected)
		}
		q.serve(authn.MaxQueue)
		if len(q.served) != authn.MaxQueue || q.served[0] != 1 {
			t.Errorf("served %d, first %d", len(q.served), q.served[0])
		}
	})
}
