// Package telemetry is how the platform tells what it does: log lines and metrics.
//
// It promises three things. Every log line that is written with a request's context carries that request's id, so that
// one word finds everything a request did. Every metric lives on a registry that belongs to its Metrics value, so that
// two servers in one process (as in tests) do not add up. And the number of time series is bounded by the program,
// never by what a client sends: labels are operation ids and closed sets of words, not paths and not ids.
//
// It does not decide what is worth a line or a count, and it knows nothing of HTTP routes; the callers do.
package telemetry
