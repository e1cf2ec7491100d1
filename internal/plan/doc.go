// Package plan turns a compiled project into what a run will do: a frozen list of nodes, in an order in which they can be
// worked on, each with the very statements that will be sent.
//
//	compilation + selection ──▶ Refresh ──▶ Plan ──Encode──▶ stored with the run
//
// A Plan is a value. What was looked at is what runs: nothing is rendered after a plan was made. Encode and Decode keep it
// small enough to be stored with its run.
//
// The package reads no clock, opens no connection and stores nothing.
package plan
