package graph

import (
	"cmp"
	"math"
	"slices"
)

// drawing is a drawing in progress. It identifies nodes by their positions in the graph.
type drawing struct {
	measures

	dag      dag
	keyOrder bool
	earlier  earlierPositions

	top           []float64   // node → its upper edge
	bends         [][]float64 // node → heights at which its line to the right passes the layers that follow
	width, height float64
	crossings     int
	sweeps        int
}

// draw lays out the parts one under another.
func (s *drawing) draw() {
	local := make([]int32, len(s.top))
	longest := s.dag.maxWithBends()
	below := 0.0
	single := false
	for _, members := range s.parts() {
		if single { // a column of nodes without edges is as dense as a layer
			below += s.nodeGap - s.partGap
		}
		single = len(members) == 1
		l := newLattice(s.dag, members, local, longest)
		s.arrange(l)
		s.height = s.placePart(l, s.heights(l), below)
		below = s.height + s.partGap
	}
	for _, layer := range s.dag.layer {
		s.width = max(s.width, s.left(int(layer))+s.nodeWidth)
	}
}

// parts returns the connected parts: in their order in the earlier drawing from top to bottom, else by their smallest
// keys; nodes without edges last.
func (s *drawing) parts() [][]int32 {
	connected := newGroups(len(s.top))
	for from := range s.top {
		for _, to := range s.dag.down.of(from) {
			connected.join(narrow(from), to)
		}
	}
	parts := connected.members()
	slices.SortStableFunc(parts, func(a, b []int32) int {
		return cmp.Or(cmp.Compare(min(len(b), 2), min(len(a), 2)), cmp.Compare(s.earlier.highest(a), s.earlier.highest(b)))
	})
	return parts
}

// placePart moves a part to its upper edge and returns its lower edge.
func (s *drawing) placePart(l *lattice, middle []float64, begin float64) (end float64) {
	half := s.nodeHeight / 2
	highest, lowest := math.Inf(1), math.Inf(-1)
	for v, y := range middle {
		margin := 0.0
		if l.isNode(v) {
			margin = half
		}
		highest, lowest = min(highest, y-margin), max(lowest, y+margin)
	}
	down := begin - highest
	for v, node := range l.nodes {
		s.top[node] = middle[v] - half + down
		for bend := range l.bendsOf(v) {
			s.bends[node] = append(s.bends[node], middle[bend]+down)
		}
	}
	return lowest + down
}
