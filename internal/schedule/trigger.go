package schedule

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// Trigger is what sets a schedule off: a cron expression, or the end of a run. Exactly one of Cron, Job and Schedule is
// given.
type Trigger struct {
	Cron     string
	TimeZone string       // of the cron expression; empty is UTC
	Job      string       // a run of this job in the schedule's own environment has completed
	Schedule ids.Schedule // a run that this other schedule started has completed
}

// IsCron reports whether time sets the schedule off.
func (t Trigger) IsCron() bool { return t.Cron != "" }

// Timing gives the due times of a trigger that has a cron expression.
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
		return fault.New(fault.Invalid, "nothing sets the schedule off").
			WithHint("Give cron, or a trigger with afterJob or afterSchedule.")
	case given > 1:
		return fault.New(fault.Invalid, "more than one thing sets the schedule off").
			WithHint("Give one of cron, trigger.afterJob and trigger.afterSchedule, and clear the others.")
	case !t.IsCron():
		_, err := zones.Find(t.TimeZone)
		return err
	}
	_, err := t.Timing(zones, now)
	return err
}
