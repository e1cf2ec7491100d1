package schedule

import (
	"fmt"
	"time"
)

// missedAfter is how late a firing may be without being missed. It is long enough for a server to restart, and for very
// many schedules that are due together.
const missedAfter = 5 * time.Minute

// DueDecision is what happens with a due schedule.
type DueDecision struct {
	// Fire is the due time that fires; zero if none does.
	Fire time.Time
	// Missed is the first of the due times that no server handled and that do not fire; zero if there is none. Reason
	// lists them.
	Missed time.Time
	Reason string
	// Next is the next due time; zero if there is none.
	Next time.Time
}

// DecideDue decides what happens with a schedule that is due.
//
// Only the newest due time fires; earlier ones are missed. A due time that no server handled for five minutes is missed
// too, unless the schedule's policy fires it once.
func (s *Schedule) DecideDue(now time.Time, zones *Zones) DueDecision {
	timing, err := s.Trigger.Timing(zones, now)
	if err != nil { // the time zone was valid when it was stored; the tables may have lost it since
		return DueDecision{Missed: s.NextDue, Reason: "the next due time cannot be computed: " + err.Error()}
	}
	first, newest := s.NextDue, s.NextDue
	if last, ok := timing.Last(first, now); ok {
		newest = last
	}
	decision := DueDecision{}
	decision.Next, _ = timing.Next(newest)
	fires := now.Sub(newest) <= missedAfter || s.Missed == FireOnce
	if fires {
		decision.Fire = newest
	}
	switch {
	case fires && newest.After(first):
		decision.Missed, decision.Reason = first, fmt.Sprintf("no server was running from %s until just before %s, which fired instead",
			first.Format(time.RFC3339), newest.Format(time.RFC3339))
	case !fires:
		decision.Missed, decision.Reason = first, fmt.Sprintf("no server was running from %s to %s", first.Format(time.RFC3339), now.Format(time.RFC3339))
	}
	return decision
}

// due returns the first due time after a time; zero if the schedule has no cron trigger.
func (s *Schedule) due(after time.Time, zones *Zones) (time.Time, error) {
	if s.IsPaused || !s.Trigger.IsCron() {
		return time.Time{}, nil
	}
	timing, err := s.Trigger.Timing(zones, after)
	if err != nil {
		return time.Time{}, err
	}
	next, _ := timing.Next(after)
	return next, nil
}
