// Package schedule is what is true about schedules: when one is due, what becomes of a firing, and the service that keeps
// them.
//
// A schedule runs a deployed job, or whatever its selectors mean, in one environment. What sets it off is a cron expression
// in a time zone, or a run of a job or of another schedule that completed.
//
// Daylight saving. A cron expression names times on the clock on the wall of its time zone.
//
//   - When it names hours (0 2 * * *, 0 */6 * * *, */5 9-17 * * *), it fires the first time that the clock reaches or
//     passes such a time. A time that the clock skips fires at the first moment after the gap, together with others in the
//     same gap; a time that the clock shows twice fires once, the first time.
//   - When it runs in every hour (*/15 * * * *, 30 * * * *), it fires whenever the clock shows such a time. The steps stay
//     even: a skipped hour is not made up for, and an hour that comes twice is worked in twice.
//
// Days. When both the day of the month and the day of the week are given, either is enough; * and ? mean that a field does
// not care.
//
// A firing is one due time of one schedule, and is unique by both. How it goes is in firing.go; whether a due time that
// nobody saw in time still fires is in turn.go. The package reads no clock: moments are given to it.
//
// A schedule can name webhooks that are told how its firings end. The store writes the message with the end.
//
// It starts nothing by itself. Package scheduler does, and the store makes sure that each firing starts once.
package schedule
