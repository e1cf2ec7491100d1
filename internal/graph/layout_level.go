package graph

import "math"

// level makes the lines that pass layers level, stretch by stretch, as far as there is room between their neighbors.
func (r *relaxation) level() {
	for v := range r.nodes {
		s := stretch{relaxation: r, low: math.Inf(-1), high: math.Inf(1)}
		for bend := range r.bendsOf(v) {
			s.add(bend)
		}
		s.finish()
	}
}

// stretch is a run of bends that can all be at one height, between low and high.
type stretch struct {
	*relaxation

	bends     []int
	sum       float64
	low, high float64
}

// add takes in the next bend, or begins a new stretch with it where there is no common height.
func (s *stretch) add(bend int) {
	low, high := s.room(bend)
	if max(low, s.low) > min(high, s.high) {
		s.finish()
		s.bends, s.sum, s.low, s.high = s.bends[:0], 0, math.Inf(-1), math.Inf(1)
	}
	s.bends = append(s.bends, bend)
	s.sum += s.height[bend]
	s.low, s.high = max(low, s.low), min(high, s.high)
}

// finish moves all bends of the stretch to the height that is closest to their mean.
func (s *stretch) finish() {
	if len(s.bends) == 0 {
		return
	}
	height := min(max(s.rounded(s.sum/float64(len(s.bends))), s.low), s.high)
	for _, bend := range s.bends {
		s.height[bend] = height
	}
}

// room is how far a vertex can move without coming too close to its neighbors.
func (r *relaxation) room(v int) (low, high float64) {
	row, i := r.rows[r.layer[v]], int(r.place[v])
	low, high = math.Inf(-1), math.Inf(1)
	if i > 0 {
		low = r.height[row[i-1]] + r.apartAt(row, i)
	}
	if i < len(row)-1 {
		high = r.height[row[i+1]] - r.apartAt(row, i+1)
	}
	return low, high
}
