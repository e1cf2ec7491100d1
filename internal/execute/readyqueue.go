package execute

import (
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// readyQueue tracks which nodes of a plan can run. It identifies nodes by their position in the plan.
type readyQueue struct {
	states     []run.NodeState
	waitsFor   []int // the number of upstream nodes that are not complete
	downstream [][]int
	ready      []int // in plan order
}

func newReadyQueue(nodes []plan.Node) (*readyQueue, error) {
	b := &readyQueue{
		states: make([]run.NodeState, len(nodes)), waitsFor: make([]int, len(nodes)), downstream: make([][]int, len(nodes)),
	}
	for i := range nodes {
		b.states[i] = run.NodeWaiting
		b.waitsFor[i] = len(nodes[i].Upstream)
		for _, above := range nodes[i].Upstream {
			if above < 0 || above >= i {
				return nil, fault.New(fault.Internal, "the plan is broken: node %s.%s comes before one of its upstream nodes",
					nodes[i].Location, nodes[i].Name)
			}
			b.downstream[above] = append(b.downstream[above], i)
		}
	}
	for i := range nodes {
		b.enqueueIfReady(i)
	}
	return b, nil
}

// enqueueIfReady adds a waiting node to the queue if all its upstream nodes are complete.
func (b *readyQueue) enqueueIfReady(position int) {
	if b.waitsFor[position] == 0 && b.states[position] == run.NodeWaiting {
		at, _ := slices.BinarySearch(b.ready, position)
		b.ready = slices.Insert(b.ready, at, position)
	}
}

// next removes and returns the first ready node. It returns false if there is none.
func (b *readyQueue) next() (position int, ok bool) {
	if len(b.ready) == 0 {
		return 0, false
	}
	position, b.ready = b.ready[0], b.ready[1:]
	b.states[position] = run.NodeRunning
	return position, true
}

// setFinalState sets the final state of a node and removes it from the queue.
func (b *readyQueue) setFinalState(position int, state run.NodeState) {
	b.states[position] = state
	if at, found := slices.BinarySearch(b.ready, position); found {
		b.ready = slices.Delete(b.ready, at, at+1)
	}
}

// unblockDownstream enqueues the nodes that only waited for a complete node.
func (b *readyQueue) unblockDownstream(position int) {
	for _, below := range b.downstream[position] {
		b.waitsFor[below]--
		b.enqueueIfReady(below)
	}
}

// skipDownstream marks the waiting descendants of an incomplete node as skipped, and returns them in plan order.
func (b *readyQueue) skipDownstream(position int) (skipped []int) {
	below := slices.Clone(b.downstream[position])
	for len(below) > 0 {
		i := below[len(below)-1]
		below = below[:len(below)-1]
		if b.states[i] != run.NodeWaiting {
			continue // final already, or reached by another path
		}
		b.setFinalState(i, run.NodeSkipped)
		skipped = append(skipped, i)
		below = append(below, b.downstream[i]...)
	}
	slices.Sort(skipped)
	return skipped
}

// waiting lists the nodes that have not started.
func (b *readyQueue) waiting() []int {
	var positions []int
	for i, state := range b.states {
		if state == run.NodeWaiting {
			positions = append(positions, i)
		}
	}
	return positions
}
