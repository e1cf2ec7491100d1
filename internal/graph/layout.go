package graph

import "cmp"

// LayoutOptions are the measures of a drawing. A measure that is not a positive number gets its default.
type LayoutOptions[K cmp.Ordered] struct {
	NodeWidth  float64 // 180
	NodeHeight float64 // 40
	LayerGap   float64 // 80, from the nodes of one layer to those of the next
	NodeGap    float64 // 20, between neighbors in a layer
	PartGap    float64 // twice NodeGap and never less than it, between parts of the graph that are not connected
	// Previous is an earlier drawing of nearly the same graph. Nodes that are in both keep their order from top to
	// bottom, except where an exchange of neighbors reduces crossings.
	Previous *Layout[K]
	// KeyOrder keeps the nodes of each layer in the order of their keys, however the edges cross.
	KeyOrder bool
}

// Layout is a layered drawing: every node has a layer, counted from 0 on the left, and a position in it. Edges run from
// left to right, except as many as it takes to draw a cycle.
type Layout[K cmp.Ordered] struct {
	Width, Height         float64
	NodeWidth, NodeHeight float64
	Nodes                 []NodePosition[K] // by key
	Routes                []Route[K]        // by From and then To
	Crossings             int               // number of crossings between layers; edges that share a line count once
	Sweeps                int               // number of ordering passes, for the part that took longest
}

// NodePosition is a node in a drawing. X and Y are its upper left corner.
type NodePosition[K cmp.Ordered] struct {
	Key   K
	Layer int
	X, Y  float64
	// Bends are the heights at which the line of the node passes the following layers on its way to nodes further
	// right.
	Bends []float64
}

// Route is the line of an edge, from From to To. Edges from a node to farther layers share a line as long as they
// overlap.
type Route[K cmp.Ordered] struct {
	From, To K
	Reversed bool // the line runs from right to left, or from a node to itself
	Points   []Point
}

// Point is a position in a drawing; y grows downwards.
type Point struct {
	X, Y float64
}

// Layout draws the graph. The same graph and options return the same drawing.
//
// It takes these steps: reverse edges until there is no cycle; assign a layer to every node; then, for each connected
// part of the graph, add bends where long edges pass layers, order every layer so that few lines cross, and find
// heights that keep lines straight. Finally the parts are stacked vertically.
func (g *Graph[K]) Layout(o LayoutOptions[K]) Layout[K] {
	s := drawing{
		dag: newDAG(g.Len(), g.forward()), measures: o.measures(), keyOrder: o.KeyOrder,
		top: make([]float64, g.Len()), bends: make([][]float64, g.Len()),
	}
	s.earlier = g.earlier(o.Previous, s.dag)
	s.draw()
	return Layout[K]{
		Width: s.width, Height: s.height, NodeWidth: s.nodeWidth, NodeHeight: s.nodeHeight,
		Crossings: s.crossings, Sweeps: s.sweeps,
		Nodes: g.nodePositions(&s), Routes: g.routes(&s),
	}
}

func (g *Graph[K]) nodePositions(s *drawing) []NodePosition[K] {
	nodes := make([]NodePosition[K], g.Len())
	for i, key := range g.keys {
		layer := int(s.dag.layer[i])
		nodes[i] = NodePosition[K]{Key: key, Layer: layer, X: s.left(layer), Y: s.top[i], Bends: s.bends[i]}
	}
	return nodes
}
