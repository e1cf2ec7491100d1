package graph

import (
	"iter"
	"slices"
)

// lattice is a connected part of the graph prepared for ordering: every arc leads from a layer to the next one. Its
// vertices are the nodes of the part, followed by the bends, where the line of a node passes a layer on its way to a
// node further right. Edges from the same node share its bends, which keeps both the work and the clutter small around
// a node that is used everywhere.
type lattice struct {
	nodes    []int32 // vertex → position in the graph, ascending
	bends    []int32 // node → its first bend; one more than there are nodes
	owner    []int32 // vertex → its node
	layer    []int32 // vertex → layer
	down, up adjacency
	rows     [][]int32 // layer → its vertices from top to bottom
	position []int32   // vertex → position in its row
}

// newLattice extracts a part of the graph. local is scratch space with an entry for every node of the graph.
func newLattice(d dag, members, local []int32, longest int32) *lattice {
	l := &lattice{nodes: members, bends: make([]int32, len(members)+1)}
	for v, node := range members {
		local[node] = narrow(v)
		l.owner = append(l.owner, narrow(v))
		l.layer = append(l.layer, d.layer[node])
	}
	var arcs []arc
	for v, node := range members {
		first := narrow(len(l.layer))
		l.bends[v] = first
		for _, next := range d.down.of(int(node)) {
			span := d.layer[next] - d.layer[node]
			if span > longest {
				continue
			}
			from := narrow(v)
			if span > 1 {
				arcs = l.bendUntil(v, d.layer[next], arcs)
				from = first + span - 2
			}
			arcs = append(arcs, arc{from, local[next]})
		}
	}
	l.bends[len(members)] = narrow(len(l.layer))
	slices.SortFunc(arcs, arc.compare)
	l.down, l.up = pack(len(l.layer), arcs)
	l.position = make([]int32, len(l.layer))
	l.rows = make([][]int32, slices.Max(l.layer)+1)
	return l
}

// bendUntil extends the line of a node with bends up to the layer before the given one.
func (l *lattice) bendUntil(v int, layer int32, arcs []arc) []arc {
	last, reached := narrow(v), l.layer[v]
	if end := narrow(len(l.layer)) - 1; l.bends[v] <= end {
		last, reached = end, l.layer[end]
	}
	for reached++; reached < layer; reached++ {
		bend := narrow(len(l.layer))
		arcs = append(arcs, arc{last, bend})
		l.owner = append(l.owner, narrow(v))
		l.layer = append(l.layer, reached)
		last = bend
	}
	return arcs
}

func (l *lattice) isNode(v int) bool { return v < len(l.nodes) }

// bendsOf returns the bends of a node from left to right.
func (l *lattice) bendsOf(v int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for bend := int(l.bends[v]); bend < int(l.bends[v+1]); bend++ {
			if !yield(bend) {
				return
			}
		}
	}
}

// recordPositions stores the positions of a row's vertices.
func (l *lattice) recordPositions(row []int32) {
	for i, v := range row {
		l.position[v] = narrow(i)
	}
}

// order returns the current order of all rows, for reorder.
func (l *lattice) order() []int32 { return slices.Concat(l.rows...) }

// reorder restores an order.
func (l *lattice) reorder(order []int32) {
	for _, row := range l.rows {
		copy(row, order)
		order = order[len(row):]
		l.recordPositions(row)
	}
}

// maxWithBends returns the maximum length of edges that get bends. It is less than the longest edge only in graphs with
// very many very long edges. Longer edges are drawn as straight lines and do not take part in the ordering.
func (d dag) maxWithBends() int32 {
	longest := int32(1)
	for i := range d.layer {
		longest = max(longest, d.maxFrom(i, narrow(len(d.layer))))
	}
	most := 5*(len(d.layer)+len(d.down.to)) + 1000
	for {
		bends := 0
		for i := range d.layer {
			bends += int(d.maxFrom(i, longest)) - 1
		}
		if bends <= most || longest == 1 {
			return longest
		}
		longest /= 2
	}
}

// maxFrom returns the length of the longest edge from a node among those of at most some length; at least 1.
func (d dag) maxFrom(i int, most int32) int32 {
	longest := int32(1)
	for _, next := range d.down.of(i) {
		if span := d.layer[next] - d.layer[i]; span <= most {
			longest = max(longest, span)
		}
	}
	return longest
}
