package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/schedule"
	"github.com/millrace/millrace/internal/webhook"
)

func scheduleNotifyCases() cases {
	return cases{
		"notifications are stored and changed":                  notificationsAreStored,
		"a webhook must exist":                                  notificationToNobody,
		"only administrators choose a webhook":                  notificationOfAMember,
		"a deleted webhook is removed from all schedules":       deletedWebhookIsForgotten,
		"a webhook deleted with its environment is removed too": webhookOfGoneEnvironmentIsForgotten,
		"each end notifies the chosen webhooks":                 endsAreNotified,
		"a delivery contains the schedule and the run":          endHasScheduleAndRun,
		"a retried firing notifies once, at its end":            retriesAreNotifiedOnce,
		"a firing that could not start a run notifies once":     unstartedIsNotifiedOnce,
		"a firing of a deleted environment notifies":            goneEnvironmentIsNotified,
		"an inactive webhook is not notified":                   inactiveIsNotNotified,
		"a run canceled before its start notifies":              canceledEarlyIsNotified,
		"firings end while their webhook is deleted":            endWhileWebhookIsDeleted,
	}
}

// quietWebhook stores a webhook that subscribes to nothing.
func (o *tenant) quietWebhook(t *testing.T) webhook.ID {
	t.Helper()
	w := o.newWebhook()
	w.Kinds = []webhook.Kind{}
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, w))
	return w.ID
}

// notification returns a notification; without states it is for failures.
func notification(id webhook.ID, on ...schedule.FiringState) schedule.Notification {
	if len(on) == 0 {
		on = []schedule.FiringState{schedule.FiringFailed}
	}
	return schedule.Notification{Webhook: string(id), On: on}
}

// notifying returns a change that makes a schedule due and notify webhooks.
func notifying(all ...schedule.Notification) func(*schedule.Schedule) {
	return func(s *schedule.Schedule) { s.NextDue, s.Notifications = watch(), all }
}

func (o *tenant) foundSchedule(t *testing.T, id ids.Schedule) schedule.Schedule {
	t.Helper()
	found, err := o.db.Schedules().Find(t.Context(), o.Organization.ID, id)
	ok(t, err)
	return found
}

func (o *tenant) setNotifications(t *testing.T, by account.Actor, id ids.Schedule, all ...schedule.Notification) (schedule.Schedule, error) {
	t.Helper()
	return o.db.Schedules().Change(t.Context(), by, id, func(s *schedule.Schedule) error {
		s.Notifications = all
		return nil
	})
}

func notificationsAreStored(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	one, two := o.quietWebhook(t), o.webhook(t).ID
	stored := o.schedule(t, env, notifying(notification(one), notification(two, schedule.NotifiableStates()...)))
	equal(t, o.foundSchedule(t, stored.ID), stored)
	changed, err := o.setNotifications(t, o.admin.actor, stored.ID, notification(two, schedule.FiringCanceled))
	ok(t, err)
	equal(t, changed.Notifications, []schedule.Notification{notification(two, schedule.FiringCanceled)})
	equal(t, o.foundSchedule(t, stored.ID), changed)
	_, err = o.setNotifications(t, o.admin.actor, stored.ID)
	ok(t, err)
	equal(t, len(o.foundSchedule(t, stored.ID).Notifications), 0)
}

func notificationToNobody(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	stranger := w.tenantIn(t, o.db).webhook(t).ID
	stored := o.schedule(t, env, nil)
	for _, id := range []webhook.ID{"nobody", stranger} {
		_, err := o.db.Schedules().Create(t.Context(), o.admin.actor, o.changed(env, notifying(notification(id))))
		refused(t, err, fault.Invalid, string(id), "was not found")
		_, err = o.setNotifications(t, o.admin.actor, stored.ID, notification(id))
		refused(t, err, fault.Invalid, string(id), "was not found")
	}
	equal(t, o.foundSchedule(t, stored.ID), stored)
}

