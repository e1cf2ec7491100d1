package storetest

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/webhook"
)

func webhookOutboxCases() cases {
	return cases{
		"due deliveries are claimed, oldest first":       dueIsClaimed,
		"one server at a time sends to a webhook":        oneSender,
		"one of many concurrent claims gets the lease":   leaseAtOnce,
		"an expired lease can be claimed":                leaseExpires,
		"an accepted delivery has ended":                 takenIsOver,
		"a failed delivery is retried":                   failedComesBack,
		"a paused webhook is not claimed":                pauseShuts,
		"a user's request ends the pause":                askedForDoesNotPause,
		"a replay starts over":                           replayStartsOver,
		"a replay during an attempt is sent":             replayDuringAnAttempt,
		"the least recently served webhook is first":     fairOrder,
		"deliveries of an inactive webhook are not sent": inactiveIsNotSent,
		"the log keeps the last attempts":                manyAttempts,
		"answers may contain any bytes":                  answersOfAnyBytes,
		"a report of a deleted delivery is ignored":      reportOfNothing,
	}
}

// outbox returns an organization alone in its database, so that every claim is its own.
func (w suiteContext) outbox(t *testing.T) (*tenant, webhook.Webhook) {
	t.Helper()
	o := w.tenantIn(t, w.database(t))
	return o, o.webhook(t)
}

func (o *tenant) try(t *testing.T, id webhook.ID) webhook.Delivery {
	t.Helper()
	sent, err := o.db.Webhooks().CreateTest(t.Context(), o.admin.actor, id)
	ok(t, err)
	return sent
}

// sender returns a claim request with a time well after everything was stored.
func sender(owner string) webhook.ClaimRequest {
	return webhook.ClaimRequest{Owner: owner, Length: time.Hour, Now: time.Now().Add(time.Second), Limit: 10}
}

// claimWebhook claims a webhook; nil if there is nothing to send.
func (o *tenant) claimWebhook(t *testing.T, claimant webhook.ClaimRequest) *webhook.Batch {
	t.Helper()
	round, err := o.db.Outbox().Claim(t.Context(), claimant)
	ok(t, err)
	return round
}

func (o *tenant) reports(t *testing.T, round *webhook.Batch, report webhook.AttemptResult) {
	t.Helper()
	for _, delivery := range round.Deliveries {
		if delivery.ID == report.Delivery {
			report.GiveUpAt = delivery.GiveUpAt
		}
	}
	ok(t, o.db.Outbox().Report(t.Context(), round.Lease, report))
}

func (o *tenant) releases(t *testing.T, round *webhook.Batch) {
	t.Helper()
	ok(t, o.db.Outbox().Release(t.Context(), round.Lease, time.Time{}))
}

func leaseLost(t *testing.T, err error) {
	t.Helper()
	if !webhook.IsLeaseLost(err) || !fault.Is(err, fault.Conflict) {
		t.Errorf("got %v, want a lost lease", err)
	}
}

func deliveryIDs(round *webhook.Batch) []webhook.DeliveryID {
	var found []webhook.DeliveryID
	for _, delivery := range round.Deliveries {
		found = append(found, delivery.ID)
	}
	return found
}

func dueIsClaimed(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	equal(t, o.claimWebhook(t, sender("me")) == nil, true)
	first, second, third := o.try(t, stored.ID), o.try(t, stored.ID), o.try(t, stored.ID)
	early := sender("me")
	early.Now = first.DueAt.Add(-time.Millisecond)
	equal(t, o.claimWebhook(t, early) == nil, true)
	some := sender("me")
	some.Limit = 2
	round := o.claimWebhook(t, some)
	equal(t, round.Webhook, stored)
	equal(t, deliveryIDs(round), []webhook.DeliveryID{first.ID, second.ID})
	equal(t, round.Deliveries[0], webhook.DueDelivery{ID: first.ID, Kind: webhook.Test, Body: first.Body, GiveUpAt: first.GiveUpAt})
	o.reports(t, round, webhook.AttemptResult{Delivery: first.ID, State: webhook.Delivered})
	o.releases(t, round)
	equal(t, deliveryIDs(o.claimWebhook(t, sender("me"))), []webhook.DeliveryID{second.ID, third.ID})
}

func oneSender(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	round := o.claimWebhook(t, sender("first"))
	equal(t, o.claimWebhook(t, sender("second")) == nil, true)
	equal(t, o.claimWebhook(t, sender("first")) == nil, true)
	o.releases(t, round)
	next := o.claimWebhook(t, sender("second"))
	equal(t, deliveryIDs(next), []webhook.DeliveryID{sent.ID})
	leaseLost(t, o.db.Outbox().Report(t.Context(), round.Lease, webhook.AttemptResult{Delivery: sent.ID, State: webhook.Delivered}))
	leaseLost(t, o.db.Outbox().Release(t.Context(), round.Lease, time.Time{}))
	equal(t, o.deliveries(t, stored.ID), []webhook.Delivery{sent})
}

