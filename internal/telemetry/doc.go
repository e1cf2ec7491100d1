// Package telemetry writes log lines and metrics.
//
// It guarantees three things. Every log line that is written with a request's context contains that request's id, so
// that one search finds everything that a request did. Every metric belongs to the registry of its Metrics value, so
// that two servers in one process (as in tests) do not add up. And the program bounds the number of time series, never
// the clients: labels are operation ids and closed sets of words, not paths and not ids.
//
// The callers decide what to log and to count. The package does not know HTTP routes.
package telemetry
