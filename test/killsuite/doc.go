// Package killsuite ends servers in the middle of runs, over and over, and looks at what is left.
//
// Two stands are played: one server with SQLite and DuckDB, and two servers with PostgreSQL for state and data. Servers are
// real processes; they die by SIGKILL at random moments, and some stand still (SIGSTOP) for longer than a lease. What must
// hold is in book_test.go: no run that was acknowledged is lost or stuck, no node has its effect twice, and nobody who
// looks at a table meanwhile sees it empty or mixed.
//
// 60 kills are a test. `make kill-suite N=1000` does more. How long runs stood still is printed.
package killsuite
