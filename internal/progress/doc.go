// Package progress shows people how a run is going, wherever it runs.
//
//	Source ──Snapshot──▶ Watch ──▶ Display: Live in a terminal, Lines elsewhere
//	                       └─ the last one ──▶ Report, as JSON
//
// A Snapshot is a run at one moment. A Source gives one after another: Tracker gives those of a run in this process, and a
// command that asks a server has a source of its own. A Display never learns where they come from.
//
// The package promises that what comes from an engine or a project cannot do anything to a terminal: control characters
// are taken out before a text is shown. No line of a frame is wider than the terminal, whatever script it is written in.
//
// It starts nothing, cancels nothing and reads no clock: the time is part of the snapshot.
package progress
