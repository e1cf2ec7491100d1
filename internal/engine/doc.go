// Package engine is the contract with the engines that hold the data: what a connection is, what a driver of a kind of
// engine can do with it, and how SQL is sent to it.
//
//	Driver ──Open──▶ Engine ──Session──▶ Session: Begin, Exec, Query, Commit
//	                   └─ Prepare, Describe, Catalog, Fence
//
// A driver is a plain value, made by the constructor of its own package; Drivers holds the ones that a process has. An
// Engine is an open connection that many share; Pool keeps one for every connection in use. A Session belongs to one
// goroutine.
//
// The package promises that no fault of a driver holds a secret, and that a connection prints without its secret. What
// every engine promises is written at the methods, and enginetest holds each engine to it.
//
// It imports no driver and stores nothing. Engines know SQL and connections, never projects or runs.
package engine
