package webhook

import "time"

// Patience is how long a delivery is tried, from the event or from its replay.
const Patience = 24 * time.Hour

// LongestWait is the longest time between two attempts.
const LongestWait = 4 * time.Hour

// Backoff is how long to wait after so many failed attempts. It grows from seconds, for a receiver that restarts, to hours,
// for one that somebody has to mend.
func Backoff(failed int) time.Duration {
	waits := []time.Duration{
		5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, LongestWait,
	}
	return waits[min(max(failed, 1), len(waits))-1]
}
