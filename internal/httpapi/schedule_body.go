package httpapi

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/schedule"
)

// newSchedule reads a schedule that is to be made. The service checks it.
func newSchedule(body *api.ScheduleCreate) (schedule.Schedule, error) {
	environment, ok := ids.ParseNumber[ids.Environment](string(body.EnvironmentID))
	if !ok {
		return schedule.Schedule{}, project.EnvironmentNotFound(string(body.EnvironmentID))
	}
	s := schedule.Schedule{
		Environment: environment, Name: body.Name, IsPaused: value(body.IsPaused),
		Work: schedule.Work{
			Job: string(value(body.JobID)), Include: value(body.IncludeNodesSelector), Exclude: value(body.ExcludeNodesSelector),
			Parameters: givenParameters(value(body.Parameters)), Parallelism: value(body.Parallelism),
		},
		Trigger: schedule.Trigger{Cron: value(body.Cron), TimeZone: cmp.Or(value(body.TimeZone), "UTC")},
		Retry:   schedule.Retry{From: schedule.FromBeginning},
		Overlap: schedule.Overlap(cmp.Or(value(body.Overlap), string(schedule.Queue))),
		Missed:  schedule.Missed(cmp.Or(value(body.Missed), string(schedule.FireOnce))),

		Notifications: notificationsOf(body.Notifications),
	}
	if body.Trigger != nil {
		s.Trigger.Job, s.Trigger.Schedule = triggerOf(body.Trigger)
	}
	changeRetry(&s.Retry, body.Retries)
	return s, nil
}

func triggerOf(trigger *api.ScheduleTrigger) (job string, other ids.Schedule) {
	return string(value(trigger.AfterJob)), ids.Schedule(value(trigger.AfterSchedule))
}

// presentJSON is JSON unless it is null.
func presentJSON(raw json.RawMessage) json.RawMessage {
	if string(raw) == "null" {
		return nil
	}
	return raw
}

// givenParameters are the parameters of a schedule. As those of a run they may be a text that holds them; nothing in it, and
// null, is none. Whether they are an object is for the service to say.
func givenParameters(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) != nil { // no text, and not null
		return raw
	}
	if text = strings.TrimSpace(text); text == "" || text == "null" {
		return nil
	}
	return json.RawMessage(text)
}

// changeSchedule lays a change over a schedule. A cron expression takes the place of a trigger, and the other way round.
func changeSchedule(s *schedule.Schedule, body *api.ScheduleUpdate) {
	setGiven(&s.Name, body.Name)
	setGiven(&s.Work.Include, body.IncludeNodesSelector)
	setGiven(&s.Work.Exclude, body.ExcludeNodesSelector)
	setGiven(&s.Work.Parallelism, body.Parallelism)
	setGiven(&s.Trigger.TimeZone, body.TimeZone)
	setGiven(&s.IsPaused, body.IsPaused)
	if job := givenAs(body.JobID, func(id api.ID) string { return string(id) }); job.Given {
		s.Work.Job = job.Value
	}
	if parameters := givenAs(body.Parameters, givenParameters); parameters.Given {
		s.Work.Parameters = parameters.Value
	}
	if body.Overlap != nil {
		s.Overlap = schedule.Overlap(*body.Overlap)
	}
	if body.Missed != nil {
		s.Missed = schedule.Missed(*body.Missed)
	}
	if body.Notifications != nil {
		s.Notifications = notificationsOf(body.Notifications)
	}
	changeTrigger(&s.Trigger, body)
	changeRetry(&s.Retry, body.Retries)
}

func changeTrigger(t *schedule.Trigger, body *api.ScheduleUpdate) {
	if body.Trigger != nil {
		t.Job, t.Schedule = triggerOf(body.Trigger)
		if body.Cron == nil && (t.Job != "" || t.Schedule != "") {
			t.Cron = ""
		}
	}
	if body.Cron != nil {
		t.Cron = *body.Cron
		if body.Trigger == nil && t.Cron != "" {
			t.Job, t.Schedule = "", ""
		}
	}
}

func changeRetry(r *schedule.Retry, body *api.ScheduleRetries) {
	if body == nil {
		return
	}
	setGiven(&r.Count, body.Count)
	if body.WaitSeconds != nil {
		// A number that does not fit is refused as any other that is too large.
		r.Wait = time.Duration(min(max(*body.WaitSeconds, -1), 1<<30)) * time.Second
	}
	if body.From != nil {
		r.From = schedule.RetryFrom(*body.From)
	}
}

// setGiven sets what a request gives.
func setGiven[T any](target, given *T) {
	if given != nil {
		*target = *given
	}
}

// parseMoment reads a moment of a request.
func parseMoment(name, text string) (time.Time, error) {
	moment, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, fault.New(fault.Invalid, "%s cannot be %q", name, text).WithHint("Write a moment like 2026-01-31T12:00:00Z.")
	}
	return moment, nil
}
