package run

import (
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Firing is the attempt of a schedule that a run is started for. There is one run for an attempt, however many servers try.
type Firing struct {
	Schedule ids.Schedule
	Due      time.Time
	Attempt  int
	By       ids.User // whose schedule it is; shown as who started the run
}

// Started is what came of one of several runs that were to be stored together.
type Started struct {
	Run Run
	Err error // nil when the run was stored
}

var errFiringTaken = errors.New("the firing is in other hands")

// FiringTaken is the fault for a run that is to be stored for an attempt that has one, or that is no longer wanted.
func FiringTaken(f Firing) error {
	return fault.Wrap(errFiringTaken, fault.Conflict, "attempt %d of schedule %s, due at %s, was started already",
		f.Attempt, f.Schedule, f.Due.Format(time.RFC3339))
}

// IsFiringTaken reports whether a run was not stored because of that.
func IsFiringTaken(err error) bool { return errors.Is(err, errFiringTaken) }
