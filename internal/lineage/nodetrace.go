package lineage

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// NodeStep says that one node reads another, at a distance from the start of the trace, from 1.
type NodeStep struct {
	From  transform.NodeID `json:"from"`
	To    transform.NodeID `json:"to"`
	Depth int              `json:"depth"`
}

func (s NodeStep) compare(other NodeStep) int {
	return cmp.Or(cmp.Compare(s.Depth, other.Depth), cmp.Compare(s.To, other.To), cmp.Compare(s.From, other.From))
}

// NodeUpstream returns the nodes that a node reads, directly and indirectly, nearest first. Depth 0 means no limit.
func (x *Index) NodeUpstream(node transform.NodeID, depth int) []NodeStep {
	return x.nodeTrace(node, depth, func(r *record, n int32) (far []int32, step func(int32) NodeStep) {
		return r.reads, func(far int32) NodeStep { return NodeStep{From: x.records[far].id, To: x.records[n].id} }
	})
}

// NodeDownstream returns the nodes that read a node, directly and indirectly, nearest first. Depth 0 means no limit.
func (x *Index) NodeDownstream(node transform.NodeID, depth int) []NodeStep {
	return x.nodeTrace(node, depth, func(r *record, n int32) (far []int32, step func(int32) NodeStep) {
		return r.readBy, func(far int32) NodeStep { return NodeStep{From: x.records[n].id, To: x.records[far].id} }
	})
}

func (x *Index) nodeTrace(
	node transform.NodeID, depth int, side func(*record, int32) (far []int32, step func(int32) NodeStep),
) []NodeStep {
	start, ok := x.numbers[node]
	if !ok {
		return nil
	}
	var steps []NodeStep
	seen := map[int32]bool{start: true}
	wave := []int32{start}
	for d := 1; len(wave) > 0 && (depth <= 0 || d <= depth); d++ {
		var next []int32
		for _, at := range wave {
			neighbors, step := side(x.records[at], at)
			for _, far := range neighbors {
				s := step(far)
				s.Depth = d
				steps = append(steps, s)
				if !seen[far] {
					seen[far] = true
					next = append(next, far)
				}
			}
		}
		wave = next
	}
	slices.SortFunc(steps, NodeStep.compare)
	return steps
}
