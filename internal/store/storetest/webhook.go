package storetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/webhook"
)

func webhookCases() cases {
	return cases{
		"a created object is found":                        webhookIsFound,
		"a change is returned and stored":                  webhookChangeIsStored,
		"a webhook is deleted with its deliveries":         webhookIsDeleted,
		"another organization does not see it":             webhookIsOfOneOrganization,
		"a webhook's environment must exist":               webhookOfNothing,
		"a webhook is deleted with its environment":        webhookGoesWithEnvironment,
		"an organization has a maximum number of webhooks": maxWebhooks,
		"concurrent creates respect the maximum":           webhooksAtOnce,
		"a list is ordered and paged":                      webhooksAreListed,
		"a test is a delivery":                             testIsDelivery,
		"an inactive webhook cannot be tested":             inactiveIsNotTried,
	}
}

func (o *tenant) newWebhook(kinds ...webhook.Kind) webhook.Webhook {
	if len(kinds) == 0 {
		kinds = []webhook.Kind{webhook.AllKinds}
	}
	return webhook.Webhook{
		Organization: o.Organization.ID, ID: ids.New[webhook.ID](), URL: "https://example.com/" + unique(), Description: "to tést",
		Kinds: kinds, IsActive: true, SealedSecret: "v1.sealed", CreatedBy: o.admin.ID, CreatedAt: noon(),
	}
}

// webhook stores a webhook that subscribes to some kinds; none is all.
func (o *tenant) webhook(t *testing.T, kinds ...webhook.Kind) webhook.Webhook {
	t.Helper()
	w := o.newWebhook(kinds...)
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, w))
	return w
}

func (o *tenant) changeWebhook(t *testing.T, id webhook.ID, change func(*webhook.Webhook)) webhook.Webhook {
	t.Helper()
	changed, err := o.db.Webhooks().Change(t.Context(), o.admin.actor, id, func(w *webhook.Webhook) error {
		change(w)
		return nil
	})
	ok(t, err)
	return changed
}

// deliveries returns the deliveries of a webhook, oldest first.
func (o *tenant) deliveries(t *testing.T, id webhook.ID) []webhook.Delivery {
	t.Helper()
	result, err := o.db.Webhooks().Deliveries(t.Context(), webhook.DeliveryQuery{Organization: o.Organization.ID, Webhook: id, Page: ordered("id")})
	ok(t, err)
	return result.Items
}

func (s *writeFixture) webhookWrites() map[string]write {
	return map[string]write{
		"Webhooks.Create": func(ctx context.Context, by account.Actor) error {
			return s.db.Webhooks().Create(ctx, by, s.newWebhook())
		},
		"Webhooks.Change": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Webhooks().Change(ctx, by, s.hook.ID, func(w *webhook.Webhook) error {
				w.Description = "other"
				return nil
			})
			return err
		},
		"Webhooks.Delete": func(ctx context.Context, by account.Actor) error {
			return s.db.Webhooks().Delete(ctx, by, s.hook.ID)
		},
		"Webhooks.CreateTest": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Webhooks().CreateTest(ctx, by, s.hook.ID)
			return err
		},
		"Webhooks.Replay": func(ctx context.Context, by account.Actor) error {
			_, err := s.db.Webhooks().Replay(ctx, by, s.hook.ID, s.message.ID)
			return err
		},
	}
}

func webhookIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	plain := o.webhook(t)
	full := o.newWebhook(webhook.RunFailed, webhook.DeployFailed)
	full.Environment, full.IsActive = o.environment(t, o.project(t).ID).ID, false
	full.Retired = []webhook.RetiredSecret{{Sealed: "v1.old", Until: noon().Add(time.Hour)}}
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, full))
	for _, want := range []webhook.Webhook{plain, full} {
		found, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, want.ID)
		ok(t, err)
		equal(t, found, want)
	}
	_, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, "nothing")
	refused(t, err, fault.NotFound, "webhook nothing")
}

func webhookChangeIsStored(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	env := o.environment(t, o.project(t).ID)
	for _, change := range []func(*webhook.Webhook){
		func(w *webhook.Webhook) { w.URL, w.Description = "https://elsewhere.example", "" },
		func(w *webhook.Webhook) {
			w.Kinds, w.Environment, w.IsActive = []webhook.Kind{webhook.RunFailed}, env.ID, false
		},
		func(w *webhook.Webhook) {
			w.SealedSecret, w.Retired = "v1.new", []webhook.RetiredSecret{{Sealed: "v1.sealed", Until: noon()}}
		},
		func(w *webhook.Webhook) { w.Environment, w.Retired = 0, nil },
	} {
		change(&stored)
		equal(t, o.changeWebhook(t, stored.ID, change), stored)
		found, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, stored.ID)
		ok(t, err)
		equal(t, found, stored)
	}
	_, err := o.db.Webhooks().Change(t.Context(), o.admin.actor, stored.ID, func(w *webhook.Webhook) error {
		w.URL = "https://nowhere.example"
		return fault.New(fault.Invalid, "second thoughts")
	})
	refused(t, err, fault.Invalid, "second thoughts")
	found, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found, stored)
}

func webhookIsDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	_, err := o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, stored.ID)
	ok(t, err)
	ok(t, o.db.Webhooks().Delete(t.Context(), o.admin.actor, stored.ID))
	_, err = o.db.Webhooks().Find(t.Context(), o.Organization.ID, stored.ID)
	refused(t, err, fault.NotFound)
	_, err = o.db.Webhooks().Deliveries(t.Context(), webhook.DeliveryQuery{Organization: o.Organization.ID, Webhook: stored.ID})
	refused(t, err, fault.NotFound)
	refused(t, o.db.Webhooks().Delete(t.Context(), o.admin.actor, stored.ID), fault.NotFound)
}

func webhookIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	stored := o.webhook(t)
	sent, err := o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, stored.ID)
	ok(t, err)
	webhooks := o.db.Webhooks()
	_, err = webhooks.Find(t.Context(), other.Organization.ID, stored.ID)
	refused(t, err, fault.NotFound)
	_, err = webhooks.Change(t.Context(), other.admin.actor, stored.ID, func(*webhook.Webhook) error {
		t.Error("a stranger was about to change a webhook")
		return nil
	})
	refused(t, err, fault.NotFound)
	refused(t, webhooks.Delete(t.Context(), other.admin.actor, stored.ID), fault.NotFound)
	_, err = webhooks.CreateTest(t.Context(), other.admin.actor, stored.ID)
	refused(t, err, fault.NotFound)
	_, err = webhooks.Replay(t.Context(), other.admin.actor, stored.ID, sent.ID)
	refused(t, err, fault.NotFound)
	_, err = webhooks.Replay(t.Context(), other.admin.actor, other.webhook(t).ID, sent.ID)
	refused(t, err, fault.NotFound, "delivery")
	_, err = webhooks.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: other.Organization.ID, Webhook: stored.ID})
	refused(t, err, fault.NotFound)
	listed, err := webhooks.List(t.Context(), other.Organization.ID, ordered("id"))
	ok(t, err)
	equal(t, listed.Total, 1)
}

func webhookOfNothing(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	stranger := other.environment(t, other.project(t).ID)
	draft := o.newWebhook()
	draft.Environment = stranger.ID
	refused(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, draft), fault.Invalid, "environment")
	stored := o.webhook(t)
	_, err := o.db.Webhooks().Change(t.Context(), o.admin.actor, stored.ID, func(w *webhook.Webhook) error {
		w.Environment = 999
		return nil
	})
	refused(t, err, fault.Invalid, "environment 999")
}

func webhookGoesWithEnvironment(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	env := o.environment(t, o.project(t).ID)
	draft := o.newWebhook()
	draft.Environment = env.ID
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, draft))
	ok(t, o.db.Environments().Delete(t.Context(), o.admin.actor, env.ID))
	_, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, draft.ID)
	refused(t, err, fault.NotFound)
}

func maxWebhooks(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range webhook.MaxWebhooks {
		o.webhook(t)
	}
	refused(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, o.newWebhook()), fault.Conflict, "100 webhooks")
	w.tenant(t).webhook(t)
}

func webhooksAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range webhook.MaxWebhooks - 3 {
		o.webhook(t)
	}
	created := 0
	for _, err := range together(8, func(int) error { return o.db.Webhooks().Create(t.Context(), o.admin.actor, o.newWebhook()) }) {
		if err == nil {
			created++
			continue
		}
		refused(t, err, fault.Conflict)
	}
	equal(t, created, 3)
}

func webhooksAreListed(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	var urls []string
	for _, url := range []string{"https://b.example", "https://a.example", "https://c.example"} {
		draft := o.newWebhook()
		draft.URL = url
		ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, draft))
	}
	request := page.Request{OrderBy: "url", Limit: 2}
	for {
		result, err := o.db.Webhooks().List(t.Context(), o.Organization.ID, request)
		ok(t, err)
		equal(t, result.Total, 3)
		for _, found := range result.Items {
			urls = append(urls, found.URL)
		}
		if result.Next == nil {
			break
		}
		request.After = result.Next
	}
	equal(t, urls, []string{"https://a.example", "https://b.example", "https://c.example"})
}

func testIsDelivery(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t, webhook.RunFailed)
	sent, err := o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, stored.ID)
	ok(t, err)
	equal(t, o.deliveries(t, stored.ID), []webhook.Delivery{sent})
	equal(t, sent.Kind, webhook.Test)
	equal(t, sent.State, webhook.Waiting)
	equal(t, sent.GiveUpAt.Sub(sent.DueAt), webhook.RetryFor)
	var message map[string]any
	ok(t, json.Unmarshal(sent.Body, &message))
	equal(t, message["type"], any("webhook.test"))
	equal(t, message["data"], any(map[string]any{"webhook": map[string]any{"id": string(stored.ID), "name": stored.Description}}))
}

func inactiveIsNotTried(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	sent, err := o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, stored.ID)
	ok(t, err)
	o.changeWebhook(t, stored.ID, func(w *webhook.Webhook) { w.IsActive = false })
	_, err = o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, stored.ID)
	refused(t, err, fault.Conflict, "is not active")
	_, err = o.db.Webhooks().Replay(t.Context(), o.admin.actor, stored.ID, sent.ID)
	refused(t, err, fault.Conflict, "is not active")
	equal(t, len(o.deliveries(t, stored.ID)), 1)
}
