package webhook

import "time"

// RetryFor is how long a delivery is retried, counted from the event or from its replay.
const RetryFor = 24 * time.Hour

// MaxBackoff is the longest wait between two attempts.
const MaxBackoff = 4 * time.Hour

// Backoff returns the wait after a number of failed attempts. It grows from seconds, for a receiver that restarts, to hours,
// for one that needs a repair.
func Backoff(failed int) time.Duration {
	waits := []time.Duration{
		5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, MaxBackoff,
	}
	return waits[min(max(failed, 1), len(waits))-1]
}
