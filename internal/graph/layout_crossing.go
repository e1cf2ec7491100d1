package graph

import "slices"

// crossings counts the crossings of lines over all layers.
func (l *lattice) crossings() int {
	widest := 0
	for _, row := range l.rows {
		widest = max(widest, len(row))
	}
	c := crossingCount{tree: make([]int32, widest+1)}
	for i := range len(l.rows) - 1 {
		c.addGap(l, l.rows[i], len(l.rows[i+1]))
	}
	return c.crossings
}

// crossingCount counts pairs of lines in the wrong order with a Fenwick tree over the positions of the right-hand row.
type crossingCount struct {
	tree      []int32
	crossings int
	ends      []int32
}

// addGap counts the crossings between a row and the next. Lines are processed by their left end; each crosses the
// earlier ones that end further down.
func (c *crossingCount) addGap(l *lattice, row []int32, nextLen int) {
	clear(c.tree)
	taken := 0
	for _, v := range row {
		c.ends = c.ends[:0]
		for _, next := range l.down.of(int(v)) {
			c.ends = append(c.ends, l.position[next])
		}
		slices.Sort(c.ends)
		for i, end := range c.ends {
			// Lines from the same vertex do not cross: they are processed in ascending order.
			c.crossings += taken + i - c.upTo(int(end)+1)
			c.insert(int(end)+1, nextLen)
		}
		taken += len(c.ends)
	}
}

func (c *crossingCount) upTo(i int) int {
	sum := 0
	for ; i > 0; i &= i - 1 {
		sum += int(c.tree[i])
	}
	return sum
}

func (c *crossingCount) insert(i, size int) {
	for ; i <= size; i += i & -i {
		c.tree[i]++
	}
}
