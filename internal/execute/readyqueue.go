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
	q := &readyQueue{
		states: make([]run.NodeState, len(nodes)), waitsFor: make([]int, len(nodes)), downstream: make([][]int, len(nodes)),
	}
	for i := range nodes {
		q.states[i] = run.NodeWaiting
		q.waitsFor[i] = len(nodes[i].Upstream)
		for _, above := range nodes[i].Upstream {
			if above < 0 || above >= i {
				return nil, fault.New(fault.Internal, "the plan is broken: node %s.%s comes before one of its upstream nodes",
					nodes[i].Location, nodes[i].Name)
			}
			q.downstream[above] = append(q.downstream[above], i)
		}
	}
	for i := range nodes {
		q.enqueueIfReady(i)
	}
	return q, nil
}

// enqueueIfReady adds a waiting node to the queue if all its upstream nodes are complete.
func (q *readyQueue) enqueueIfReady(position int) {
	if q.waitsFor[position] == 0 && q.states[position] == run.NodeWaiting {
		at, _ := slices.BinarySearch(q.ready, position)
		q.ready = slices.Insert(q.ready, at, position)
	}
}

// next removes and returns the first ready node. It returns false if there is none.
func (q *readyQueue) next() (position int, ok bool) {
	if len(q.ready) == 0 {
		return 0, false
	}
	position, q.ready = q.ready[0], q.ready[1:]
	q.states[position] = run.NodeRunning
	return position, true
}

// setFinalState sets the final state of a node and removes it from the queue.
func (q *readyQueue) setFinalState(position int, state run.NodeState) {
	q.states[position] = state
	if at, found := slices.BinarySearch(q.ready, position); found {
		q.ready = slices.Delete(q.ready, at, at+1)
	}
}

// unblockDownstream enqueues the nodes that only waited for a complete node.
func (q *readyQueue) unblockDownstream(position int) {
	for _, below := range q.downstream[position] {
		q.waitsFor[below]--
		q.enqueueIfReady(below)
	}
}

// skipDownstream marks the waiting descendants of an incomplete node as skipped, and returns them in plan order.
func (q *readyQueue) skipDownstream(position int) (skipped []int) {
	below := slices.Clone(q.downstream[position])
	for len(below) > 0 {
		i := below[len(below)-1]
		below = below[:len(below)-1]
		if q.states[i] != run.NodeWaiting {
			continue // final already, or reached by another path
		}
		q.setFinalState(i, run.NodeSkipped)
		skipped = append(skipped, i)
		below = append(below, q.downstream[i]...)
	}
	slices.Sort(skipped)
	return skipped
}

// waiting lists the nodes that have not started.
func (q *readyQueue) waiting() []int {
	var positions []int
	for i, state := range q.states {
		if state == run.NodeWaiting {
			positions = append(positions, i)
		}
	}
	return positions
}
