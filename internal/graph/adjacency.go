package graph

import (
	"cmp"
	"slices"
)

// arc is an edge between positions.
type arc struct {
	from, to int32
}

func (a arc) compare(b arc) int {
	return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
}

// adjacency contains the neighbors of every node on one side, consecutively in one slice: two allocations for a graph
// of any size.
type adjacency struct {
	start []int32 // one more than there are nodes
	to    []int32
}

func (a adjacency) of(i int) []int32 { return a.to[a.start[i]:a.start[i+1]] }

func (a adjacency) has(i, j int) bool {
	_, found := slices.BinarySearch(a.of(i), narrow(j))
	return found
}

// pack builds both sides of n nodes. The arcs must be sorted; then the neighbors are sorted, too, on both sides.
func pack(n int, arcs []arc) (down, up adjacency) {
	down = spread(n, len(arcs), func(i int) (int32, int32) { return arcs[i].from, arcs[i].to })
	up = spread(n, len(arcs), func(i int) (int32, int32) { return arcs[i].to, arcs[i].from })
	return down, up
}

// spread is a stable counting sort of pairs by owner.
func spread(n, pairs int, pair func(i int) (owner, neighbor int32)) adjacency {
	a := adjacency{start: make([]int32, n+1), to: make([]int32, pairs)}
	for i := range pairs {
		owner, _ := pair(i)
		a.start[owner+1]++
	}
	for i := range n {
		a.start[i+1] += a.start[i]
	}
	next := make([]int32, n)
	copy(next, a.start)
	for i := range pairs {
		owner, neighbor := pair(i)
		a.to[next[owner]] = neighbor
		next[owner]++
	}
	return a
}

// narrow converts a count of things in memory to a position.
func narrow(i int) int32 {
	return int32(i) //nolint:gosec // two thousand million nodes do not fit into memory
}
