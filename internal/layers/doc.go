// Package layers contains no code, only a test that checks the structure of the module. The table in table_test.go
// assigns every package to a layer, and the test enforces these rules:
//
//   - a package imports only packages of a lower layer;
//   - support packages, which exist for tests, are imported by tests and by each other only;
//   - every package is in the table and every row of the table is a package;
//   - every package has a doc comment;
//   - there is no init function outside generated files;
//   - no chain of imports is longer than ten packages.
//
// Test files may import any package. Packages of other modules are not checked.
package layers
