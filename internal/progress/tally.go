package progress

import (
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// Tally counts the nodes of a run.
type Tally struct {
	Nodes, Waiting, Running, Complete, Failed, Skipped, Canceled int

	LeftOut      int           // complete nodes that were not built
	FailedTests  int           // failed tests, whether they stop their node or not
	TestFailures int           // nodes with failed tests
	Rows         engine.Counts // changed by all nodes together
}

// Tally counts the nodes.
func (s *Snapshot) Tally() Tally {
	t := Tally{Nodes: len(s.Nodes)}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		*t.of(n.State)++
		if n.FailedTests > 0 {
			t.TestFailures++
			t.FailedTests += n.FailedTests
		}
		if n.IsLeftOut {
			t.LeftOut++
		}
		if n.State == run.NodeComplete { // the changes of other nodes were rolled back
			t.Rows = add(t.Rows, n.Counts())
		}
	}
	return t
}

// of returns the counter of a state. A state that this version does not know counts as waiting.
func (t *Tally) of(state run.NodeState) *int {
	switch state {
	case run.NodeRunning:
		return &t.Running
	case run.NodeComplete:
		return &t.Complete
	case run.NodeFailed:
		return &t.Failed
	case run.NodeSkipped:
		return &t.Skipped
	case run.NodeCanceled:
		return &t.Canceled
	default:
		return &t.Waiting
	}
}

// Over returns how many nodes have ended.
func (t Tally) Over() int { return t.Complete + t.Failed + t.Skipped + t.Canceled }

// running returns the running nodes, the earliest first.
func (s *Snapshot) running() []*Node {
	var nodes []*Node
	for i := range s.Nodes {
		if s.Nodes[i].State == run.NodeRunning {
			nodes = append(nodes, &s.Nodes[i])
		}
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int { return a.Started.Compare(b.Started) })
	return nodes
}

// slowest returns the slowest nodes, at most so many.
func (s *Snapshot) slowest(most int) []*Node {
	var nodes []*Node
	for i := range s.Nodes {
		if s.Nodes[i].Elapsed(s.At) > 0 && !s.Nodes[i].IsLeftOut {
			nodes = append(nodes, &s.Nodes[i])
		}
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int { return int(b.Elapsed(s.At) - a.Elapsed(s.At)) })
	return nodes[:min(len(nodes), most)]
}
