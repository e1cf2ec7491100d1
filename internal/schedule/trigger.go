package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// Trigger is what fires a schedule: a cron expression, or a completed run. Exactly one of Cron, Job and Schedule is
// set.
type Trigger struct {
	Cron     string
	TimeZone string       // of the cron expression; empty means UTC
	Job      string       // fires when a run of this job in the schedule's own environment completes
	Schedule ids.Schedule // fires when a run of this other schedule completes
}

// IsCron reports whether the trigger is a cron expression.
func (t Trigger) IsCron() bool { return t.Cron != "" }

// Timing returns the due times of a cron trigger.
func (t Trigger) Timing(zones *Zones, now time.Time) (Timing, error) {
	place, err := zones.Find(t.TimeZone)
	if err != nil {
		return Timing{}, err
	}
	read, err := ParseCron(t.Cron)
	if err != nil {
		return Timing{}, err
	}
	return NewTiming(read, place, now)
}

func (t Trigger) check(zones *Zones, now time.Time) error {
	if err := validate.CheckLine("trigger.afterJob", t.Job, maxJob); err != nil {
		return err
	}
	if err := validate.CheckLine("trigger.afterSchedule", string(t.Schedule), maxJob); err != nil {
		return err
	}
	given := 0
	for _, text := range []string{t.Cron, t.Job, string(t.Schedule)} {
		if text != "" {
			given++
		}
	}
	switch {
	case given == 0:
		return fault.New(fault.Invalid, "the schedule needs cron or trigger").
			WithHint("Set cron, or a trigger with afterJob or afterSchedule.")
	case given > 1:
		return fault.New(fault.Invalid, "the schedule has more than one trigger").
			WithHint("Set one of cron, trigger.afterJob and trigger.afterSchedule, and clear the others.")
	case !t.IsCron():
		_, err := zones.Find(t.TimeZone)
		return err
	}
	_, err := t.Timing(zones, now)
	return err
}
