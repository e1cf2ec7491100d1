// Package run defines runs: a run with its plan, the results of its nodes, the states of both, the lease to work on a
// run, and what the store keeps about all that.
//
// A run is accepted when its row is committed together with its frozen plan. From then on it reaches an end: in this
// process, or in another one that takes it over. Package refresh starts runs, packages runner and execute process them.
//
// The state machines of runs and nodes are in status.go, and nowhere else.
package run
