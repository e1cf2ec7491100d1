package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Timing is a cron expression in a time zone.
type Timing struct {
	cron  Cron
	place *time.Location
}

// NewTiming puts an expression into a time zone. One that never fires is refused.
func NewTiming(c Cron, place *time.Location, now time.Time) (Timing, error) {
	r := Timing{cron: c, place: place}
	if _, ok := r.Next(now); !ok {
		return Timing{}, fault.New(fault.Invalid, "the cron expression %q names no day that ever comes", c).
			WithHint("Look at its day of the month and its month: there is no 30 February.")
	}
	return r, nil
}

// Next gives the first due time after a moment, in UTC. It is false when there is none in the next ten years.
func (r Timing) Next(after time.Time) (time.Time, bool) {
	if r.cron.eachHour {
		return r.nextShown(after)
	}
	return r.nextReached(after)
}

// nextReached is for expressions that name hours: the first time that the clock reaches or passes a time.
func (r Timing) nextReached(after time.Time) (time.Time, bool) {
	wall := wallOf(after, r.place)
	for {
		tick, ok := r.cron.nextWallTime(wall)
		if !ok {
			return time.Time{}, false
		}
		// In an hour that comes twice, the ticks of its first time are in the past already.
		if due := reached(tick, r.place); due.After(after) {
			return due, true
		}
		wall = tick
	}
}

// nextShown is for expressions that run in every hour: the next moment at which the clock shows a time. Between two changes
// of the clocks, time on the wall goes as time does.
func (r Timing) nextShown(after time.Time) (time.Time, bool) {
	wall := wallOf(after, r.place)
	for at, last := after, after.Add(farthest); at.Before(last); {
		tick, ok := r.cron.nextWallTime(wall)
		if !ok {
			return time.Time{}, false
		}
		due := tick.Add(-offsetAt(at, r.place))
		_, change := at.In(r.place).ZoneBounds()
		if change.IsZero() || due.Before(change) {
			return due.UTC(), true
		}
		at, wall = change, wallOf(change, r.place).Add(-time.Nanosecond) // the moment of the change is one that may be due
	}
	return time.Time{}, false
}

// Last gives the newest due time that is not after a moment, if there is one after another moment.
func (r Timing) Last(after, until time.Time) (time.Time, bool) {
	isAhead := func(from time.Time) bool { // no due time is left
		next, ok := r.Next(from)
		return !ok || next.After(until)
	}
	if isAhead(after) {
		return time.Time{}, false
	}
	low, high := after, until // a due time is left after low, and none after high
	for high.Sub(low) > time.Second {
		middle := low.Add(high.Sub(low) / 2)
		if isAhead(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return r.Next(low)
}

// Times gives the first due times after a moment.
func (r Timing) Times(after time.Time, count int) []time.Time {
	times := make([]time.Time, 0, count)
	for len(times) < count {
		next, ok := r.Next(after)
		if !ok {
			break
		}
		times = append(times, next)
		after = next
	}
	return times
}
