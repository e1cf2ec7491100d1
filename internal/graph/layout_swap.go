package graph

import "slices"

// swapNeighbors exchanges neighbors in a row wherever that reduces crossings, until there is no gain or the maximum
// number of rounds is reached.
func (l *lattice) swapNeighbors() (rounds int) {
	s := swapper{lattice: l}
	open := make([]bool, len(l.rows)) // rows in which an exchange may be useful
	for i := range open {
		open[i] = true
	}
	for again := true; again && rounds < maxSwaps; rounds++ {
		again = false
		for i, row := range l.rows {
			if !open[i] {
				continue
			}
			open[i] = false
			if s.swapRow(row) {
				again = true
				for j := max(i-1, 0); j <= min(i+1, len(open)-1); j++ {
					open[j] = true
				}
			}
		}
	}
	return rounds
}

type swapper struct {
	*lattice

	first, second []int32
}

func (s *swapper) swapRow(row []int32) bool {
	swapped := false
	for i := range len(row) - 1 {
		upper, lower := row[i], row[i+1]
		asIs, otherwise := s.between(upper, lower)
		if otherwise < asIs {
			row[i], row[i+1] = lower, upper
			s.position[lower], s.position[upper] = s.position[upper], s.position[lower]
			swapped = true
		}
	}
	return swapped
}

// between counts the crossings between the lines of two neighbors, in the current order and in the reverse order.
func (s *swapper) between(upper, lower int32) (asIs, otherwise int) {
	for _, side := range [...]adjacency{s.up, s.down} {
		s.first = s.positions(s.first[:0], side.of(int(upper)))
		s.second = s.positions(s.second[:0], side.of(int(lower)))
		asIs += inversions(s.first, s.second)
		otherwise += inversions(s.second, s.first)
	}
	return asIs, otherwise
}

func (s *swapper) positions(into, vertices []int32) []int32 {
	for _, v := range vertices {
		into = append(into, s.position[v])
	}
	slices.Sort(into)
	return into
}

// inversions counts the pairs with the larger number from the first list. Both are ascending.
func inversions(first, second []int32) int {
	pairs, smaller := 0, 0
	for _, n := range first {
		for smaller < len(second) && second[smaller] < n {
			smaller++
		}
		pairs += smaller
	}
	return pairs
}
