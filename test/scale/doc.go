// Package scale plays a day of a large deployment in minutes, and measures what one process needs in memory.
//
// The day (day_test.go) uses the real scheduler, planner, store on PostgreSQL and runner. Only the engine is not real: it waits and does
// nothing. The clock of the schedules and of the store runs faster; leases use the real clock of the database. Every schedule is
// due once: half of them at full hours, the others at any time. At the end no firing and no run is lost, late, claimed twice or incomplete,
// and the test logs how late runs were, how long they waited for a worker, and how tables and the times of queries grew.
//
// MILLRACE_TEST_SCALE is the size: 1 is 1,000 organizations, 100,000 schedules, 1,000,000 deployed nodes and 20 workers. The ordinary tests
// play a small one in seconds. MILLRACE_TEST_DAY is the real time of the day, such as 30m.
//
// docs/scale.md has the results and what follows from them.
package scale
