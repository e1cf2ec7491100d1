// Package run is the executions of transformations: a run with its plan, the results of its nodes, how both may change,
// and the service that starts, repeats, cancels and shows them.
//
// A run is accepted when its row, with its frozen plan, is committed. From then on it ends: in this process, or in another
// one that takes it over. Who carries it out is in packages runner and execute; here is what is true about it.
//
// The machine of runs and of nodes is in status.go, and nowhere else.
package run