// notificationOfAMember: a member gets the same error for a webhook as for none, and keeps what an administrator has
// chosen.
func notificationOfAMember(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	member := o.person(t, account.OrganizationMember)
	one, two := o.quietWebhook(t), o.quietWebhook(t)
	_, err := o.db.Schedules().Create(t.Context(), member.actor, o.changed(env, notifying(notification(one))))
	refused(t, err, fault.Invalid, string(one), "was not found")
	stored := o.schedule(t, env, notifying(notification(one)))
	_, err = o.setNotifications(t, member.actor, stored.ID, notification(one), notification(two))
	refused(t, err, fault.Invalid, string(two), "was not found")
	changed, err := o.setNotifications(t, member.actor, stored.ID, notification(one, schedule.FiringCompleted))
	ok(t, err)
	equal(t, o.foundSchedule(t, stored.ID), changed)
}

func deletedWebhookIsForgotten(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	going, staying := o.quietWebhook(t), o.quietWebhook(t)
	both := o.schedule(t, env, notifying(notification(going), notification(staying)))
	alone := o.schedule(t, env, notifying(notification(going)))
	other := o.schedule(t, env, notifying(notification(staying)))
	refused(t, o.db.Webhooks().Delete(t.Context(), o.admin.actor, "%"), fault.NotFound)
	equal(t, o.foundSchedule(t, both.ID), both)
	ok(t, o.db.Webhooks().Delete(t.Context(), o.admin.actor, going))
	equal(t, o.foundSchedule(t, both.ID).Notifications, []schedule.Notification{notification(staying)})
	equal(t, len(o.foundSchedule(t, alone.ID).Notifications), 0)
	equal(t, o.foundSchedule(t, other.ID), other)
}

func webhookOfGoneEnvironmentIsForgotten(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	draft := o.newWebhook()
	draft.Environment = o.environment(t, o.project(t).ID).ID
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, draft))
	staying := o.quietWebhook(t)
	stored := o.schedule(t, env, notifying(notification(draft.ID), notification(staying)))
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, draft.Environment))
	equal(t, o.foundSchedule(t, stored.ID).Notifications, []schedule.Notification{notification(staying)})
}

// endsAreNotified: also notifies a webhook that otherwise only gets events of another environment.
func endsAreNotified(t *testing.T, w suiteContext) {
	for status, kind := range map[run.Status]webhook.Kind{
		run.Completed: webhook.ScheduleCompleted, run.Failed: webhook.ScheduleFailed, run.Canceled: webhook.ScheduleCanceled,
	} {
		o, env := w.alone(t)
		elsewhere := o.newWebhook()
		elsewhere.Environment = o.environment(t, o.project(t).ID).ID
		ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, elsewhere))
		failures, quiet := o.quietWebhook(t), o.quietWebhook(t)
		o.schedule(t, env, notifying(notification(elsewhere.ID, schedule.NotifiableStates()...), notification(failures)))
		o.end(t, o.fire(t, watch()), status)
		equal(t, kindsOf(o.deliveries(t, elsewhere.ID)), []webhook.Kind{kind})
		equal(t, len(o.deliveries(t, failures)) == 1, status == run.Failed)
		equal(t, len(o.deliveries(t, quiet)), 0)
		o.end(t, o.refresh(t, env, "a"), status) // of no schedule
		equal(t, len(o.deliveries(t, elsewhere.ID)), 1)
	}
}

func endHasScheduleAndRun(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	both := o.webhook(t).ID // subscribes to the run as well
	s := o.schedule(t, env, notifying(notification(both)))
	r := o.fire(t, watch())
	o.end(t, r, run.Failed)
	told := o.deliveries(t, both)
	equal(t, kindsOf(told), []webhook.Kind{webhook.RunFailed, webhook.ScheduleFailed})
	if t.Failed() {
		return
	}
	equal(t, told[1].Run, r.ID)
	var message struct {
		Data struct {
			Schedule    map[string]string `json:"schedule"`
			Environment map[string]string `json:"environment"`
			Run         struct {
				ID        ids.Run `json:"id"`
				RunStatus string  `json:"runStatus"`
			} `json:"run"`
		} `json:"data"`
	}
	ok(t, json.Unmarshal(told[1].Body, &message))
	equal(t, message.Data.Schedule, map[string]string{
		"id": string(s.ID), "name": s.Name, "dueAt": watch().UTC().Format("2006-01-02T15:04:05.000Z"), "reason": "node A failed",
	})
	equal(t, message.Data.Run.ID, r.ID)
	equal(t, message.Data.Run.RunStatus, "failed")
	equal(t, message.Data.Environment["id"], ids.FormatNumber(env))
}

