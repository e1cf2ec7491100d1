package main

import (
	"slices"
	"sync"

	"github.com/millrace/millrace/internal/plan"
)

// order gives out the nodes of a plan, each when everything upstream of it is done, the first of the plan first: the order
// that the platform keeps to.
type order struct {
	mu         sync.Mutex
	changed    *sync.Cond
	ready      []int
	waitsFor   []int
	downstream [][]int
	left       int
	failed     error
}

func newOrder(p plan.Plan) *order {
	n := len(p.Nodes)
	o := &order{waitsFor: make([]int, n), downstream: make([][]int, n), left: n}
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

// next waits for a node that can be worked on; false when there will be none.
func (o *order) next() (position int, ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.ready) == 0 && o.left > 0 && o.failed == nil {
		o.changed.Wait()
	}
	if len(o.ready) == 0 || o.failed != nil {
		return 0, false
	}
	position, o.ready = o.ready[0], o.ready[1:]
	return position, true
}

// done says how a node went. After one that failed, nothing more is given out.
func (o *order) done(position int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	defer o.changed.Broadcast()
	o.left--
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
