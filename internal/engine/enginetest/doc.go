// Package enginetest is the conformance suite of the engines: the same cases on every engine.
//
// Run takes a Subject, which opens the engine. Cases run in parallel, each in its own schema. Most share one open engine, as
// in production; cases about closing or about two processes open their own. Each file has the cases of one topic: count,
// value, catalog, transaction, cancel, fence and so on.
//
// The suite promises to close every engine and session that it opens. It does not check for leaked goroutines, because other
// tests run at the same time; the tests of an engine check that at their end.
//
// Features of one engine (files, passwords, extensions) are tested in its package.
package enginetest
