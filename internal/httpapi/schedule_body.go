package httpapi

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/schedule"
)

// maxWait is a number of seconds that fits into a duration and exceeds what a schedule may wait.
const maxWait = 9_000_000_000

// defaultTimeZone is the time zone of a cron expression that names none.
const defaultTimeZone = "UTC"

// newSchedule converts the body of a new schedule. The service validates it.
func newSchedule(body *api.ScheduleCreate) (schedule.Schedule, error) {
	environment, ok := ids.ParseNumber[ids.Environment](string(body.EnvironmentID))
	if !ok {
		return schedule.Schedule{}, project.EnvironmentNotFound(string(body.EnvironmentID))
	}
	if err := checkParallelism(body.Parallelism); err != nil {
		return schedule.Schedule{}, err
	}
	s := schedule.Schedule{
		Environment: environment, Name: body.Name, IsPaused: value(body.IsPaused),
		Run: schedule.RunSpec{
			Job: string(value(body.JobID)), Include: value(body.IncludeNodesSelector), Exclude: value(body.ExcludeNodesSelector),
			Parameters: parseParameters(value(body.Parameters)), Parallelism: value(body.Parallelism),
		},
		Trigger: schedule.Trigger{Cron: value(body.Cron), TimeZone: cmp.Or(value(body.TimeZone), defaultTimeZone)},
		Retry:   schedule.Retry{From: schedule.FromBeginning},
		Overlap: schedule.OverlapPolicy(cmp.Or(value(body.Overlap), string(schedule.Queue))),
		Missed:  schedule.MissedPolicy(cmp.Or(value(body.Missed), string(schedule.FireOnce))),

		Notifications: notificationsOf(value(body.Notifications)),
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

// parseParameters reads the parameters of a schedule, an environment or a workspace. Like those of a run they may be a
// text that contains JSON. An empty text and null mean none. The service checks that they are an object.
func parseParameters(raw json.RawMessage) json.RawMessage {
	var text string
	if json.Unmarshal(raw, &text) != nil { // neither a text nor null
		return raw
	}
	if text = strings.TrimSpace(text); text == "" || text == "null" {
		return nil
	}
	return json.RawMessage(text)
}

// changeSchedule applies an update to a schedule. A cron expression replaces a trigger, and vice versa. Null resets a
// field to the default of a new schedule.
func changeSchedule(s *schedule.Schedule, body *api.ScheduleUpdate) error {
	if parallelism := patchField(body.Parallelism); parallelism.Given && !body.Parallelism.IsNull() {
		if err := checkParallelism(&parallelism.Value); err != nil {
			return err
		}
	}
	setIfPresent(&s.Name, body.Name)
	setIfPresent(&s.IsPaused, body.IsPaused)
	setOrClear(&s.Run.Include, body.IncludeNodesSelector, "")
	setOrClear(&s.Run.Exclude, body.ExcludeNodesSelector, "")
	setOrClear(&s.Run.Parallelism, body.Parallelism, 0)
	setOrClear(&s.Trigger.TimeZone, body.TimeZone, defaultTimeZone)
	setOrClear((*string)(&s.Overlap), body.Overlap, string(schedule.Queue))
	setOrClear((*string)(&s.Missed), body.Missed, string(schedule.FireOnce))
	if job := patchFieldAs(body.JobID, func(id api.ID) string { return string(id) }); job.Given {
		s.Run.Job = job.Value
	}
	if parameters := patchFieldAs(body.Parameters, parseParameters); parameters.Given {
		s.Run.Parameters = parameters.Value
	}
	if notifications := patchFieldAs(body.Notifications, notificationsOf); notifications.Given {
		s.Notifications = notifications.Value
	}
	changeTrigger(&s.Trigger, body)
	if retries := patchField(body.Retries); retries.Given {
		if body.Retries.IsNull() {
			s.Retry = schedule.Retry{From: schedule.FromBeginning}
		}
		changeRetry(&s.Retry, &retries.Value)
	}
	return nil
}

// checkParallelism rejects 0, which is how a stored schedule represents the default.
func checkParallelism(sent *int) error {
	if sent == nil || *sent != 0 {
		return nil
	}
	return fault.New(fault.Invalid, "parallelism cannot be 0").WithHint("Send how many nodes run at once, at least 1. Omit it for the default.")
}

// setOrClear sets a field that the request contains. Null sets the default.
func setOrClear[T any](target *T, field nullable.Nullable[T], cleared T) {
	if !field.IsSpecified() {
		return
	}
	*target = cleared
	if value, err := field.Get(); err == nil {
		*target = value
	}
}

func changeTrigger(t *schedule.Trigger, body *api.ScheduleUpdate) {
	trigger, cron := patchField(body.Trigger), patchField(body.Cron)
	if trigger.Given {
		t.Job, t.Schedule = triggerOf(&trigger.Value)
		if !cron.Given && (t.Job != "" || t.Schedule != "") {
			t.Cron = ""
		}
	}
	if cron.Given {
		t.Cron = cron.Value
		if !trigger.Given && t.Cron != "" {
			t.Job, t.Schedule = "", ""
		}
	}
}

func changeRetry(r *schedule.Retry, body *api.ScheduleRetries) {
	if body == nil {
		return
	}
	setIfPresent(&r.Count, body.Count)
	if body.WaitSeconds != nil {
		// A number that does not fit is rejected like any other that is too large.
		r.Wait = time.Duration(min(max(*body.WaitSeconds, -maxWait), maxWait)) * time.Second
	}
	if body.From != nil {
		r.From = schedule.RetryFrom(*body.From)
	}
}

// setIfPresent sets a field that the request contains.
func setIfPresent[T any](target, sent *T) {
	if sent != nil {
		*target = *sent
	}
}

// parseMoment parses a date-time of a request.
func parseMoment(name, text string) (time.Time, error) {
	moment, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, fault.New(fault.Invalid, "%s cannot be %q", name, text).WithHint("Send a date-time such as 2026-01-31T12:00:00Z.")
	}
	return moment, nil
}
