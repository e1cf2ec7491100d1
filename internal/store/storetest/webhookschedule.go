package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

func webhookScheduleCases() cases {
	return cases{
		"a firing that could not start a run notifies webhooks": unstartedIsNotified,
		"a firing whose run failed notifies only of the run":    failedRunIsNoFailedSchedule,
	}
}

// unstartedIsNotified: once, when there is no further retry.
func unstartedIsNotified(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	hook := o.webhook(t)
	s := o.schedule(t, env, func(s *schedule.Schedule) {
		s.Name, s.NextDue, s.Retry = "Nightly", watch(), schedule.Retry{Count: 1, Wait: time.Minute, From: schedule.FromBeginning}
	})
	o.takeDue(t, watch())
	ok(t, o.db.Schedules().Fail(t.Context(), o.takeOne(t, watch()), schedule.Failure{Reason: "nothing is deployed"}))
	equal(t, len(o.deliveries(t, hook.ID)), 0)
	ok(t, o.db.Schedules().Fail(t.Context(), o.takeOne(t, later()), schedule.Failure{Reason: "still nothing"}))
	told := o.deliveries(t, hook.ID)
	equal(t, kindsOf(told), []webhook.Kind{webhook.ScheduleFailed})
	if t.Failed() {
		return
	}
	var message struct {
		Data map[string]map[string]string `json:"data"`
	}
	ok(t, json.Unmarshal(told[0].Body, &message))
	equal(t, message.Data["schedule"], map[string]string{
		"id": string(s.ID), "name": "Nightly", "dueAt": watch().UTC().Format("2006-01-02T15:04:05.000Z"), "reason": "still nothing",
	})
	equal(t, message.Data["environment"]["id"], ids.FormatNumber(env))
}

func failedRunIsNoFailedSchedule(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	hook := o.webhook(t)
	o.schedule(t, env, dueAt(watch()))
	o.end(t, o.fire(t, watch()), run.Failed)
	equal(t, kindsOf(o.deliveries(t, hook.ID)), []webhook.Kind{webhook.RunFailed})
}
