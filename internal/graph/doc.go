// Package graph is a directed graph of named nodes: what is upstream of what, in which order to work through it, where
// it turns in circles, and how to draw it.
//
// A Graph is built once and never changes, so any number of goroutines may read it. Every answer is in a stated order
// that follows from the keys alone: the same nodes and edges, given in any order, give the same answers. Nothing
// recurses by the number of nodes; a chain of 100,000 nodes is as good as any other graph. Cycles are legal input:
// Cycles names them, Order leaves the nodes on them out, and Layout draws them.
//
// Layout is a layered drawing, upstream on the left. It takes a bounded number of steps, and a small edit of the graph
// gives a small change of the picture.
//
// The package knows nothing of what a node stands for. It has no weights, no attributes and no shortest paths.
package graph
