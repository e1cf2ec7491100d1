package graph

import "math"

// earlierPositions has the vertical positions of the nodes in an earlier drawing of nearly the same graph.
type earlierPositions struct {
	height []float64   // node → height; infinite for a new node. Nil without an earlier drawing.
	bends  [][]float64 // node → heights of its bends, if the node is in the same layer as it was
}

func (g *Graph[K]) earlier(previous *Layout[K], d dag) earlierPositions {
	if previous == nil {
		return earlierPositions{}
	}
	e := earlierPositions{make([]float64, g.Len()), make([][]float64, g.Len())}
	for i := range e.height {
		e.height[i] = math.Inf(1)
	}
	for _, node := range previous.Nodes {
		i, ok := g.index[node.Key]
		if !ok || math.IsNaN(node.Y+previous.NodeHeight) {
			continue
		}
		e.height[i] = node.Y + previous.NodeHeight/2
		if node.Layer == int(d.layer[i]) {
			e.bends[i] = node.Bends
		}
	}
	return e
}

func (e earlierPositions) knows(node int32) bool {
	return e.height != nil && !math.IsInf(e.height[node], 0)
}

// knowsMost reports whether at least half of the nodes have an earlier position; otherwise the earlier drawing is not
// used.
func (e earlierPositions) knowsMost(nodes []int32) bool {
	known := 0
	for _, node := range nodes {
		if e.knows(node) {
			known++
		}
	}
	return known > 0 && 2*known >= len(nodes)
}

// highest returns the highest earlier position of the nodes.
func (e earlierPositions) highest(nodes []int32) float64 {
	top := math.Inf(1)
	for _, node := range nodes {
		if e.knows(node) {
			top = min(top, e.height[node])
		}
	}
	return top
}

// heights returns the earlier heights of the vertices, or estimates: for a new node between its neighbors, for a new
// bend on the line to its end.
func (e earlierPositions) heights(l *lattice, d dag) []float64 {
	height := make([]float64, len(l.layer))
	for v, node := range l.nodes {
		height[v] = e.guess(node, d)
	}
	for v, node := range l.nodes {
		if line := height[l.bends[v]:l.bends[v+1]]; len(line) > 0 {
			goal := meanHeight(height, l.down.of(int(l.bends[v+1])-1))
			known := copy(line, e.bends[node])
			complete(line, known, height[v], goal)
		}
	}
	return height
}

// guess returns the earlier height of a node. For a new node it returns the mean height of its known neighbors.
func (e earlierPositions) guess(node int32, d dag) float64 {
	if e.knows(node) {
		return e.height[node]
	}
	var known []int32
	for _, near := range [...][]int32{d.up.of(int(node)), d.down.of(int(node))} {
		for _, other := range near {
			if e.knows(other) {
				known = append(known, other)
			}
		}
	}
	if len(known) == 0 {
		return math.Inf(1)
	}
	return meanHeight(e.height, known)
}

func meanHeight(height []float64, vertices []int32) float64 {
	sum := 0.0
	for _, v := range vertices {
		sum += height[v]
	}
	return sum / float64(len(vertices))
}

// complete extends a line whose first heights are known straight to its goal.
func complete(line []float64, known int, begin, goal float64) {
	if known > 0 {
		begin = line[known-1]
	}
	step := (goal - begin) / float64(len(line)-known+1)
	for i := known; i < len(line); i++ {
		line[i] = begin + step*float64(i-known+1)
	}
}
