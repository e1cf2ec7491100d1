// Package fault is the one error type that crosses packages: a kind from a closed set, a message that says what and
// which, and a hint that says what to do next.
//
// The kind decides everything that happens to an error later: its HTTP status, the exit code of a command, whether a
// retry makes sense. Those tables are at the edges, one each; nothing between looks at message texts.
//
// A message never holds a token, a credential or a value that could be one.
package fault
