// Package schedules lets thousands of schedules be due at the same time, on two servers with one PostgreSQL database.
// It checks that each schedule fires once and starts one run.
//
// A test run has 1,000 schedules. `make schedule-load N=10000` has as many as an organization can have. The test logs
// how late runs started. A smaller test kills servers with SIGKILL while schedules are due.
package schedules
