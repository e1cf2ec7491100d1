// Package snapshot is what is deployed in an environment: a snapshot of a project's files, compiled for the place where
// the environment is.
//
//	files ──Pack──▶ Snapshot ──Store──▶ Projects.Compile(place) ──▶ compilation, kept while it is in use
//
// A snapshot is named by its contents, so the same files are stored once and what was compiled from them never goes
// stale. It holds every file of the project, to the letter: whatever a later version of the compiler understands better
// is still there.
//
// The package does not decide what is deployed where.
package snapshot
