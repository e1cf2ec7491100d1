// Package runner claims runs and executes them under leases, so that an accepted run ends whatever happens to the
// process that executes it.
//
//	loop: claim ──▶ confirm preconditions ──▶ fence ──▶ prepare ──▶ execute ──▶ finish
//	         │                                                         │
//	         └── heartbeat: renew, receive cancels, stop before the lease expires
//
// What it promises:
//
//   - One live owner. One worker owns a run, under a lease of nine seconds that it renews every three. The epoch grows with
//     every claim. The store rejects writes of an older epoch, and the engine ends the sessions of earlier epochs before a
//     new owner starts. A worker stops itself before its lease can have expired.
//   - A worker that was suspended or disconnected does no harm. It measures its lease from before the request for it, with a
//     timer and with the wall clock, and stops when either says that the lease may have expired. The store and the engine
//     reject its later writes.
//   - Results are not lost. The recorder writes them in groups, many nodes in one transaction, some tens of milliseconds
//     after they happened. A run ends only after all of them are written. A crash between publication and write loses
//     nothing, because the engine recorded the publication in the same transaction.
//   - A run that builds only changed nodes selects them once. The selection is stored before the first statement, and a new
//     owner keeps it.
//   - A cancel is confirmed. A run becomes canceled when the engine has stopped its statements.
//   - Every run ends. A run that cannot start, because of a missing connection or an internal error, fails with the reason. A
//     process releases a run that it leaves unfinished, or another one takes it over when the lease expires.
//
// The simulation in simulation_test.go tests this with thousands of scenarios in which processes die and pause,
// requests and answers get lost, commits arrive late and clocks jump. sabotage_test.go shows that it detects missing
// safeguards.
//
// The package does not decide about order, tests or publications; that is package execute. It contains no SQL of the
// state database.
package runner
