// Package layers holds no code, only a test: that the packages of this module keep the shape that makes them easy to
// read. The table in table_test.go gives every package a layer, and the test holds what is there against it:
//
//   - a package imports only packages of a lower layer, so imports never form a circle, not even in thought;
//   - support packages, which exist for tests, are imported by tests and by each other only;
//   - every package is in the table and every row of the table is a package;
//   - every package says in a doc comment what it is for;
//   - there is no init function outside generated files;
//   - no chain of imports is longer than ten packages.
//
// Test files may import any package. Modules of others are not looked at.
package layers
