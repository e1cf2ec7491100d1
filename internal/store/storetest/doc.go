// Package storetest is the conformance suite of the store: it runs the same cases on every database.
//
// Run takes a function that opens an empty database. Most cases share one and use an organization of their own there,
// as the store is used in production; a case about the whole database opens its own. The files are named after the
// nouns of the store and the guarantees across them: list, visible, guard, revision, numbering; and, for runs, claim,
// overlap, lease, finish, status, cancel, changes.
//
// What belongs to one database only (opening it, migrations, lost connections) and the consequences of a run's end are
// tested in package store.
package storetest
