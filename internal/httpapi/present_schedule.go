package httpapi

import (
	"cmp"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

func (h *handlers) presentSchedule(s schedule.Schedule) api.Schedule {
	wait := int(s.Retry.Wait.Seconds())
	from := string(s.Retry.From)
	shape := api.Schedule{
		ID: string(s.ID), Name: s.Name, EnvironmentID: ids.FormatNumber(s.Environment), JobID: optional(s.Run.Job),
		IncludeNodesSelector: optional(s.Run.Include), ExcludeNodesSelector: optional(s.Run.Exclude),
		Cron: optional(s.Trigger.Cron), TimeZone: cmp.Or(s.Trigger.TimeZone, "UTC"),
		Retries: api.ScheduleRetries{Count: &s.Retry.Count, WaitSeconds: &wait, From: &from},
		Overlap: string(s.Overlap), Missed: string(s.Missed), IsPaused: s.IsPaused,
		Notifications: present(s.Notifications, presentNotification),
		NextTimes:     present(h.services.Schedules.NextTimes(&s, defaultTimes), timestamp), LastDue: optionalTime(s.LastDue),
		CreatedBy: optional(string(s.CreatedBy)), CreatedAt: timestamp(s.CreatedAt), PauseReason: optional(s.PauseReason),
	}
	if s.Owner != "" {
		shape.Owner = &api.ScheduleOwner{ID: string(s.Owner), Email: s.OwnerEmail}
	}
	if len(s.Run.Parameters) > 0 {
		shape.Parameters = &s.Run.Parameters
	}
	if s.Run.Parallelism > 0 {
		shape.Parallelism = &s.Run.Parallelism
	}
	if !s.Trigger.IsCron() {
		shape.Trigger = &api.ScheduleTrigger{AfterSchedule: optional(string(s.Trigger.Schedule))}
		if s.Trigger.Job != "" {
			job := api.ID(s.Trigger.Job)
			shape.Trigger.AfterJob = &job
		}
	}
	return shape
}

func presentFiring(f schedule.Firing) api.Firing {
	shape := api.Firing{
		ID: strconv.FormatInt(f.Due.UnixMilli(), 10), DueAt: timestamp(f.Due), State: string(f.State), Attempt: f.Attempt, Cause: string(f.Cause),
		RunID: optionalNumber(f.Run), AfterRunID: optionalNumber(f.After), Reason: optional(f.Reason), StartedAt: optionalTime(f.Started),
	}
	if f.State == schedule.FiringDue && f.ReadyAt.After(f.Due) {
		shape.NextAttemptAt = optionalTime(f.ReadyAt)
	}
	return shape
}

func presentClockChange(change *schedule.ClockChange) *api.ClockChange {
	if change == nil {
		return nil
	}
	return &api.ClockChange{
		At: timestamp(change.At), OffsetBefore: int(change.Before.Minutes()), OffsetAfter: int(change.After.Minutes()),
	}
}

// optionalNumber returns the number of a run, or nil if there is none.
func optionalNumber(id ids.Run) *int64 {
	if id == 0 {
		return nil
	}
	return new(int64(id))
}
