package difference

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// order gives every step its number.
func (c *comparison) order() {
	all := c.allSteps()
	c.steps = inOrder(all)
	if len(c.steps) < len(all) && !c.hasCycle() {
		c.issues.Stop = append(c.issues.Stop, Issue{
			Code: string(diagnostic.Cycle), Message: "some of the changes wait for each other, so that none can be the first",
			Hint: "Deploy them one after the other.",
		})
	}
}

// inOrder puts steps behind those that they wait for. Of those that can be next, the one of the earliest phase and node is.
// Steps that wait for each other are left out.
func inOrder(all []*step) []*step {
	ordered := make([]*step, 0, len(all))
	waiting, releases := map[*step]int{}, map[*step][]*step{}
	ready := &stepHeap{}
	for _, s := range all {
		for _, before := range s.after {
			if before != s {
				waiting[s]++
				releases[before] = append(releases[before], s)
			}
		}
		if waiting[s] == 0 {
			heap.Push(ready, s)
		}
	}
	for ready.Len() > 0 {
		s, _ := heap.Pop(ready).(*step)
		ordered = append(ordered, s)
		for _, next := range releases[s] {
			if waiting[next]--; waiting[next] == 0 {
				heap.Push(ready, next)
			}
		}
	}
	return ordered
}

// allSteps are the steps of all nodes. Two with one id could not be told apart.
func (c *comparison) allSteps() []*step {
	var all []*step
	rank := c.ranks()
	seen := map[transform.NodeID]bool{}
	for _, w := range c.works {
		for _, s := range w.steps {
			if seen[s.id] {
				w.block(Issue{
					Code: string(diagnostic.DuplicateID), Message: fmt.Sprintf("the id %s is that of a node and of a step of another node", s.id),
					Hint: "Give the node another id, without a slash.",
				})
			}
			seen[s.id] = true
			s.rank = rank[w.id()]
			all = append(all, s)
		}
	}
	return all
}

// hasCycle reports whether nodes of the project need each other, which stops a plan anyway.
func (c *comparison) hasCycle() bool {
	return slices.ContainsFunc(c.Desired.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.Code == diagnostic.Cycle })
}

// ranks are the positions of the nodes in the order of the graph. What is deleted comes behind.
func (c *comparison) ranks() map[transform.NodeID]int {
	order := c.Desired.Graph.Order()
	rank := make(map[transform.NodeID]int, len(c.works))
	if len(c.works) == 0 {
		return rank
	}
	for i, key := range order {
		rank[transform.NodeID(key)] = i
	}
	return rank
}

// stepHeap gives the next step.
type stepHeap []*step

func (h stepHeap) Len() int           { return len(h) }
func (h stepHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h stepHeap) Less(i, j int) bool { return h[i].compare(h[j]) < 0 }
func (h *stepHeap) Push(x any) {
	if s, ok := x.(*step); ok {
		*h = append(*h, s)
	}
}

func (h *stepHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func (s *step) compare(other *step) int {
	return cmp.Or(cmp.Compare(s.phase.number(), other.phase.number()), cmp.Compare(s.rank, other.rank), cmp.Compare(s.id, other.id))
}

// number is the position of the phase in a deploy.
func (p Phase) number() int {
	switch p {
	case DeletePhase:
		return 0
	case AlterPhase:
		return 1
	default:
		return 2
	}
}
