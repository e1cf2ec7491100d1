package contract_test

import (
	"net/http"

	"github.com/google/uuid"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const (
	webhooksPath = "/api/v1/webhooks"
	sent         = http.StatusAccepted
)

func webhookOperations() map[string]operationCase {
	one := func(n names) string { return webhooksPath + "/" + n.webhook }
	return map[string]operationCase{
		"listWebhooks": listed(webhooksPath),
		"createWebhook": about(created, func(n names) apptest.Request {
			return post(webhooksPath, object{"url": "https://hooks.invalid/" + n.fresh, "events": []string{"run.failed"}, "isActive": false})
		}).refusing(http.StatusBadRequest, fixed(post(webhooksPath, object{"url": "https://169.254.169.254/"}))),
		"getWebhook":          about(ok, func(n names) apptest.Request { return get(one(n)) }).with(someWebhook),
		"updateWebhook":       about(ok, func(n names) apptest.Request { return patch(one(n), object{"description": n.fresh}) }).with(someWebhook),
		"deleteWebhook":       about(gone, func(n names) apptest.Request { return del(one(n)) }).with(freshWebhook),
		"rotateWebhookSecret": about(ok, func(n names) apptest.Request { return post(one(n)+"/secret", nil) }).with(someWebhook),
		"testWebhook":         about(sent, func(n names) apptest.Request { return post(one(n)+"/test", nil) }).with(someWebhook),
		"listDeliveries":      about(ok, func(n names) apptest.Request { return get(one(n) + "/deliveries?limit=2") }).with(someWebhook),
		"replayDelivery": about(sent, func(n names) apptest.Request {
			return post(one(n)+"/deliveries/"+n.delivery+"/replay", nil)
		}).with(someWebhook),
	}
}

// freshWebhook creates a webhook of the organization whose messages are not received, with a message.
func freshWebhook(w *apiFixture, n *names, _ apptest.Person) {
	n.webhook = newWebhook(w.Platform, w.admin.Token, object{"url": "https://hooks.invalid/" + w.freshText()}).Webhook.ID
	n.delivery = w.Post(w.admin.Token, webhooksPath+"/"+n.webhook+"/test", nil).Want(http.StatusAccepted).Field("id")
}

// someWebhook returns the same webhook every time, because their number is limited.
func someWebhook(w *apiFixture, n *names, who apptest.Person) {
	if w.names.webhook == "" {
		freshWebhook(w, &w.names, who)
	}
	n.webhook, n.delivery = w.names.webhook, w.names.delivery
}

// newWebhook creates a webhook.
func newWebhook(platform *apptest.Platform, token string, body object) api.NewWebhook {
	var made api.NewWebhook
	platform.Post(token, webhooksPath, body).Want(http.StatusCreated).JSON(&made)
	return made
}

// absentWebhook returns names of a webhook and a message that do not exist.
func absentWebhook(n names) names {
	n.webhook, n.delivery = uuid.NewString(), uuid.NewString()
	return n
}
