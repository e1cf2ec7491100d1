// Package review prints a deploy plan for the person who approves it.
//
// The most important parts come first: errors that block the plan, warnings, drift, deleted rows and columns with row
// counts, the number of changes, and then every node with its columns, the reason for its category and its readers;
// with Options.SQL also every statement.
//
// The package omits nothing of this, however long it gets. It replaces control characters, so that names and statements
// of other people cannot move the cursor or change colors. It prints what the server sends and makes no decisions.
package review
