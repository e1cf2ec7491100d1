package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Timing is a cron expression in a time zone.
type Timing struct {
	cron Cron
	zone *time.Location
}

// NewTiming combines an expression with a time zone. It rejects an expression that never fires.
func NewTiming(c Cron, zone *time.Location, now time.Time) (Timing, error) {
	r := Timing{cron: c, zone: zone}
	if _, ok := r.Next(now); !ok {
		return Timing{}, fault.New(fault.Invalid, "the cron expression %q never fires", c).
			WithHint("Check its day of the month and its month: there is no 30 February.")
	}
	return r, nil
}

// Next returns the first due time after a time, in UTC. It returns false if there is none in the next ten years.
func (r Timing) Next(after time.Time) (time.Time, bool) {
	if r.cron.eachHour {
		return r.nextShown(after)
	}
	return r.nextReached(after)
}

// nextReached serves expressions that name hours. It returns the first moment at which the clock reaches or passes a
// matching time.
func (r Timing) nextReached(after time.Time) (time.Time, bool) {
	wall := wallOf(after, r.zone)
	for {
		tick, ok := r.cron.nextWallTime(wall)
		if !ok {
			return time.Time{}, false
		}
		// In a repeated hour, the matches of its first occurrence are in the past already.
		if due := reached(tick, r.zone); due.After(after) {
			return due, true
		}
		wall = tick
	}
}

// nextShown serves expressions that match every hour. It returns the next moment at which the clock shows a matching
// time. Between two clock changes, wall-clock time and time advance together.
func (r Timing) nextShown(after time.Time) (time.Time, bool) {
	wall := wallOf(after, r.zone)
	for at, last := after, after.Add(farthest); at.Before(last); {
		tick, ok := r.cron.nextWallTime(wall)
		if !ok {
			return time.Time{}, false
		}
		due := tick.Add(-offsetAt(at, r.zone))
		_, change := at.In(r.zone).ZoneBounds()
		if change.IsZero() || due.Before(change) {
			return due.UTC(), true
		}
		at, wall = change, wallOf(change, r.zone).Add(-time.Nanosecond) // the moment of the change itself may be due
	}
	return time.Time{}, false
}

// Last returns the newest due time up to until, if it is after after.
func (r Timing) Last(after, until time.Time) (time.Time, bool) {
	isAhead := func(from time.Time) bool { // no due time follows
		next, ok := r.Next(from)
		return !ok || next.After(until)
	}
	if isAhead(after) {
		return time.Time{}, false
	}
	low, high := after, until // a due time follows low, and none follows high
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

// Times returns the first due times after a time.
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
