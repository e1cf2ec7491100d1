package contract_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/apptest"
)

// quietWebhook creates a webhook without subscriptions.
func (m *deployedFixture) quietWebhook(url string) (id, secret string) {
	m.t.Helper()
	made := newWebhook(m.Platform, m.token, object{"url": url, "events": []string{}})
	return made.Webhook.ID, made.Secret
}

// runNow changes a schedule, runs it and returns the number of the run.
func (m *deployedFixture) runNow(id string, change object) string {
	m.t.Helper()
	path := schedulesPath + "/" + id
	m.Patch(m.token, path, change).Want(http.StatusOK)
	return counter(m.t, m.Post(m.token, path+"/run", nil))
}

// notification is the part of a schedule's message that tests compare.
type notification struct{ kind, schedule, name, run, status string }

func (l receivedMessage) notification() notification {
	d := &l.Data
	return notification{l.Type, d.Schedule.ID, d.Schedule.Name, strconv.FormatInt(d.Run.ID, 10), d.Run.RunStatus}
}

// notifyFixture is a fixture with a schedule that notifies a receiver of failures.
type notifyFixture struct {
	*deployedFixture

	id, hook, secret string
	box              *receiver
}

func newNotifyFixture(t *testing.T, database apptest.Database) notifyFixture {
	t.Helper()
	m := notifyFixture{deployedFixture: newWebhookFixture(t, database), box: newReceiver(t)}
	m.hook, m.secret = m.quietWebhook(m.box.URL)
	m.id = word(m.newSchedule(object{"cron": "0 0 1 1 *", "isPaused": true, "notifications": []object{{"webhookID": m.hook}}})["id"])
	return m
}

// TestScheduleNotifiesWebhook checks that a schedule notifies of a failure, and of a completed run only if configured.
func TestScheduleNotifiesWebhook(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newNotifyFixture(t, database)
		failed := m.runNow(m.id, object{"parameters": object{"number": "none"}})
		got := m.box.next()
		if want := (notification{"schedule.failed", m.id, "Nightly", failed, "failed"}); got.notification() != want || got.Data.Schedule.Reason == "" || !got.isSignedBy(m.secret) {
			t.Errorf("got %s, %+v; want %v", got.body, got.header, want)
		}
		logged := deliveryIs(t, m.Platform, m.token, m.hook, "delivered")
		if logged.ID != got.ID || logged.Event != "schedule.failed" || logged.RunID != got.Data.Run.ID {
			t.Errorf("the log says %+v", logged)
		}
		completes := object{"parameters": object{"number": "7"}}
		m.await(m.runNow(m.id, completes), "completed")
		m.wantNothingBefore()

		completes["notifications"] = []object{{"webhookID": m.hook, "on": []string{"completed"}}}
		completed := m.runNow(m.id, completes)
		got = m.box.next()
		if want := (notification{"schedule.completed", m.id, "Nightly", completed, "completed"}); got.notification() != want || got.Data.Schedule.Reason != "" {
			t.Errorf("got %s, want %v", got.body, want)
		}
	})
}

// TestRetriesAreReportedOnce checks that retries are reported once, when the last one ends, with its run.
func TestRetriesAreReportedOnce(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newNotifyFixture(t, database)
		first := m.runNow(m.id, object{"parameters": object{"number": "none"}, "retries": object{"count": 1, "waitSeconds": 0}})
		got := m.box.next()
		firing := m.firings(m.id)[0]
		last := asJSON(t, firing["runID"])
		if want := (notification{"schedule.failed", m.id, "Nightly", last, "failed"}); got.notification() != want || last == first || asJSON(t, firing["attempt"]) != "2" {
			t.Errorf("after run %s and firing %v, got %s", first, firing, got.body)
		}
		m.wantNothingBefore()
	})
}

// wantNothingBefore sends a message and checks that no other arrives before it: messages to one webhook keep their
// order.
func (m notifyFixture) wantNothingBefore() {
	m.t.Helper()
	m.Post(m.token, webhooksPath+"/"+m.hook+"/test", nil).Want(http.StatusAccepted)
	if got := m.box.next(); got.Type != "webhook.test" {
		m.t.Errorf("got %s", got.body)
	}
}

func TestScheduleNotifications(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	one, _ := m.quietWebhook("https://hooks.example/1")
	two, _ := m.quietWebhook("https://hooks.example/2")
	plain := m.newSchedule(object{"cron": "0 0 * * *"})
	made := m.newSchedule(object{"cron": "0 0 * * *", "notifications": []object{
		{"webhookID": one}, {"webhookID": two, "on": []string{"canceled", "failed", "canceled"}},
	}})
	want := `[{"on":["failed"],"webhookID":"` + one + `"},{"on":["failed","canceled"],"webhookID":"` + two + `"}]`
	if asJSON(t, made["notifications"]) != want || asJSON(t, m.schedule(made["id"])["notifications"]) != want || asJSON(t, plain["notifications"]) != "[]" {
		t.Errorf("the schedules are %v and %v", made, plain)
	}
	path := schedulesPath + "/" + word(made["id"])
	m.Patch(m.token, path, object{"name": "Other"}).Want(http.StatusOK)
	m.Delete(m.token, webhooksPath+"/"+two).Want(http.StatusNoContent)
	if left := m.schedule(made["id"]); asJSON(t, left["notifications"]) != `[{"on":["failed"],"webhookID":"`+one+`"}]` {
		t.Errorf("after the webhook has gone: %v", left)
	}
	wantFault(t, m.Patch(m.token, path, object{"notifications": []object{{"webhookID": two}}}), http.StatusBadRequest, two)
	m.Patch(m.token, path, object{"notifications": []object{}}).Want(http.StatusOK)
	if left := m.schedule(made["id"]); asJSON(t, left["notifications"]) != "[]" {
		t.Errorf("after they were taken away: %v", left)
	}
}

func TestInvalidNotificationsAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	hook, _ := m.quietWebhook("https://hooks.example/1")
	var many []object
	for range 11 {
		many = append(many, object{"webhookID": uuid.NewString()})
	}
	for words, list := range map[string][]object{
		"nobody, which the schedule is to notify": {{"webhookID": "nobody"}},
		`notifications.on cannot be "due"`:        {{"webhookID": hook, "on": []string{"due"}}},
		"has no states":                           {{"webhookID": hook, "on": []string{}}},
		"twice":                                   {{"webhookID": hook}, {"webhookID": hook, "on": []string{"canceled"}}},
		"there are 11 notifications":              many,
		"control characters":                      {{"webhookID": "a\x07b"}},
		"webhookID":                               {{"on": []string{"failed"}}},
		"until":                                   {{"webhookID": hook, "until": "noon"}},
	} {
		t.Run(words, func(t *testing.T) {
			t.Parallel()
			body := object{"name": "Nightly", "environmentID": m.environment, "cron": "0 0 * * *", "notifications": list}
			wantFault(t, m.plain().For(t).Post(m.token, schedulesPath, body), http.StatusBadRequest, words)
		})
	}
}
