// Package trinotest provides the address of a Trino server to a test. It is for tests only.
//
// MILLRACE_TEST_TRINO contains the URL of the server with user and catalog; test/with-trino starts a temporary server and
// sets the variable. A test that needs a server is skipped, with a message, if there is none. If
// MILLRACE_TEST_TRINO_REQUIRED is 1, it fails instead.
//
// The package starts no server, and connects to none.
package trinotest
