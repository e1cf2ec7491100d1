// Package retention removes what is no longer needed from the state database, while the platform runs: plans that nobody
// deployed in their time, the states of plans whose deploys are over for good, and snapshots of projects that nothing
// refers to.
//
//	every hour ──▶ old plans ──▶ spent states ──▶ snapshots that are free now
//
// What can still be deployed in its time, resumed or rolled back to stays; the stores decide that. Every server sweeps, and
// several at once do each other no harm. A round removes a bounded number of things; when there are more, the next one
// comes soon.
//
// The package does not remove runs, which are kept for ever, nor what belongs to webhooks and schedules: those who work on
// them do.
package retention