func leaseAtOnce(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	o.try(t, stored.ID)
	rounds := make([]*webhook.Batch, 8)
	for _, err := range together(len(rounds), func(i int) (err error) {
		rounds[i], err = o.db.Outbox().Claim(t.Context(), sender(unique()))
		return err
	}) {
		ok(t, err)
	}
	claimed := 0
	for _, round := range rounds {
		if round != nil {
			claimed++
		}
	}
	equal(t, claimed, 1)
}

// leaseExpires: another server sends what a dead server was about to send.
func leaseExpires(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	brief := sender("first")
	brief.Length = -time.Second
	round := o.claimWebhook(t, brief)
	next := o.claimWebhook(t, sender("first")) // even by the same owner
	equal(t, deliveryIDs(next), []webhook.DeliveryID{sent.ID})
	leaseLost(t, o.db.Outbox().Report(t.Context(), round.Lease, webhook.AttemptResult{Delivery: sent.ID, State: webhook.Delivered}))
	o.reports(t, next, webhook.AttemptResult{Delivery: sent.ID, State: webhook.Delivered})
}

func takenIsOver(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	round := o.claimWebhook(t, sender("me"))
	attempt := webhook.Attempt{StartedAt: noon(), Took: 12 * time.Millisecond, Status: 204, Answer: "thank you"}
	o.reports(t, round, webhook.AttemptResult{Delivery: sent.ID, Attempt: attempt, State: webhook.Delivered})
	o.releases(t, round)
	equal(t, o.claimWebhook(t, sender("me")) == nil, true)
	found := o.deliveries(t, stored.ID)[0]
	attempt.Number = 1
	equal(t, found.State, webhook.Delivered)
	equal(t, found.EndedAt.IsZero(), false)
	equal(t, found.Attempts, []webhook.Attempt{attempt})
}

func failedComesBack(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	for failed := range 3 {
		at := sender("me")
		at.Now = at.Now.Add(time.Duration(failed) * time.Hour)
		round := o.claimWebhook(t, at)
		equal(t, round.Deliveries[0].Failed, failed)
		o.reports(t, round, webhook.AttemptResult{
			Delivery: sent.ID, State: webhook.Waiting, DueAt: at.Now.Add(time.Hour),
			Attempt: webhook.Attempt{StartedAt: noon(), Status: 500, Problem: "the receiver answered 500"},
		})
		o.releases(t, round)
		equal(t, o.claimWebhook(t, at) == nil, true)
	}
	found, err := o.db.Webhooks().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found.FailingSince.IsZero(), false)

	late := sender("me")
	late.Now = late.Now.Add(3 * time.Hour)
	round := o.claimWebhook(t, late)
	o.reports(t, round, webhook.AttemptResult{Delivery: sent.ID, State: webhook.Delivered, Attempt: webhook.Attempt{StartedAt: noon(), Status: 200}})
	o.releases(t, round)
	found, err = o.db.Webhooks().Find(t.Context(), o.Organization.ID, stored.ID)
	ok(t, err)
	equal(t, found.FailingSince.IsZero(), true)
	equal(t, len(o.deliveries(t, stored.ID)[0].Attempts), 4)
}

func pauseShuts(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	o.try(t, stored.ID)
	now := sender("me")
	round := o.claimWebhook(t, now)
	ok(t, o.db.Outbox().Release(t.Context(), round.Lease, now.Now.Add(time.Minute)))
	equal(t, o.claimWebhook(t, now) == nil, true)
	now.Now = now.Now.Add(time.Minute)
	equal(t, o.claimWebhook(t, now) != nil, true)
}

func askedForDoesNotPause(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	for _, ask := range []func(){
		func() { o.try(t, stored.ID) },
		func() { o.replay(t, stored.ID, sent.ID) },
		func() { o.changeWebhook(t, stored.ID, func(w *webhook.Webhook) { w.URL = "https://fixed.example" }) },
	} {
		round := o.claimWebhook(t, sender("me"))
		ok(t, o.db.Outbox().Release(t.Context(), round.Lease, time.Now().Add(time.Hour)))
		equal(t, o.claimWebhook(t, sender("me")) == nil, true)
		ask()
		o.releases(t, o.claimWebhook(t, sender("me")))
	}
}

func (o *tenant) replay(t *testing.T, of webhook.ID, id webhook.DeliveryID) webhook.Delivery {
	t.Helper()
	replayed, err := o.db.Webhooks().Replay(t.Context(), o.admin.actor, of, id)
	ok(t, err)
	return replayed
}

