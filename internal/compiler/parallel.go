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

// inParallel calls work for every number below count, on as many goroutines as there are processors, and waits for all of them.
func inParallel(count int, work func(int)) {
	workers := min(runtime.GOMAXPROCS(0), count)
	if workers <= 1 {
		for i := range count {
			work(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(count); i = next.Add(1) - 1 {
				work(int(i))
			}
		})
	}
	all.Wait()
}
