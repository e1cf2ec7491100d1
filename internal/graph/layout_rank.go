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

// rankByLongestPath puts every node as far left as it can be.
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

// shorten moves nodes to the right where that makes edges shorter altogether, but never beyond the last layer of their
// part. What is joined by edges of length one moves as a whole, so a table that is used late comes to stand beside its
// use, and so does all that only leads to it.
//
// Each round moves the groups that have more loose edges going out than coming in, by the shortest of them. The sum of
// all lengths falls with every move, so this ends; the number of rounds is bounded nevertheless. A group only moves
// towards one that is no smaller: a single new node must not move everything else.
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

// lastLayers returns every node the last layer of its part.
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

// looseEnds is what there is to know about a group before it moves.
type looseEnds struct {
	size    int32 // number of nodes
	surplus int32 // loose edges going out minus those coming in
	room    int32 // how far it can go to the right
	ahead   int32 // the size of the largest group that a loose edge leads to
}

// looseEnds looks at all groups; each is known by its smallest member.
func (d dag) looseEnds(arcs []arc, tight groups, last []int32) []looseEnds {
	ends := make([]looseEnds, len(d.layer))
	for i := range ends {
		ends[i].room = math.MaxInt32
	}
	for i, layer := range d.layer {
		group := &ends[tight.find(narrow(i))]
		group.size++
		group.room = min(group.room, last[i]-layer)
	}
	for _, a := range arcs {
		if from, to := tight.find(a.from), tight.find(a.to); from != to {
			ends[to].surplus--
			ends[from].surplus++
			ends[from].room = min(ends[from].room, d.layer[a.to]-d.layer[a.from]-1)
			ends[from].ahead = max(ends[from].ahead, ends[to].size)
		}
	}
	return ends
}

// moveRight does one round. It tells whether anything moved.
func (d dag) moveRight(ends []looseEnds, tight groups) bool {
	moved := false
	for i := range d.layer {
		if group := ends[tight.find(narrow(i))]; group.surplus > 0 && group.room > 0 && group.size <= group.ahead {
			d.layer[i] += group.room
			moved = true
		}
	}
	return moved
}
