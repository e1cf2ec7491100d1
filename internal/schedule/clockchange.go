package schedule

import "time"

// ClockChange is a moment at which the clocks of a time zone are set forward or back.
type ClockChange struct {
	At            time.Time
	Before, After time.Duration // the difference to UTC
}

// nextClockChange returns the first change within a year. A zone may also change only its name; that is none.
func nextClockChange(after time.Time, zone *time.Location) *ClockChange {
	for at, last := after, after.AddDate(1, 0, 0); ; {
		_, change := at.In(zone).ZoneBounds()
		if change.IsZero() || change.After(last) {
			return nil
		}
		before, now := offsetAt(change.Add(-time.Nanosecond), zone), offsetAt(change, zone)
		if before != now {
			return &ClockChange{At: change.UTC(), Before: before, After: now}
		}
		at = change
	}
}
