// Package pgtest gives a test a PostgreSQL database of its own. It is for tests only.
//
// The server is the one that MILLRACE_TEST_POSTGRES names by URL; test/with-postgres starts a throw-away server and sets
// the variable. A test that asks for a database where there is no server is skipped and says so. Where
// MILLRACE_TEST_POSTGRES_REQUIRED is 1, as in continuous integration, it fails instead, so that half of the tests
// cannot go missing unnoticed.
//
// The package starts no server and makes no tables: a database arrives empty and is dropped when the test ends.
package pgtest
