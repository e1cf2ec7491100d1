// Package crash ends servers in the middle of runs, over and over, and looks at what is left.
//
// Two stands are played: one server with SQLite and DuckDB, and two servers with PostgreSQL for state and data. Servers are
// real processes; they die by SIGKILL at random moments, and some stand still (SIGSTOP) for longer than a lease.
//
// Refreshes (suite_test.go): what must hold is in book_test.go: no run that was acknowledged is lost or stuck, no node has its
// effect twice, and no reader sees a table empty or mixed meanwhile.
//
// Deploys (deploysuite_test.go): a project is edited at random and deployed, and the server that deploys it is killed before the last step
// is done. Then everything is looked at from outside (deployend_test.go): the run ends, the environment says how, a record of
// a node that is not what the engine has is reported as drift, no object is there that no record knows, and tables have the
// rows that they had. Deploys that fail, are canceled, or meet another one, are in deployfault_test.go.
//
// 60 kills of runs and 50 of deploys are a test. `make kill-suite N=1000` does more. How long runs stood still is printed,
// and where deploys were when they lost their server.
package crash
