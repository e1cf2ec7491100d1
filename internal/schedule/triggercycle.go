package schedule

import (
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// TriggerLink is what of a schedule says which others it sets off, and which set it off.
type TriggerLink struct {
	ID          ids.Schedule
	Environment ids.Environment
	Job         string
	Trigger     Trigger
}

// TriggerLink gives the link of a schedule.
func (s *Schedule) Link() TriggerLink {
	return TriggerLink{ID: s.ID, Environment: s.Environment, Job: s.Run.Job, Trigger: s.Trigger}
}

// isTriggeredBy reports whether a run of another schedule may set this one off.
func (l TriggerLink) isTriggeredBy(other TriggerLink) bool {
	if l.Trigger.Schedule != "" {
		return l.Trigger.Schedule == other.ID
	}
	return l.Trigger.Job != "" && l.Trigger.Job == other.Job && l.Environment == other.Environment
}

// CheckTriggerCycle refuses a schedule that would in the end set itself off, among all schedules of its organization. Those set
// off by time cannot: nothing leads to them.
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
				return fault.New(fault.Invalid, "the schedule would set itself off, directly or by way of others").
					WithHint("Let one schedule of the circle be set off by a cron expression.")
			}
			seen[other.ID] = true
			before = append(before, other)
		}
	}
	return nil
}
