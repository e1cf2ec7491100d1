package run

import (
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Firing is the attempt of a schedule that starts a run. An attempt starts one run, however many servers try.
type Firing struct {
	Schedule ids.Schedule
	Due      time.Time
	Attempt  int
	By       ids.User // the owner of the schedule; shown as the user who started the run
}

// Started is the result for one of several runs that are stored together.
type Started struct {
	Run Run
	Err error // nil if the run was stored
}

var errFiringTaken = errors.New("another server has claimed the firing")

var errOwnerRefused = errors.New("the owner of the schedule may not start the run")

// OwnerRefused returns the fault for a run that the owner of its schedule may not start. The reason names the owner.
func OwnerRefused(reason string) error {
	return fault.Wrap(errOwnerRefused, fault.Forbidden, "%s", reason).WithHint("An administrator can take the schedule over.")
}

// IsOwnerRefused reports whether a run was not stored for that reason.
func IsOwnerRefused(err error) bool { return errors.Is(err, errOwnerRefused) }

// FiringTaken returns the fault for a run of an attempt that already has a run, or that has ended.
func FiringTaken(f Firing) error {
	return fault.Wrap(errFiringTaken, fault.Conflict, "attempt %d of schedule %s, due at %s, was already started",
		f.Attempt, f.Schedule, f.Due.Format(time.RFC3339))
}

// IsFiringTaken reports whether a run was not stored for that reason.
func IsFiringTaken(err error) bool { return errors.Is(err, errFiringTaken) }
