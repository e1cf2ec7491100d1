package contract_test

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/run"
)

// newWebhookFixture is a fixture whose run ends are sent to a receiver on this machine.
func newWebhookFixture(t *testing.T, database apptest.Database) *deployedFixture {
	t.Helper()
	m := &deployedFixture{Platform: start(t, database, privateWebhooks), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Mill")
	m.environment = m.NewEnvironment(m.token, m.home, "Production")
	m.Deploy(m.organization, m.environment, deployedFiles())
	return m
}

func TestRunEndIsDelivered(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newWebhookFixture(t, database)
		box := newReceiver(t)
		hook := newWebhook(m.Platform, m.token, object{"url": box.URL + "/hook", "environmentID": m.environment})
		for _, end := range []runEnd{{"7", "completed"}, {"none", "failed"}} {
			number := m.startRun(nil, object{"number": end.number, "password": "open-sesame-4711"})
			got := box.next()
			if strconv.FormatInt(got.Data.Run.ID, 10) != number || !got.isSignedBy(hook.Secret) || bytes.Contains(got.body, []byte("open-sesame")) {
				t.Errorf("got %s, %+v", got.body, got.header)
			}
			end.wantNotification(t, m, got)
			logged := deliveryIs(t, m.Platform, m.token, hook.Webhook.ID, "delivered")
			if logged.ID != got.ID || logged.RunID != got.Data.Run.ID || logged.Event != got.Type || logged.Attempts[0].Status != http.StatusOK {
				t.Errorf("the log says %+v", logged)
			}
		}
	})
}

// runEnd is the expected end of a run.
type runEnd struct{ number, status string }

// wantNotification checks the message about a run.
func (e runEnd) wantNotification(t *testing.T, m *deployedFixture, got receivedMessage) {
	t.Helper()
	told := got.Data.Run
	if got.Type != "run."+e.status || told.RunStatus != e.status || told.RunType != "refresh" || told.EnvironmentID != m.environment || told.NodesInRun != 5 {
		t.Errorf("the run is told as %+v", told)
	}
	hasFailed := told.NodeStates["failed"] == 1 && told.NodeStates["skipped"] == 1 && told.RunFailureReason != ""
	if hasFailed != (e.status == "failed") {
		t.Errorf("the run is told as %+v", told)
	}
	if diff := cmp.Diff(told.EnvironmentID+" Production "+m.home+" Mill", strings.Join([]string{
		got.Data.Environment.ID, got.Data.Environment.Name, got.Data.Project.ID, got.Data.Project.Name,
	}, " ")); diff != "" {
		t.Error(diff)
	}
}

// TestEventsStayInOrganization checks that a webhook of one organization gets no events of another.
func TestEventsStayInOrganization(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newWebhookFixture(t, database)
		_, rival := m.NewOrganization("Rival", "boss@rival.example")
		own, theirs := newReceiver(t), newReceiver(t)
		newWebhook(m.Platform, m.token, object{"url": own.URL})
		hook := newWebhook(m.Platform, rival.Token, object{"url": theirs.URL}).Webhook.ID
		m.startRun(nil, nil)
		own.next()
		m.Post(rival.Token, webhooksPath+"/"+hook+"/test", nil).Want(http.StatusAccepted)
		if got := theirs.next(); got.Type != "webhook.test" || got.Data.Webhook.ID != hook {
			t.Errorf("another organization was told: %s", got.body)
		}
		if len(theirs.letters) > 0 {
			t.Errorf("another organization was told: %+v", <-theirs.letters)
		}
		m.Get(m.token, webhooksPath+"/"+hook).Want(http.StatusNotFound)
		m.Get(m.token, webhooksPath+"/"+hook+"/deliveries").Want(http.StatusNotFound)
	})
}

// TestEventsSurviveServerExit checks that another server sends the message, because it is stored with the end of the
// run.
func TestEventsSurviveServerExit(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, privateWebhooks)
		token := platform.AdminToken()
		environment := platform.NewEnvironment(token, platform.NewProject(token, "Mill"), "Production")
		box := newReceiver(t)
		newWebhook(platform, token, object{"url": box.URL})
		// The process ends right after it.
		number := platform.NewRun(platform.Me(token).Organization.ID, environment, run.Refresh, run.Failed)
		if got := box.next(); got.Type != "run.failed" || strconv.FormatInt(got.Data.Run.ID, 10) != number {
			t.Errorf("got %s", got.body)
		}
	})
}

func TestReplayDelivery(t *testing.T) {
	t.Parallel()
	m := newWebhookFixture(t, apptest.Database{})
	box := newReceiver(t)
	box.refuses.Store(true)
	hook := newWebhook(m.Platform, m.token, object{"url": box.URL, "events": []string{"run.completed"}})
	path := webhooksPath + "/" + hook.Webhook.ID
	m.startRun(nil, nil)
	logged := deliveryIs(t, m.Platform, m.token, hook.Webhook.ID, "waiting")
	if logged.Attempts[0].Status != 500 || !strings.Contains(logged.Attempts[0].Answer, "out of order") || logged.NextAttemptAt == "" {
		t.Errorf("the log says %+v", logged)
	}
	if m.Get(m.token, path).Want(http.StatusOK).Field("failingSince") == "" {
		t.Error("the webhook does not say that it fails")
	}
	box.refuses.Store(false)
	rotated := m.Post(m.token, path+"/secret", nil).Want(http.StatusOK).Field("secret")
	m.Post(m.token, path+"/deliveries/"+logged.ID+"/replay", nil).Want(http.StatusAccepted)
	got := box.next()
	if got.ID != logged.ID || got.Type != "run.completed" || !got.isSignedBy(hook.Secret) || !got.isSignedBy(rotated) {
		t.Errorf("got %s, %+v", got.body, got.header)
	}
	if after := deliveryIs(t, m.Platform, m.token, hook.Webhook.ID, "delivered"); len(after.Attempts) < 2 {
		t.Errorf("the log says %+v", after)
	}
}
