package main

import (
	"slices"
	"sync"

	"github.com/millrace/millrace/internal/plan"
)

// readyQueue hands out the nodes of a plan. A node is ready when all its upstream nodes are done, and the first ready
// node of the plan comes first, as in the platform.
type readyQueue struct {
	mu         sync.Mutex
	changed    *sync.Cond
	ready      []int
	waitsFor   []int
	downstream [][]int
	remaining  int
	failed     error
}

func newReadyQueue(p plan.Plan) *readyQueue {
	n := len(p.Nodes)
	o := &readyQueue{waitsFor: make([]int, n), downstream: make([][]int, n), remaining: n}
	o.changed = sync.NewCond(&o.mu)
	for i := range p.Nodes {
		o.waitsFor[i] = len(p.Nodes[i].Upstream)
		for _, up := range p.Nodes[i].Upstream {
			o.downstream[up] = append(o.downstream[up], i)
		}
		if o.waitsFor[i] == 0 {
			o.ready = append(o.ready, i)
		}
	}
	return o
}

// next waits for a ready node. It returns false if there will be none.
func (o *readyQueue) next() (position int, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.ready) == 0 && o.remaining > 0 && o.failed == nil {
		o.changed.Wait()
	}
	if len(o.ready) == 0 || o.failed != nil {
		return 0, false
	}
	position, o.ready = o.ready[0], o.ready[1:]
	return position, true
}

// done records the result of a node. After a failure, next returns no more nodes.
func (o *readyQueue) done(position int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.changed.Broadcast()
	o.remaining--
	if err != nil {
		o.failed = err
		return
	}
	for _, below := range o.downstream[position] {
		if o.waitsFor[below]--; o.waitsFor[below] == 0 {
			at, _ := slices.BinarySearch(o.ready, below)
			o.ready = slices.Insert(o.ready, at, below)
		}
	}
}
