// Package progress shows the progress of a run, on a server or in this process.
//
//	Source ──Snapshot──▶ Watch ──▶ Display: Live in a terminal, Lines elsewhere
//	                       └─ the last one ──▶ Report, as JSON
//
// A Snapshot is the state of a run at one moment. A Source returns one after another: Tracker for a run in this
// process, and the command line has a source for a run on a server. A Display does not depend on the source.
//
// The package removes control characters before it shows a text, so that an engine or a project cannot control the
// terminal. No line of a frame is wider than the terminal, in any script.
//
// The package starts nothing, cancels nothing and reads no clock: the time is part of the snapshot.
package progress
