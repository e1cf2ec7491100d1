// Package localrun runs a project on the embedded engine, in this process, without a server. Its only state is
// the data folder.
//
//	Open ──▶ DataFolder ──Prepare──▶ PreparedRun ──Run──▶ Outcome
//	         the database files      the plan: objects to create, load and leave unchanged
//
// A run creates a missing object before it loads it, in the same transaction. That transaction also stores a record of the
// object in the same database, with what it was built from. A run with OnlyChanged compares these records and leaves unchanged
// nodes as they are, by the rules of package refresh; for such a node it asks the engine nothing.
//
// The package promises that no table loses its rows without a request. If the columns of a node change, its table would
// have to be recreated; the node fails instead, with a hint that names --recreate. A view has no rows and is recreated by
// every run that does not skip it. Objects of deleted nodes stay.
//
// OpenExisting opens the folder of earlier runs, and NodeRows and Query read rows from it.
//
// One process at a time uses a data folder; the engine rejects a second one.
//
// The package does not compile and does not print. It serves a developer's own runs: there are no leases and no resume.
package localrun
