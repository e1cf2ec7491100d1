// Package authn authenticates requests. It resolves an e-mail address and a password at login, and then a bearer token
// or a session cookie, to an account.Actor.
//
// Lookups are cached only while they are certainly valid. The store has a revision number that every change of accounts
// increases before the change is acknowledged, and an entry is valid for one revision. If the store has no such number
// (several servers with one PostgreSQL), nothing is cached and every request queries the database. So a revoked token
// is rejected on the next request, on every server.
//
// Only a few passwords are checked at a time, because each check takes memory. The other checks wait in a queue, where
// clients whose network has sent few wrong passwords come first. Wrong passwords are limited per client network, per account
// and network, and per account, before a password is hashed (docs/decisions/0019-sign-in-limits.md).
package authn
