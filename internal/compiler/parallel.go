package compiler

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls work for every node, on as many goroutines as there are processors, and waits for all of them.
func each(nodes []*Node, work func(*Node)) {
	eachWorker(nodes, func() func(*Node) { return work })
}

// eachWorker is each for work that keeps memory from one node to the next: every goroutine has its own.
func eachWorker(nodes []*Node, newWork func() func(*Node)) {
	workers := min(runtime.GOMAXPROCS(0), len(nodes))
	if workers <= 1 {
		work := newWork()
		for _, n := range nodes {
			work(n)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			work := newWork()
			for i := next.Add(1) - 1; i < int64(len(nodes)); i = next.Add(1) - 1 {
				work(nodes[i])
			}
		})
	}
	all.Wait()
}
