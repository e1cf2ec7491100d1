// Package graph implements a directed graph of named nodes: dependencies, topological order, cycles, and layout.
//
// A Graph is immutable, so any number of goroutines may read it. All results are in a documented order that depends on
// the keys alone: the same nodes and edges, in any order, return the same results. Nothing recurses by the number of
// nodes; a chain of 100,000 nodes works like any other graph. Cycles are valid input: Cycles returns them, Order omits
// their nodes, and Layout draws them.
//
// Layout is a layered drawing, upstream on the left. It takes a bounded number of steps, and a small edit of the graph
// causes a small change of the drawing.
//
// The package does not know what a node represents. It has no weights, no attributes and no shortest paths.
package graph
