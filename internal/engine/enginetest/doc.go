// Package enginetest is the conformance suite of the engines: the same cases on every engine that there is.
//
// Run takes a Subject, which says how to open the engine. Cases run side by side, each in a schema of its own; most share
// one open engine, which is also how engines are used, and those that are about closing or about two processes open their
// own. The files are named by what a case is about: count, value, catalog, transaction, cancel, fence and so on.
//
// The suite promises to close every engine and session that it opened. It does not look for goroutines that an engine
// leaves behind, because other tests run at the same time; the tests of an engine do that when all of them are over.
//
// What only one engine has (files, passwords, extensions) is tested beside that engine.
package enginetest
