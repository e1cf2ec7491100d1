// Package authn turns what a request carries into an account.Actor: an e-mail address and a password at login, then a
// bearer token or a session cookie.
//
// Lookups are cached only while they are certain to be true: the store tells a revision number that every change of
// accounts moves before the change is acknowledged, and an entry is good for one value of it. Where the store has no
// such number (several servers on one PostgreSQL) nothing is cached and every request asks the database. So a revoked
// token is dead on the next request, on every server.
//
// Passwords are checked a few at a time, because each check takes memory; the rest wait in line.
package authn
