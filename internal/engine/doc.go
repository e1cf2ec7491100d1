// Package engine is the contract with the engines that store the data: what a connection is, what the driver of an
// engine kind does with it, and how SQL is sent to it.
//
//	Driver ──Open──▶ Engine ──Session──▶ Session: Begin, Exec, Query, Commit
//	                   └─ Prepare, Describe, Catalog, Fence
//
// A driver is a plain value from the constructor of its package; Drivers contains the drivers of a process. An Engine
// is an open connection that many callers share; Pool keeps one for every connection in use. A Session belongs to one
// goroutine.
//
// The package promises that no fault of a driver contains a secret, and that a connection prints without its secret.
// The methods document what every engine promises, and enginetest checks it.
//
// It imports no driver and stores nothing. Engines know SQL and connections, never projects or runs.
package engine
