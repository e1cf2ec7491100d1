// Package worker describes the processes that execute runs: `millrace worker`, and the built-in worker of
// `millrace serve`.
//
// A worker registers itself in the state database with its labels and its capacity, and renews the registration while it
// lives. Nothing depends on the registration to execute a run: leases decide that. It shows operators which workers there
// are, and tells a waiting run that no live worker may claim it from one that only waits for its turn.
//
// A run needs a worker that has the label of its environment and the label of its connection, and, if the engine of the
// connection is embedded, the process that owns the data folder of the connection.
package worker
