package store

import "time"

// moment returns a time as it is stored: milliseconds since 1970, 0 for the zero time.
func moment(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// fromMoment returns the time of a stored moment, in UTC.
func fromMoment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
