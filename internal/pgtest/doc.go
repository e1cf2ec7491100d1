// Package pgtest provides a PostgreSQL database to a test. It is for tests only.
//
// MILLRACE_TEST_POSTGRES contains the URL of the server; test/with-postgres starts a temporary server and sets the
// variable. A test that needs a database is skipped, with a message, if there is no server. If
// MILLRACE_TEST_POSTGRES_REQUIRED is 1, as in continuous integration, it fails instead, so that no test is skipped
// unnoticed.
//
// The package starts no server. A database is dropped when its test ends; a template stays on the server.
package pgtest
