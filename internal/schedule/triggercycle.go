package schedule

import (
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// TriggerLink has the fields of a schedule that decide which schedules it triggers, and which trigger it.
type TriggerLink struct {
	ID          ids.Schedule
	Environment ids.Environment
	Job         string
	Trigger     Trigger
}

// Link returns the trigger link of a schedule.
func (s *Schedule) Link() TriggerLink {
	return TriggerLink{ID: s.ID, Environment: s.Environment, Job: s.Run.Job, Trigger: s.Trigger}
}

// isTriggeredBy reports whether a run of another schedule may trigger this one.
func (l TriggerLink) isTriggeredBy(other TriggerLink) bool {
	if l.Trigger.Schedule != "" {
		return l.Trigger.Schedule == other.ID
	}
	return l.Trigger.Job != "" && l.Trigger.Job == other.Job && l.Environment == other.Environment
}

// CheckTriggerCycle rejects a schedule that would trigger itself, directly or through other schedules of its
// organization. A schedule with a cron trigger cannot, because no run triggers it.
func CheckTriggerCycle(s TriggerLink, all []TriggerLink) error {
	if s.Trigger.IsCron() {
		return nil
	}
	links := []TriggerLink{s}
	for _, other := range all {
		if other.ID != s.ID {
			links = append(links, other)
		}
	}
	seen := map[ids.Schedule]bool{}
	for before := []TriggerLink{s}; len(before) > 0; {
		at := before[len(before)-1]
		before = before[:len(before)-1]
		for _, other := range links {
			if !at.isTriggeredBy(other) || seen[other.ID] {
				continue
			}
			if other.ID == s.ID {
				return fault.New(fault.Invalid, "the schedule would trigger itself, directly or through other schedules").
					WithHint("Give one schedule of the cycle a cron expression.")
			}
			seen[other.ID] = true
			before = append(before, other)
		}
	}
	return nil
}
