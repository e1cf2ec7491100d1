// Package laketest provides a DuckLake to a test. It is for tests only.
//
// MILLRACE_TEST_DUCKLAKE_EXTENSIONS names a folder with DuckDB's extensions; test/with-ducklake downloads them and sets the
// variable. A test that needs a lake is skipped, with a message, if there are no extensions or no PostgreSQL server. If
// MILLRACE_TEST_DUCKLAKE_REQUIRED is 1, as in continuous integration, it fails instead.
package laketest
