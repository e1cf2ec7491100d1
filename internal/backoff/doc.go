// Package backoff waits between attempts.
//
// It promises that a wait ends as soon as its context does. How long to wait, and how often to try, is up to the caller.
package backoff
