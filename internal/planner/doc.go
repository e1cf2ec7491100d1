// Package planner turns a compiled project into a plan: which nodes, in which order, with which statements.
//
//	compilation + selectors ──▶ choose ──▶ order ──▶ freeze ──▶ plan.Plan
//
// What was asked for and cannot be done (a selector that does not parse, a node with faults, nodes that need each other)
// is Invalid and says what and where. A plan holds the very statements that the compiler rendered; nothing is rendered
// here.
//
// The package reads no clock, opens no connection and stores nothing.
package planner
