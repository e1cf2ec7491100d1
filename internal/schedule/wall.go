package schedule

import "time"

// wallOf is what the clock on the wall of a place shows at a moment, written as if it were UTC.
func wallOf(moment time.Time, place *time.Location) time.Time {
	return moment.Add(offsetAt(moment, place)).UTC()
}

func offsetAt(moment time.Time, place *time.Location) time.Duration {
	_, seconds := moment.In(place).Zone()
	return time.Duration(seconds) * time.Second
}

// reached is the first moment at which the clock on the wall of a place shows a time or has passed it.
func reached(wall time.Time, place *time.Location) time.Time {
	guess := time.Date(wall.Year(), wall.Month(), wall.Day(), wall.Hour(), wall.Minute(), wall.Second(), 0, place)
	changes := changesAround(guess)
	if earliest, ok := shown(wall, place, append(changes, guess)); ok {
		return earliest
	}
	for _, change := range changes {
		if before := change.Add(-time.Nanosecond); !change.Add(offsetAt(before, place)).After(wall) && wallOf(change, place).After(wall) {
			return change.UTC() // the gap begins at the time before the change, and ends at the one after it
		}
	}
	return guess.UTC()
}

// changesAround are the moments before and after another at which its place changes its clocks, if there are any.
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

// shown is the first moment at which the clock shows a time, with the offsets that hold around some moments.
func shown(wall time.Time, place *time.Location, around []time.Time) (earliest time.Time, found bool) {
	for _, moment := range around {
		for _, near := range []time.Time{moment.Add(-time.Nanosecond), moment} {
			at := wall.Add(-offsetAt(near, place))
			if wallOf(at, place).Equal(wall) && (!found || at.Before(earliest)) {
				earliest, found = at, true
			}
		}
	}
	return earliest, found
}
