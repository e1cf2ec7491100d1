package graph

import "math"

// dag is a graph without cycles, with a layer for every node. Arcs lead to higher layers.
type dag struct {
	down, up adjacency
	layer    []int32
}

func newDAG(n int, arcs []arc) dag {
	d := dag{layer: make([]int32, n)}
	d.down, d.up = pack(n, arcs)
	d.rankByLongestPath()
	d.shorten(arcs)
	return d
}

// rankByLongestPath moves every node as far left as possible.
func (d dag) rankByLongestPath() {
	waiting := make([]int32, len(d.layer))
	var ready []int32
	for i := range waiting {
		waiting[i] = narrow(len(d.up.of(i)))
		if waiting[i] == 0 {
			ready = append(ready, narrow(i))
		}
	}
	for len(ready) > 0 {
		last := len(ready) - 1
		at := ready[last]
		ready = ready[:last]
		for _, next := range d.down.of(int(at)) {
			d.layer[next] = max(d.layer[next], d.layer[at]+1)
			if waiting[next]--; waiting[next] == 0 {
				ready = append(ready, next)
			}
		}
	}
}

// shorten moves nodes to the right where that reduces the total length of edges, but never beyond the last layer of
// their part. Nodes joined by edges of length one move as a group, so a table that is used late is drawn next to its
// use, with everything that only leads to it.
//
// Each round moves the groups that have more loose edges going out than coming in, by the shortest of them. The sum of
// all lengths decreases with every move, so this ends; the number of rounds is limited nevertheless. A group only moves
// towards a group that is not smaller, because a single new node must not move everything else.
func (d dag) shorten(arcs []arc) {
	const rounds = 100
	parts, tight := newGroups(len(d.layer)), newGroups(len(d.layer))
	for _, a := range arcs {
		parts.join(a.from, a.to)
	}
	last := d.lastLayers(parts)
	for range rounds {
		for _, a := range arcs {
			if d.layer[a.to] == d.layer[a.from]+1 {
				tight.join(a.from, a.to)
			}
		}
		if !d.moveRight(d.looseEnds(arcs, tight, last), tight) {
			return
		}
	}
}

// lastLayers returns, for every node, the last layer of its part.
func (d dag) lastLayers(parts groups) []int32 {
	last := make([]int32, len(d.layer))
	for i, layer := range d.layer {
		part := parts.find(narrow(i))
		last[part] = max(last[part], layer)
	}
	for i := range last {
		last[i] = last[parts.find(narrow(i))]
	}
	return last
}

// looseEnds has the properties of a group that decide whether it moves.
type looseEnds struct {
	size     int32 // number of nodes
	surplus  int32 // loose edges going out minus those coming in
	maxShift int32 // how far it can move to the right
	ahead    int32 // the size of the largest group at the end of a loose edge
}

// looseEnds computes the loose ends of all groups; each group is identified by its smallest member.
func (d dag) looseEnds(arcs []arc, tight groups, last []int32) []looseEnds {
	ends := make([]looseEnds, len(d.layer))
	for i := range ends {
		ends[i].maxShift = math.MaxInt32
	}
	for i, layer := range d.layer {
		group := &ends[tight.find(narrow(i))]
		group.size++
		group.maxShift = min(group.maxShift, last[i]-layer)
	}
	for _, a := range arcs {
		if from, to := tight.find(a.from), tight.find(a.to); from != to {
			ends[to].surplus--
			ends[from].surplus++
			ends[from].maxShift = min(ends[from].maxShift, d.layer[a.to]-d.layer[a.from]-1)
			ends[from].ahead = max(ends[from].ahead, ends[to].size)
		}
	}
	return ends
}

// moveRight does one round. It reports whether a group moved.
func (d dag) moveRight(ends []looseEnds, tight groups) bool {
	moved := false
	for i := range d.layer {
		if group := ends[tight.find(narrow(i))]; group.surplus > 0 && group.maxShift > 0 && group.size <= group.ahead {
			d.layer[i] += group.maxShift
			moved = true
		}
	}
	return moved
}
