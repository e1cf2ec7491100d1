// Package store stores the state of the control plane in SQLite or PostgreSQL: one schema, one set of queries.
// dialect.go contains what differs between the two.
//
// One file per noun has a type that implements the store interface of that noun's package. An exported method opens the
// transaction; its unexported twin takes it as an argument, so that operations compose into larger ones. Every write
// goes through DB.write, or DB.writeUser when it changes a user. Both check in the same transaction that the actor's
// credential is still valid, so that a token that is revoked during its request changes nothing. Leases belong to the
// server itself: the lease guards their writes instead of a credential.
//
// Every end of a run goes through the list of consequences in runend.go.
//
// Guarantees: an acknowledged write survives a kill of the process (SQLite syncs its log at each commit). Ids are never
// reused. A reference into another organization cannot be stored. Errors are faults.
package store
