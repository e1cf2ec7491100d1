// Package audit contains the types and rules of the audit log: what an entry records, how secrets in it are masked, how
// entries are chained, and how a chain is verified.
//
// Each organization has one chain. An entry has a sequence number without gaps and a hash: an HMAC, under a key derived
// from the server's key, of the entry and of the hash before it. The head of the chain, its last number and hash, is sealed
// with the same key. So a program that can write to the database but does not have the key cannot change, remove, insert or reorder
// entries, nor cut off the newest ones, without a verification finding it.
//
// The package guarantees that a broken chain stays broken: Append never repairs a head whose seal is wrong.
//
// It does not detect that the whole database was replaced with an older copy of itself, unless the verification gets an
// anchor: a head that was recorded outside the database. It stores nothing; package store appends entries in the
// transaction of the write that they describe.
package audit
