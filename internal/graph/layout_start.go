package graph

import (
	"cmp"
	"slices"
)

// startByKey orders every row by key; a bend has the key of its node.
func (l *lattice) startByKey() {
	l.startBy(func(a, b int32) int {
		return cmp.Or(cmp.Compare(l.owner[a], l.owner[b]), cmp.Compare(a, b))
	})
}

// startByHeight orders every row by the estimated heights of the vertices, and equal ones by key.
func (l *lattice) startByHeight(height []float64) {
	l.startBy(func(a, b int32) int {
		return cmp.Or(cmp.Compare(height[a], height[b]), cmp.Compare(l.owner[a], l.owner[b]), cmp.Compare(a, b))
	})
}

func (l *lattice) startBy(compare func(a, b int32) int) {
	l.clearRows()
	for v, layer := range l.layer {
		l.rows[layer] = append(l.rows[layer], narrow(v))
	}
	for _, row := range l.rows {
		slices.SortFunc(row, compare)
		l.recordPositions(row)
	}
}

func (l *lattice) clearRows() {
	for i := range l.rows {
		l.rows[i] = l.rows[i][:0]
	}
}

// startBySearch orders every row in the order of a depth-first search from the first vertices in the order of their
// keys. In a tree no lines cross then, and a new node moves no other node.
func (l *lattice) startBySearch() {
	l.clearRows()
	seen := newBitset(len(l.layer))
	var open []int32
	for root := range l.nodes {
		if len(l.up.of(root)) == 0 {
			open = append(open, narrow(root))
		}
		for len(open) > 0 {
			last := len(open) - 1
			v := open[last]
			open = open[:last]
			if seen.has(int(v)) {
				continue
			}
			seen.add(int(v))
			l.rows[l.layer[v]] = append(l.rows[l.layer[v]], v)
			for _, next := range slices.Backward(l.down.of(int(v))) {
				open = append(open, next)
			}
		}
	}
	for _, row := range l.rows {
		l.recordPositions(row)
	}
}
