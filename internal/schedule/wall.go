package schedule

import "time"

// wallOf returns the wall-clock time of a time zone at a moment, written as if it were UTC.
func wallOf(moment time.Time, zone *time.Location) time.Time {
	return moment.Add(offsetAt(moment, zone)).UTC()
}

func offsetAt(moment time.Time, zone *time.Location) time.Duration {
	_, seconds := moment.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// reached returns the first moment at which the wall clock shows a time or has passed it.
func reached(wall time.Time, zone *time.Location) time.Time {
	guess := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, zone)
	changes := changesAround(guess)
	if earliest, ok := shown(wall, zone, append(changes, guess)); ok {
		return earliest
	}
	for _, change := range changes {
		if before := change.Add(-time.Nanosecond); !change.Add(offsetAt(before, zone)).After(wall) && wallOf(change, zone).After(wall) {
			return change.UTC() // the gap is between the times before and after the change
		}
	}
	return guess.UTC()
}

// changesAround returns the clock changes of a time zone before and after a moment, if there are any.
func changesAround(moment time.Time) []time.Time {
	var changes []time.Time
	from, until := moment.ZoneBounds()
	for _, change := range []time.Time{from, until} {
		if !change.IsZero() {
			changes = append(changes, change)
		}
	}
	return changes
}

// shown returns the first moment at which the clock shows a time, with the offsets that are valid around some moments.
func shown(wall time.Time, zone *time.Location, around []time.Time) (earliest time.Time, found bool) {
	for _, moment := range around {
		for _, near := range []time.Time{moment.Add(-time.Nanosecond), moment} {
			at := wall.Add(-offsetAt(near, zone))
			if wallOf(at, zone).Equal(wall) && (!found || at.Before(earliest)) {
				earliest, found = at, true
			}
		}
	}
	return earliest, found
}
