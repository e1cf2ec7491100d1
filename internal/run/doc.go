// Package run is what is true about runs: a run with its plan, the results of its nodes, how both may change, who may work
// on it, and what is kept about all that.
//
// A run is accepted when its row, with its frozen plan, is committed. From then on it ends: in this process, or in another
// one that takes it over. Package dispatch asks for runs, packages runner and execute carry them out.
//
// The machine of runs and of nodes is in status.go, and nowhere else.
package run
