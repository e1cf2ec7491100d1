package graph

import (
	"cmp"
	"slices"
)

const (
	maxSweeps     = 24 // in total
	maxIdleSweeps = 6  // sweeps without improvement before it stops
	maxSwaps      = 50 // rounds of exchanging neighbors
)

// arrange finds an order for every row with few crossings, and never more than in the order of the keys.
func (s *drawing) arrange(l *lattice) {
	switch {
	case s.keyOrder:
		l.startByKey()
	case s.earlier.knowsMost(l.nodes):
		l.startByHeight(s.earlier.heights(l, s.dag))
		s.sweeps = max(s.sweeps, l.swapNeighbors())
	default:
		l.startBySearch()
		s.sweeps = max(s.sweeps, l.sweep()+l.swapNeighbors())
		l.preferKeyOrder()
	}
	s.crossings += l.crossings()
}

// preferKeyOrder restores the order of the keys if that has fewer crossings.
func (l *lattice) preferKeyOrder() {
	found, order := l.crossings(), l.order()
	if found == 0 {
		return
	}
	if l.startByKey(); l.crossings() >= found {
		l.reorder(order)
	}
}

// sweep passes over the rows in both directions. In each row, every vertex moves to the mean position of its neighbors
// in the previous row. The best order of all sweeps is kept.
func (l *lattice) sweep() (sweeps int) {
	best, order := l.crossings(), l.order()
	b := barycentre{lattice: l, mean: make([]float64, len(l.layer))}
	for failures := 0; best > 0 && sweeps < maxSweeps && failures < maxIdleSweeps; sweeps++ {
		b.pass(sweeps%2 == 0)
		failures++
		if found := l.crossings(); found < best {
			best, order, failures = found, l.order(), 0
		}
	}
	l.reorder(order)
	return sweeps
}

// barycentre orders rows by the mean positions of neighbors.
type barycentre struct {
	*lattice

	mean    []float64
	movable []int32
}

func (b *barycentre) pass(rightwards bool) {
	if rightwards {
		for _, row := range b.rows[1:] {
			b.orderRow(row, b.up)
		}
		return
	}
	for i := len(b.rows) - 2; i >= 0; i-- {
		b.orderRow(b.rows[i], b.down)
	}
}

// orderRow keeps vertices without neighbors at their positions and sorts the other vertices into the remaining
// positions.
func (b *barycentre) orderRow(row []int32, side adjacency) {
	b.movable = b.movable[:0]
	for _, v := range row {
		near := side.of(int(v))
		if len(near) == 0 {
			continue
		}
		sum := 0
		for _, u := range near {
			sum += int(b.position[u])
		}
		b.mean[v] = float64(sum) / float64(len(near))
		b.movable = append(b.movable, v)
	}
	slices.SortStableFunc(b.movable, func(u, v int32) int { return cmp.Compare(b.mean[u], b.mean[v]) })
	next := 0
	for i, v := range row {
		if len(side.of(int(v))) > 0 {
			row[i] = b.movable[next]
			next++
		}
	}
	b.recordPositions(row)
}
