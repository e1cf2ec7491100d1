// Package schedule defines schedules: when a schedule is due, the states of a firing, and the service that manages
// schedules.
//
// A schedule runs a deployed job, or the nodes that its selectors match, in one environment. Its trigger is a cron
// expression in a time zone, or a completed run of a job or of another schedule.
//
// Daylight saving. A cron expression names wall-clock times of its time zone.
//
//   - If it names hours (0 2 * * *, 0 */6 * * *, */5 9-17 * * *), it fires when the clock first reaches or passes such a
//     time. A time that the clock skips fires at the first moment after the gap, together with others in the same gap. A time
//     that the clock shows twice fires once, the first time.
//   - If it matches every hour (*/15 * * * *, 30 * * * *), it fires whenever the clock shows such a time. The steps stay even:
//     a skipped hour is not made up for, and a repeated hour fires twice.
//
// Days. If both the day of the month and the day of the week are restricted, one match is enough; * and ? match every
// day.
//
// A firing is one due time of one schedule, and is unique by both. Its states are in firing.go; due.go decides whether
// a due time that no server handled in time still fires. The package reads no clock: callers pass the time.
//
// A schedule can name webhooks that are notified of the ends of its firings. The store writes the messages in the
// transaction of the end.
//
// The package starts no runs. Package scheduler does, and the store ensures that each firing starts once.
package schedule
