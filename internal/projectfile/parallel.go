package projectfile

import (
	"sync"
	"sync/atomic"
)

// spread distributes the numbers below count over workers, each number once, and waits until all are done. If each
// result is stored under its number, the outcome does not depend on the order.
func spread(workers, count int, work func(next func() (int, bool))) {
	var taken atomic.Int64
	next := func() (int, bool) {
		i := int(taken.Add(1)) - 1
		return i, i < count
	}
	var running sync.WaitGroup
	for range min(workers, count) {
		running.Go(func() { work(next) })
	}
	running.Wait()
}
