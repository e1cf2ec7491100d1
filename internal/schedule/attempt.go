package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Attempt is a claimed firing, to start a run for it.
type Attempt struct {
	Schedule Schedule
	Firing   Firing
	Owner    string // the server that claimed it
	Refusals int    // how often this attempt was postponed
}

// Failure explains why an attempt could not start a run.
type Failure struct {
	Reason  string
	IsFinal bool // no retry follows
	// PauseReason also pauses the schedule, unless its owner has changed; empty pauses nothing.
	PauseReason string
}

// RetryAfter returns the wait before the next attempt after a failed one, or false if there are no retries left.
func (r Retry) RetryAfter(attempt int) (wait time.Duration, ok bool) {
	return r.Wait, attempt <= r.Count
}

// Admit decides the first state of a firing, given the number of open firings of the schedule.
func (s *Schedule) Admit(cause Cause, open int) (FiringState, string, error) {
	switch {
	case cause == ByPerson && s.Overlap == Skip && open > 0:
		return "", "", fault.New(fault.Conflict, "an earlier firing of schedule %s has not ended", s.ID).
			WithHint("Wait until it ends, cancel its run, or set overlap to parallel.")
	case cause == ByPerson && open >= MaxOpenFirings:
		return "", "", fault.New(fault.Limit, "%d firings of schedule %s have not ended", open, s.ID).WithHint("Wait until some of them end.")
	case open >= MaxOpenFirings:
		return FiringSkipped, "too many earlier firings have not ended", nil
	case open == 0, s.Overlap == Parallel, cause == ByPerson:
		return FiringDue, "", nil
	case s.Overlap == Skip:
		return FiringSkipped, "an earlier firing had not ended", nil
	default:
		return FiringQueued, "", nil
	}
}
