package schedule

import (
	"fmt"
	"time"
)

// patience is how late a firing may be without being missed. It is long enough for a server that starts again, and for
// very many schedules that are due together.
const patience = 5 * time.Minute

// DueDecision is what is to be done with a schedule whose time has come.
type DueDecision struct {
	// Fire is the due time that fires; zero is none.
	Fire time.Time
	// MissedPolicy is the first of the due times that passed unseen, and do not fire; zero is none. Reason says which they were.
	Missed time.Time
	Reason string
	// Next is when the schedule is due again; zero is never.
	Next time.Time
}

// DecideDue decides what is to be done with a schedule at a moment at which it is due.
//
// Of several due times that have come since the last look only the newest can fire; a time that has been overtaken is
// missed. So is one that nobody looked at for five minutes; whether that still fires is for the schedule to say.
func (s *Schedule) DecideDue(now time.Time, zones *Zones) DueDecision {
	rhythm, err := s.Trigger.Timing(zones, now)
	if err != nil { // it was read when it was stored; a table of time zones may have lost a name since
		return DueDecision{Missed: s.NextDue, Reason: "the next due time cannot be computed: " + err.Error()}
	}
	first, newest := s.NextDue, s.NextDue
	if last, ok := rhythm.Last(first, now); ok {
		newest = last
	}
	turn := DueDecision{}
	turn.Next, _ = rhythm.Next(newest)
	fires := now.Sub(newest) <= patience || s.Missed == FireOnce
	if fires {
		turn.Fire = newest
	}
	switch {
	case fires && newest.After(first):
		turn.Missed, turn.Reason = first, fmt.Sprintf("no server was looking from %s until just before %s, which fired in its place",
			first.Format(time.RFC3339), newest.Format(time.RFC3339))
	case !fires:
		turn.Missed, turn.Reason = first, fmt.Sprintf("no server was looking from %s to %s", first.Format(time.RFC3339), now.Format(time.RFC3339))
	}
	return turn
}

// due is when a schedule is due for the first time after a moment; zero when time does not set it off.
func (s *Schedule) due(after time.Time, zones *Zones) (time.Time, error) {
	if s.IsPaused || !s.Trigger.IsCron() {
		return time.Time{}, nil
	}
	rhythm, err := s.Trigger.Timing(zones, after)
	if err != nil {
		return time.Time{}, err
	}
	next, _ := rhythm.Next(after)
	return next, nil
}
