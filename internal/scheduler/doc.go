// Package scheduler fires schedules: it finds due schedules and starts their runs.
//
//	tick ──▶ claim due schedules ──▶ claim ready firings ──▶ refresh.StartAll ──▶ the run is stored
//	           one transaction for many:   under a lease                  the same transaction
//	           firings, next due times                                    marks the firing as started
//
// What it promises, with any number of servers on one database:
//
//   - A due time fires once. The key of a firing is its schedule and its due time, and the transaction that stores the firing
//     also sets the next due time of the schedule.
//   - A firing starts one run for each of its attempts. The transaction that stores the run updates the firing, and stores
//     nothing if another server was faster.
//   - A firing is not lost. If a server claims it and crashes before starting it, another server claims it when the lease
//     expires. A failed start is retried, or fails with the reason, and the schedule continues.
//   - The database's clock decides; the clocks of servers do not matter. If that clock jumps back, due times that have fired do
//     not fire again. If it jumps ahead, the due times in between are missed, as after an outage of all servers.
//
// Runs are started with the permissions of the schedule's owner. The transaction that stores a run checks them. If the owner
// is not active or may not run the environment, the firing fails and the schedule is paused with the reason.
//
// The store records what follows the end of a run (a retry, the next queued firing, triggered schedules) in the
// transaction of that end. Package schedule decides when a schedule is due.
package scheduler
