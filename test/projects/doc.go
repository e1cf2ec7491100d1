// Package projects holds whole projects and the tests that compile them. Each folder beside this file is a project:
//
//   - warehouse uses everything that the format has, and is what it renders to on DuckDB;
//   - old is in the older form of the workspace file, and otherwise as small as a project can be;
//   - broken has one of each thing that can be wrong.
//
// What the compiler makes of them is in testdata, one file for each node. When a change is meant: go test
// ./test/projects -update, and look at the difference. The SQL of the warehouse is also run.
package projects
