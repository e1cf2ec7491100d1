// Package planner makes the plan of a refresh from a compiled project: which nodes, in which order, with which statements.
//
//	compilation + selectors ──▶ choose ──▶ order ──▶ freeze ──▶ plan.Plan
//
// A request that cannot be planned (an invalid selector, a node with errors, a cycle) is Invalid, with the cause and the node.
// A plan has exactly the statements that the compiler rendered; this package renders nothing.
//
// The package reads no clock, opens no connection and stores nothing.
package planner
