// Package engine is the contract with the engines that hold the data: what a connection is, and what a driver of a
// kind of engine can do with it.
//
// A driver is a plain value, made by the constructor of its own package; Drivers holds the ones that a process has.
// A driver checks the form of a connection and tests it.
//
// The package promises that no fault of a driver holds a secret, and that a connection prints without its secret.
//
// It opens no connections itself, imports no driver and stores nothing. Engines know SQL and connections, never
// projects or runs.
package engine