func retriesAreNotifiedOnce(t *testing.T, w suiteContext) {
	for status, kind := range map[run.Status]webhook.Kind{run.Completed: webhook.ScheduleCompleted, run.Failed: webhook.ScheduleFailed} {
		o, env := w.alone(t)
		hook := o.quietWebhook(t)
		o.schedule(t, env, func(s *schedule.Schedule) {
			notifying(notification(hook, schedule.NotifiableStates()...))(s)
			s.Retry = schedule.Retry{Count: 1, Wait: time.Minute, From: schedule.FromBeginning}
		})
		o.end(t, o.fire(t, watch()), run.Failed)
		equal(t, len(o.deliveries(t, hook)), 0)
		again, err := o.startFor(t, o.takeOne(t, later()))
		ok(t, err)
		o.end(t, again, status)
		told := o.deliveries(t, hook)
		equal(t, kindsOf(told), []webhook.Kind{kind})
		equal(t, told[0].Run, again.ID)
	}
}

// unstartedIsNotifiedOnce: also for a webhook that subscribes to it.
func unstartedIsNotifiedOnce(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	both, quiet, completed := o.webhook(t).ID, o.quietWebhook(t), o.quietWebhook(t)
	o.schedule(t, env, notifying(notification(both), notification(quiet), notification(completed, schedule.FiringCompleted)))
	o.takeDue(t, watch())
	ok(t, o.db.Schedules().Fail(t.Context(), o.takeOne(t, watch()), schedule.Failure{Reason: "nothing is deployed"}))
	equal(t, kindsOf(o.deliveries(t, both)), []webhook.Kind{webhook.ScheduleFailed})
	equal(t, kindsOf(o.deliveries(t, quiet)), []webhook.Kind{webhook.ScheduleFailed})
	equal(t, len(o.deliveries(t, completed)), 0)
}

func goneEnvironmentIsNotified(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	named, subscribed := o.quietWebhook(t), o.webhook(t).ID
	o.schedule(t, env, notifying(notification(named)))
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env))
	o.takeDue(t, watch())
	ok(t, o.db.Schedules().Fail(t.Context(), o.takeOne(t, watch()), schedule.Failure{Reason: "the environment is gone"}))
	equal(t, kindsOf(o.deliveries(t, named)), []webhook.Kind{webhook.ScheduleFailed})
	equal(t, len(o.deliveries(t, subscribed)), 0)
}

func inactiveIsNotNotified(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	hook := o.quietWebhook(t)
	o.changeWebhook(t, hook, func(w *webhook.Webhook) { w.IsActive = false })
	o.schedule(t, env, notifying(notification(hook)))
	o.end(t, o.fire(t, watch()), run.Failed)
	equal(t, len(o.deliveries(t, hook)), 0)
}

func canceledEarlyIsNotified(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	hook := o.quietWebhook(t)
	o.schedule(t, env, notifying(notification(hook, schedule.FiringCanceled)))
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, o.fire(t, watch()).ID)
	ok(t, err)
	equal(t, kindsOf(o.deliveries(t, hook)), []webhook.Kind{webhook.ScheduleCanceled})
}

// endWhileWebhookIsDeleted: whichever comes first, both succeed.
func endWhileWebhookIsDeleted(t *testing.T, w suiteContext) {
	o, env := w.alone(t)
	hook := o.quietWebhook(t)
	s := o.schedule(t, env, notifying(notification(hook)))
	claimed := o.claimRun(t, o.fire(t, watch()).ID)
	for _, err := range together(2, func(i int) error {
		if i == 0 {
			return o.db.Webhooks().Delete(t.Context(), o.admin.actor, hook)
		}
		return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Failed, Reason: "node A failed"})
	}) {
		ok(t, err)
	}
	equal(t, o.found(t, claimed.Run.ID).Status, run.Failed)
	equal(t, len(o.foundSchedule(t, s.ID).Notifications), 0)
}
