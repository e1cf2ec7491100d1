// Package projects contains whole projects and the tests that compile them. Each folder next to this file is a project:
//
//   - warehouse uses everything in the format, and runs on DuckDB;
//   - old has the older form of the workspace file, and is otherwise minimal;
//   - elsewhere has the forms of projects that other tools wrote, and first has the first form of data.yml;
//   - broken has one example of each error.
//
// The results of the compiler are in testdata, one file for each node. After an intended change, run go test
// ./test/projects -update, and review the difference. The SQL of the warehouse is also executed.
package projects
