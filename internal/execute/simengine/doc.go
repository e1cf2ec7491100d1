// Package simengine is an in-memory engine that injects faults, for tests of unreliable engines and connections. A
// Server is the engine itself; a Client is one process's connection to it. A FaultInjector decides what goes wrong on
// the way: requests that do not arrive, answers that get lost, commits that happen long after their client gave up.
//
// It keeps what the contract of engines promises: transactions, sessions with labels, fencing, and a key on the ledger
// that makes a second transaction wait for the first. It supports no SQL except the statements of the ledger; the
// statements of nodes are a few commands, which statement.go lists.
//
// It is for tests only. Tests of real engines use real engines.
package simengine
