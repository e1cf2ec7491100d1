package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// Attempt is a firing that a server has taken, to start a run for it.
type Attempt struct {
	Schedule Schedule
	Firing   Firing
	Owner    string // that has taken it
	Refusals int    // how often this attempt was put off
}

// Failure is why an attempt could not start a run.
type Failure struct {
	Reason  string
	IsFinal bool // there is no retry
}

// RetryAfter decides what follows an attempt that failed: another one, after a wait, or nothing.
func (r Retry) RetryAfter(attempt int) (wait time.Duration, ok bool) {
	return r.Wait, attempt <= r.Count
}

// Admit decides how a firing begins, while so many others of the schedule are not over.
func (s *Schedule) Admit(cause Cause, open int) (FiringState, string, error) {
	switch {
	case cause == ByPerson && s.Overlap == Skip && open > 0:
		return "", "", fault.New(fault.Conflict, "an earlier firing of schedule %s is not over", s.ID).
			WithHint("Wait until it ends, cancel its run, or let firings overlap.")
	case cause == ByPerson && open >= MaxOpenFirings:
		return "", "", fault.New(fault.Limit, "%d firings of schedule %s are not over", open, s.ID).WithHint("Wait until some of them end.")
	case open >= MaxOpenFirings:
		return FiringSkipped, "too many earlier firings are not over", nil
	case open == 0, s.Overlap == Parallel, cause == ByPerson:
		return FiringDue, "", nil
	case s.Overlap == Skip:
		return FiringSkipped, "an earlier firing was not over", nil
	default:
		return FiringQueued, "", nil
	}
}
