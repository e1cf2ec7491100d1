package graph

import "math"

const heightSweeps = 12

// heights returns the height of the middle of every vertex, so that neighbors in a row are far enough apart and lines
// are short and straight.
//
// Each row in turn moves as close as possible to its neighboring rows: first the one on its left or, on the way back,
// on its right, and then both. The closest position, by the sum of squares, is an isotonic regression, which takes
// linear time and needs no backtracking. So the drawing is hardly higher than its fullest layer.
func (s *drawing) heights(l *lattice) []float64 {
	r := relaxation{lattice: l, measures: s.measures, height: make([]float64, len(l.layer))}
	for _, row := range l.rows {
		r.center(row)
	}
	for i := range heightSweeps {
		r.sweep(i%2 == 0, i >= heightSweeps/2)
	}
	r.level()
	return r.height
}

// relaxation is a lattice whose rows are being moved.
type relaxation struct {
	*lattice
	measures

	height []float64 // vertex → height
	stacks []stack
}

// stack is a run of neighbors at minimum distance, because their desired positions overlap. Its members share one
// offset from their positions in a fully packed row.
type stack struct {
	weighted, weight float64 // sum of desired positions by weight, and of weights
	members          int
}

func (s stack) position() float64 { return s.weighted / s.weight }

// apartAt returns the distance between a vertex and the one before it in the row.
func (r *relaxation) apartAt(row []int32, i int) float64 {
	if i == 0 {
		return 0
	}
	return r.apart(r.isNode(int(row[i-1])), r.isNode(int(row[i])))
}

// center packs a row, with its middle at height 0.
func (r *relaxation) center(row []int32) {
	at := 0.0
	for i, v := range row {
		at += r.apartAt(row, i)
		r.height[v] = at
	}
	for _, v := range row {
		r.height[v] -= at / 2
	}
}

func (r *relaxation) sweep(rightwards, bothSides bool) {
	for i := range r.rows {
		if rightwards {
			r.moveRow(r.rows[i], sides{left: true, right: bothSides})
		} else {
			r.moveRow(r.rows[len(r.rows)-1-i], sides{left: bothSides, right: true})
		}
	}
}

// sides select the neighbors that count.
type sides struct {
	left, right bool
}

// moveRow moves every vertex of a row as close to its desired position as its neighbors allow.
func (r *relaxation) moveRow(row []int32, minding sides) {
	r.stacks = r.stacks[:0]
	down := 0.0
	for i, v := range row {
		down += r.apartAt(row, i)
		desired, weight := r.desiredHeight(int(v), minding)
		r.push(stack{weighted: (desired - down) * weight, weight: weight, members: 1})
	}
	down, i := 0.0, 0
	for _, s := range r.stacks {
		position := r.rounded(s.position())
		for range s.members {
			down += r.apartAt(row, i)
			r.height[row[i]] = position + down
			i++
		}
	}
}

// push adds a stack below the previous ones and merges it with those above while they overlap.
func (r *relaxation) push(s stack) {
	for len(r.stacks) > 0 {
		above := r.stacks[len(r.stacks)-1]
		if above.position() <= s.position() {
			break
		}
		s = stack{above.weighted + s.weighted, above.weight + s.weight, above.members + s.members}
		r.stacks = r.stacks[:len(r.stacks)-1]
	}
	r.stacks = append(r.stacks, s)
}

// rounded rounds heights to a twentieth of the gap, so that nearly level lines become level.
func (r *relaxation) rounded(height float64) float64 {
	unit := r.nodeGap / 20
	return math.Round(height/unit) * unit
}

// desiredHeight returns the mean height of a vertex's neighbors, and its weight. A vertex without neighbors keeps its height.
func (r *relaxation) desiredHeight(v int, minding sides) (height, weight float64) {
	sum := 0.0
	add := func(near []int32) {
		for _, u := range near {
			pull := r.lineWeight(int(u), v)
			sum += pull * r.height[u]
			weight += pull
		}
	}
	if minding.left {
		add(r.up.of(v))
	}
	if minding.right {
		add(r.down.of(v))
	}
	if weight == 0 {
		return r.height[v], 0.1
	}
	return sum / weight, weight
}

// lineWeight returns the weight of a level line. A long line counts most where it passes layers.
func (r *relaxation) lineWeight(u, v int) float64 {
	switch fromNode, toNode := r.isNode(u), r.isNode(v); {
	case fromNode && toNode:
		return 1
	case fromNode || toNode:
		return 2
	default:
		return 8
	}
}
