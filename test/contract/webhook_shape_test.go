package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

func TestWebhookOperations(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		made := newWebhook(m.Platform, m.token, object{"url": "https://hooks.example/a"})
		path := webhooksPath + "/" + made.Webhook.ID
		if !strings.HasPrefix(made.Secret, "whsec_") || !made.Webhook.IsActive || strings.Join(made.Webhook.Events, " ") != "*" {
			t.Errorf("made %+v", made)
		}
		for _, response := range []apptest.Response{m.Get(m.token, path), m.Get(m.token, webhooksPath)} {
			if body := string(response.Want(http.StatusOK).Body); strings.Contains(body, made.Secret) || strings.Contains(body, "sealed") {
				t.Errorf("the secret is in the answer: %s", body)
			}
		}
		var changed api.Webhook
		m.Patch(m.token, path, object{
			"environmentID": m.environment, "events": []string{"run.failed"}, "isActive": false, "description": "to Ops",
		}).Want(http.StatusOK).JSON(&changed)
		if *changed.EnvironmentID != m.environment || changed.IsActive || changed.Events[0] != "run.failed" || *changed.Description != "to Ops" {
			t.Errorf("changed to %+v", changed)
		}
		var cleared api.Webhook
		m.Patch(m.token, path, object{"environmentID": nil}).Want(http.StatusOK).JSON(&cleared)
		if cleared.EnvironmentID != nil || cleared.IsActive || cleared.Events[0] != "run.failed" {
			t.Errorf("cleared to %+v", cleared)
		}
		wantFault(t, m.Post(m.token, path+"/test", nil), http.StatusConflict, "is not active")
		m.Delete(m.token, path).Want(http.StatusNoContent)
		m.Get(m.token, path).Want(http.StatusNotFound)
		m.Stop()
		wantNotStored(t, database, m.Data, made.Secret)
	})
}

func TestInvalidWebhooksAreRejected(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	m.NewOrganization("Rival", "boss@rival.example") // with several organizations, private addresses must be listed
	for words, body := range map[string]object{
		"not protected by TLS":    {"url": "http://hooks.example"},
		"may not connect to":      {"url": "https://127.0.0.1:8443/hook"},
		"url is not allowed":      {"url": "https://169.254.169.254/latest/meta-data"},
		"user or a password":      {"url": "https://u:p@hooks.example"},
		"event \"run.exploded\"":  {"url": "https://hooks.example", "events": []string{"run.exploded"}},
		"environment 900002":      {"url": "https://hooks.example", "environmentID": 900002},
		"environmentID cannot be": {"url": "https://hooks.example", "environmentID": "all"},
	} {
		wantFault(t, m.Post(m.token, webhooksPath, body), http.StatusBadRequest, words)
	}
	made := newWebhook(m.Platform, m.token, object{"url": "https://hooks.example"})
	wantFault(t, m.Patch(m.token, webhooksPath+"/"+made.Webhook.ID, object{"url": "https://10.0.0.1"}), http.StatusBadRequest, "may not connect to")
	wantFault(t, m.Post(m.token, webhooksPath+"/"+made.Webhook.ID+"/deliveries/nothing/replay", nil), http.StatusNotFound, "delivery nothing")
	member := m.NewPerson(m.token, "ann@example.com", "contributor")
	wantFault(t, m.Get(member.Token, webhooksPath), http.StatusForbidden)
}

func TestDeliveriesArePaged(t *testing.T) {
	t.Parallel()
	m := newWebhookFixture(t, apptest.Database{})
	box := newReceiver(t)
	hook := newWebhook(m.Platform, m.token, object{"url": box.URL}).Webhook.ID
	var want []string
	for range 5 {
		want = append([]string{m.Post(m.token, webhooksPath+"/"+hook+"/test", nil).Want(http.StatusAccepted).Field("id")}, want...)
	}
	var got []string
	path := webhooksPath + "/" + hook + "/deliveries?limit=2"
	for next := path; next != ""; {
		var page struct {
			Data  []loggedDelivery
			Next  *string
			Total int
		}
		m.Get(m.token, next).Want(http.StatusOK).JSON(&page)
		if page.Total != 5 || len(page.Data) > 2 {
			t.Errorf("a page of %d of %d", len(page.Data), page.Total)
		}
		for _, delivery := range page.Data {
			got = append(got, delivery.ID)
		}
		if next = ""; page.Next != nil {
			next = path + "&startingFrom=" + *page.Next
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %v, want %v", got, want)
	}
	var whole struct{ Limit int }
	m.Get(m.token, webhooksPath+"/"+hook+"/deliveries").Want(http.StatusOK).JSON(&whole)
	if whole.Limit == 0 {
		t.Error("the list has no default limit")
	}
}
