// Package store keeps the state of the control plane in SQLite or PostgreSQL: one schema, one set of queries. What
// differs between the two is in dialect.go.
//
// One file per noun holds a type that implements the store interface of that noun's package. An exported method opens
// the transaction; its unexported twin takes it, so that operations compose into larger ones. Every write goes through
// DB.write, or DB.writeUser when it is about a user; both check that the actor's credential is still alive, in the same
// transaction: a token that was revoked while its request was on the way changes nothing. Leases are the server's own:
// what they write is guarded by the lease instead.
//
// Promises: a write that was acknowledged survives a kill of the process (SQLite syncs its log at each commit). Ids are
// never given twice. A reference into another organization cannot be stored. Errors are faults.
package store
