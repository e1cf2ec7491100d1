// Package crash kills servers during runs, many times, and checks the data afterwards.
//
// It uses two fixtures: one server with SQLite and DuckDB, and two servers with PostgreSQL for state and data. Servers
// are real processes. SIGKILL ends them at random times, and SIGSTOP pauses some of them for longer than a lease.
//
// Refreshes (suite_test.go) must satisfy acknowledged_test.go: no acknowledged run is lost or stuck, no node has its
// effect twice, and no reader sees an empty table or a mix of two runs.
//
// Deployments (deploysuite_test.go): the test edits a project at random, deploys it and kills the server that deploys
// it before the last step is done. Then it checks the result without the server's help (deploycheck_test.go). The run
// ends, and the environment has the matching status. A record that differs from the catalog is reported as drift. Every
// object has a record, and tables have the rows that they had. Deployments that fail, are canceled or conflict with
// another one are in deployfailure_test.go.
//
// Workers in processes of their own (worker_test.go): a server without a worker, labels, a killed worker and one that drains.
//
// A test run has 60 kills during refreshes and 50 during deployments. `make kill-suite N=1000` has more. The tests log
// how long takeovers took, and at which points deployments lost their server.
package crash