func replayStartsOver(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	for i, state := range []webhook.State{webhook.Delivered, webhook.Failed, webhook.Waiting} {
		round := o.claimWebhook(t, sender("me"))
		equal(t, round.Deliveries[0].Failed, 0)
		equal(t, string(round.Deliveries[0].Body), string(sent.Body))
		o.reports(t, round, webhook.AttemptResult{
			Delivery: sent.ID, State: state, DueAt: time.Now().Add(time.Hour), Attempt: webhook.Attempt{StartedAt: noon(), Status: 500},
		})
		o.releases(t, round)
		equal(t, o.claimWebhook(t, sender("me")) == nil, true)
		replayed := o.replay(t, stored.ID, sent.ID)
		equal(t, replayed.ID, sent.ID)
		equal(t, replayed.State, webhook.Waiting)
		equal(t, replayed.EndedAt.IsZero(), true)
		equal(t, replayed.GiveUpAt.Sub(replayed.DueAt), webhook.RetryFor)
		equal(t, len(replayed.Attempts), i+1)
	}
	_, err := o.db.Webhooks().Replay(t.Context(), o.admin.actor, stored.ID, "nothing")
	refused(t, err, fault.NotFound, "delivery nothing")
	_, err = o.db.Webhooks().Replay(t.Context(), o.admin.actor, o.webhook(t).ID, sent.ID)
	refused(t, err, fault.NotFound, "delivery")
}

// replayDuringAnAttempt: whatever the result of the attempt, the replay is due afterwards.
func replayDuringAnAttempt(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	for i, state := range []webhook.State{webhook.Delivered, webhook.Failed, webhook.Waiting} {
		round := o.claimWebhook(t, sender("me"))
		o.replay(t, stored.ID, sent.ID)
		o.reports(t, round, webhook.AttemptResult{
			Delivery: sent.ID, State: state, DueAt: time.Now().Add(time.Hour), Attempt: webhook.Attempt{StartedAt: noon(), Status: 200},
		})
		o.releases(t, round)
		found := o.deliveries(t, stored.ID)[0]
		equal(t, found.State, webhook.Waiting)
		equal(t, found.EndedAt.IsZero(), true)
		equal(t, len(found.Attempts), i+1)
	}
	round := o.claimWebhook(t, sender("me"))
	equal(t, deliveryIDs(round), []webhook.DeliveryID{sent.ID})
	equal(t, round.Deliveries[0].Failed, 0)
}

func fairOrder(t *testing.T, w suiteContext) {
	o, first := w.outbox(t)
	second := o.webhook(t)
	for range 3 {
		o.try(t, first.ID)
		o.try(t, second.ID)
	}
	var served []webhook.ID
	for range 4 {
		round := o.claimWebhook(t, sender("me"))
		served = append(served, round.Webhook.ID)
		o.releases(t, round)
		time.Sleep(2 * time.Millisecond) // the database compares leases by the millisecond
	}
	equal(t, served[0] != served[1], true)
	equal(t, served[2:], served[:2])
}

func inactiveIsNotSent(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	o.try(t, stored.ID)
	o.changeWebhook(t, stored.ID, func(w *webhook.Webhook) { w.IsActive = false })
	equal(t, o.claimWebhook(t, sender("me")) == nil, true)
	o.changeWebhook(t, stored.ID, func(w *webhook.Webhook) { w.IsActive = true })
	equal(t, len(o.claimWebhook(t, sender("me")).Deliveries), 1)
}

func manyAttempts(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	round := o.claimWebhook(t, sender("me"))
	for range webhook.KeepAttempts + 5 {
		o.reports(t, round, webhook.AttemptResult{Delivery: sent.ID, State: webhook.Waiting, DueAt: noon(), Attempt: webhook.Attempt{StartedAt: noon()}})
	}
	attempts := o.deliveries(t, stored.ID)[0].Attempts
	equal(t, len(attempts), webhook.KeepAttempts)
	equal(t, attempts[0].Number, 6)
}

func answersOfAnyBytes(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	sent := o.try(t, stored.ID)
	round := o.claimWebhook(t, sender("me"))
	o.reports(t, round, webhook.AttemptResult{
		Delivery: sent.ID, State: webhook.Delivered, Attempt: webhook.Attempt{StartedAt: noon(), Status: 200, Answer: "a\x00b\xffc é"},
	})
	equal(t, o.deliveries(t, stored.ID)[0].Attempts[0].Answer, "ab\uFFFDc é")
}

func reportOfNothing(t *testing.T, w suiteContext) {
	o, stored := w.outbox(t)
	o.try(t, stored.ID)
	round := o.claimWebhook(t, sender("me"))
	o.reports(t, round, webhook.AttemptResult{Delivery: "gone", State: webhook.Delivered})
	ok(t, o.db.Webhooks().Delete(t.Context(), o.admin.actor, stored.ID))
	leaseLost(t, o.db.Outbox().Report(t.Context(), round.Lease, webhook.AttemptResult{Delivery: round.Deliveries[0].ID, State: webhook.Delivered}))
}
