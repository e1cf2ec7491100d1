package graph

import "math"

// level makes the lines that pass layers level, section by section, as far as their neighbors allow.
func (r *relaxation) level() {
	for v := range r.nodes {
		s := levelSection{relaxation: r, low: math.Inf(-1), high: math.Inf(1)}
		for bend := range r.bendsOf(v) {
			s.add(bend)
		}
		s.finish()
	}
}

// levelSection is a run of bends that can all be at one height, between low and high.
type levelSection struct {
	*relaxation

	bends     []int
	sum       float64
	low, high float64
}

// add adds the next bend, or begins a new stretch if there is no common height.
func (s *levelSection) add(bend int) {
	low, high := s.freeRange(bend)
	if max(low, s.low) > min(high, s.high) {
		s.finish()
		s.bends, s.sum, s.low, s.high = s.bends[:0], 0, math.Inf(-1), math.Inf(1)
	}
	s.bends = append(s.bends, bend)
	s.sum += s.height[bend]
	s.low, s.high = max(low, s.low), min(high, s.high)
}

// finish moves all bends of the stretch to the height that is closest to their mean.
func (s *levelSection) finish() {
	if len(s.bends) == 0 {
		return
	}
	height := min(max(s.rounded(s.sum/float64(len(s.bends))), s.low), s.high)
	for _, bend := range s.bends {
		s.height[bend] = height
	}
}

// maxShift returns how far a vertex can move without coming too close to its neighbors.
func (r *relaxation) freeRange(v int) (low, high float64) {
	row, i := r.rows[r.layer[v]], int(r.position[v])
	low, high = math.Inf(-1), math.Inf(1)
	if i > 0 {
		low = r.height[row[i-1]] + r.apartAt(row, i)
	}
	if i < len(row)-1 {
		high = r.height[row[i+1]] - r.apartAt(row, i+1)
	}
	return low, high
}
