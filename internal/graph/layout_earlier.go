package graph

import "math"

// earlier is where the nodes of a graph were, from top to bottom, in an earlier drawing of nearly the same graph.
type earlier struct {
	height []float64   // node → height; infinite when it was not there. Nothing at all without such a drawing.
	bends  [][]float64 // node → heights of its bends, if the node is in the same layer as it was
}

func (g *Graph[K]) earlier(previous *Layout[K], d dag) earlier {
	if previous == nil {
		return earlier{}
	}
	e := earlier{make([]float64, g.Len()), make([][]float64, g.Len())}
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

func (e earlier) knows(node int32) bool { return e.height != nil && !math.IsInf(e.height[node], 0) }

// knowsMost reports whether at least half of the nodes were there; else the earlier drawing is no help.
func (e earlier) knowsMost(nodes []int32) bool {
	known := 0
	for _, node := range nodes {
		if e.knows(node) {
			known++
		}
	}
	return known > 0 && 2*known >= len(nodes)
}

// highest returns the highest place that one of the nodes had.
func (e earlier) highest(nodes []int32) float64 {
	top := math.Inf(1)
	for _, node := range nodes {
		if e.knows(node) {
			top = min(top, e.height[node])
		}
	}
	return top
}

// heights reports where the vertices were, or would have been: a new node between its neighbors, a new bend on the way
// to the end of its line.
func (e earlier) heights(l *lattice, d dag) []float64 {
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

// guess returns the height of a node or, when it is new, the mean of those of its neighbors that are not.
func (e earlier) guess(node int32, d dag) float64 {
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

// complete lets a line of which the first heights are known go on straight to its goal.
func complete(line []float64, known int, begin, goal float64) {
	if known > 0 {
		begin = line[known-1]
	}
	step := (goal - begin) / float64(len(line)-known+1)
	for i := known; i < len(line); i++ {
		line[i] = begin + step*float64(i-known+1)
	}
}
