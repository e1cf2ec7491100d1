package projectfile

import (
	"sync"
	"sync/atomic"
)

// spread lets workers take the numbers below count, each number once, and waits until all are taken and done. Who keeps
// the result of a number in a place of its own gets the same whatever the order.
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
