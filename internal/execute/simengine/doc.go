// Package simengine is an engine that exists in memory, for tests of what happens when an engine, or the way to it, does
// not behave. A World is the engine itself; a Client is one process's connection to it. What goes wrong on the way is up to
// a Weather: requests that do not arrive, answers that get lost, commits that happen long after their client gave up.
//
// It is honest about what the contract of engines promises: transactions, sessions with labels, fencing, a key on the
// ledger that makes a second transaction wait for the first. It speaks no SQL beyond the statements about the ledger; what
// nodes do is said in a few words of its own, which are in statement.go.
//
// It is for tests only. What real engines do is tested with real engines.
package simengine
