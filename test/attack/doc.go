// Package attack attacks a whole server over its HTTP API, as a user of another organization or one with few rights would.
// Each file has the tests of one threat; docs/security.md lists the threats with what stops them. The tests run on SQLite
// and on PostgreSQL.
package attack
