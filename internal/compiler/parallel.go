package compiler

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls work for every node, on as many goroutines as there are processors, and waits for all of them.
func each(nodes []*Node, work func(*Node)) {
	inParallel(len(nodes), func(i int) { work(nodes[i]) })
}

// eachWorker is each for work that keeps memory from one node to the next: every goroutine has its own.
func eachWorker(nodes []*Node, newWork func() func(*Node)) {
	onWorkers(len(nodes), func() func(int) {
		work := newWork()
		return func(i int) { work(nodes[i]) }
	})
}

// inParallel calls work for every number below count, on as many goroutines as there are processors, and waits for all of them.
func inParallel(count int, work func(int)) {
	onWorkers(count, func() func(int) { return work })
}

func onWorkers(count int, newWork func() func(int)) {
	workers := min(runtime.GOMAXPROCS(0), count)
	if workers <= 1 {
		work := newWork()
		for i := range count {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			work := newWork()
			for i := next.Add(1) - 1; i < int64(count); i = next.Add(1) - 1 {
				work(int(i))
			}
		})
	}
	all.Wait()
}
