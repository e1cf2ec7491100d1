// Package schedules lets very many schedules be due at one moment, on two servers with one PostgreSQL, and looks at what
// came of it: each must have fired once, and started one run.
//
// 1,000 schedules are a test; `make schedule-load N=10000` has as many as an organization can have. How late runs were
// started is printed. A smaller test ends servers with SIGKILL while schedules are due.
package schedules
