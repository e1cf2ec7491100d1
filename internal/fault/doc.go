// Package fault is the only error type that crosses packages: a kind from a closed set, a message that says what failed
// and on which object, and a hint with the next step.
//
// The kind determines everything that happens to an error later: its HTTP status, the exit code of a command, whether a
// retry makes sense. Those tables are at the edges, one each. No code between them reads message texts.
//
// A message never contains a token, a credential or a value that could be one.
package fault
