// Package localrun runs a project on the embedded engine, in this process, with no server and no state but the data itself.
//
//	Open ──▶ Warehouse ──Prepare──▶ Work ──Run──▶ Outcome
//	          the data folder        what will be made, filled and left alone
//
// A node whose object is missing is made before it is filled, in the same transaction. What was made is remembered in the
// database itself, beside the tables, in the transaction that made it.
//
// The package promises that no table loses its rows unless it was asked for: a table that would have to be made anew,
// because its node now has other columns, fails with the words that say how to ask. A view holds no rows and is made anew
// each time. Objects of nodes that are gone stay.
//
// One process works on a data folder at a time; the engine refuses a second one.
//
// It compiles nothing and prints nothing. What it does is for a person at work on a project: no leases, no resuming.
package localrun
