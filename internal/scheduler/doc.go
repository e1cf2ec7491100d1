// Package scheduler fires schedules: it sees that one is due, and starts a run for it.
//
//	look ──▶ take schedules that are due ──▶ take firings that are ready ──▶ dispatch.Start ──▶ the run is stored
//	           one transaction for many:       under a lease                    in its transaction the firing
//	           firings, next due times                                          becomes started
//
// What it promises, with any number of servers on one database:
//
//   - A due time fires once. The key of a firing is its schedule and its due time, and the schedule moves on to its next due
//     time in the transaction that stores the firing.
//   - A firing starts one run for each of its attempts. The transaction that stores the run moves the firing on, and stores
//     nothing when another was faster.
//   - A firing is not lost. One that a server took and did not start, because it died, is taken by another when its lease
//     has ended. What cannot be started is tried again, or fails with the reason, and the schedule goes on.
//   - What time it is, is for the database to say; the clocks of servers do not matter. When that clock jumps back, due times
//     that have fired do not fire again; when it jumps ahead, those in between are missed, as after a pause of all servers.
//
// Runs are started for the organization and not for a person: a schedule goes on when whoever made it is gone.
//
// What follows the end of a run (a retry, the next in the queue, schedules that wait for it) is stored with that end, by
// the store. When something is due is for package schedule to say.
package scheduler
