// Package storetest is the conformance suite of the store: the same cases on every database that it runs on.
//
// Run takes a function that opens an empty database. Most cases share one and work in an organization of their own
// there, which is also how the store is used; a case that is about the whole database opens one for itself. The files
// are named by the nouns of the store and by the promises that reach across them: list, visible, guard, revision,
// numbering; and, for runs, claim, overlap, lease, finish, status, cancel, changes.
//
// What belongs to one database only (opening it, migrations, lost connections) is tested beside the store.
package storetest
