package storetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/webhook"
)

func webhookEventCases() cases {
	return cases{
		"the end of a run notifies webhooks":             endIsNotified,
		"each kind of end has its event":                 everyEndHasItsEvent,
		"a run that ends without a worker notifies":      canceledWaitingIsNotified,
		"a webhook is notified only of its organization": noneOfAnothersRuns,
		"a webhook is notified only of its environment":  noneOfOtherEnvironments,
		"an inactive webhook gets no delivery":           inactiveHearsNothing,
		"runs of workspaces notify no webhook":           workspacesNotifyNone,
		"a run that does not end notifies no webhook":    noEndNoEvent,
		"a run ends while its webhook is deleted":        endWhileDeleted,
	}
}

func endIsNotified(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	p := o.project(t)
	env := o.environment(t, p.ID)
	draft := o.draft(env.ID, "a", "b", "c")
	draft.Parameters = []byte(`{"password": "geheim"}`)
	draft.Details.Description = "nightly"
	claimed := o.claimRun(t, o.insert(t, draft).ID)
	o.save(t, claimed, result("a", run.NodeComplete), result("b", run.NodeFailed))
	ok(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Failed, Reason: "node b \x00failed"}))

	told := o.deliveries(t, stored.ID)
	if len(told) != 1 {
		t.Fatalf("told %d times", len(told))
	}
	equal(t, told[0].Kind, webhook.RunFailed)
	equal(t, told[0].Run, claimed.Run.ID)
	equal(t, told[0].State, webhook.Waiting)
	if strings.Contains(string(told[0].Body), "geheim") {
		t.Errorf("the message holds a parameter: %s", told[0].Body)
	}
	ended := o.found(t, claimed.Run.ID)
	const written = "2006-01-02T15:04:05.000Z"
	want := map[string]any{
		"type": "run.failed", "timestamp": ended.EndedAt.Format(written),
		"data": map[string]any{
			"run": map[string]any{
				"id": float64(ended.ID), "runType": "refresh", "runStatus": "failed", "environmentID": ids.FormatNumber(env.ID),
				"runStartTime": ended.StartedAt.Format(written), "runEndTime": ended.EndedAt.Format(written),
				"runFailureReason": "node b failed", "description": "nightly", "userID": string(o.admin.ID), "nodesInRun": 3.0, "failedTests": 0.0,
				"nodeStates": map[string]any{"complete": 1.0, "failed": 1.0, "skipped": 1.0},
			},
			"environment": map[string]any{"id": ids.FormatNumber(env.ID), "name": env.Name},
			"project":     map[string]any{"id": string(p.ID), "name": p.Name},
		},
	}
	var got map[string]any
	ok(t, json.Unmarshal(told[0].Body, &got))
	equal(t, got, want)
}

func everyEndHasItsEvent(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	all := o.webhook(t)
	only := map[webhook.Kind]webhook.Webhook{}
	for _, kind := range webhook.Kinds() {
		only[kind] = o.webhook(t, kind)
	}
	var kinds []webhook.Kind
	for _, end := range []struct {
		what run.Type
		how  run.Status
		kind webhook.Kind
	}{
		{run.Refresh, run.Completed, webhook.RunCompleted},
		{run.Refresh, run.Failed, webhook.RunFailed},
		{run.Refresh, run.Canceled, webhook.RunCanceled},
		{run.Deploy, run.Completed, webhook.DeployCompleted},
		{run.Deploy, run.Failed, webhook.DeployFailed},
		{run.Deploy, run.Canceled, webhook.DeployCanceled},
	} {
		draft := o.draft(o.environment(t, o.project(t).ID).ID)
		draft.Type = end.what
		o.finish(t, o.claimRun(t, o.insert(t, draft).ID), end.how)
		kinds = append(kinds, end.kind)
		equal(t, kindsOf(o.deliveries(t, only[end.kind].ID)), []webhook.Kind{end.kind})
	}
	equal(t, kindsOf(o.deliveries(t, all.ID)), kinds)
	equal(t, len(o.deliveries(t, only[webhook.ScheduleFailed].ID)), 0)
}

func kindsOf(deliveries []webhook.Delivery) []webhook.Kind {
	var kinds []webhook.Kind
	for _, delivery := range deliveries {
		kinds = append(kinds, delivery.Kind)
	}
	return kinds
}

func canceledWaitingIsNotified(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	waiting := o.refresh(t, o.environment(t, o.project(t).ID).ID, "a")
	_, err := o.db.Runs().Cancel(t.Context(), o.admin.actor, waiting.ID)
	ok(t, err)
	told := o.deliveries(t, stored.ID)
	equal(t, kindsOf(told), []webhook.Kind{webhook.RunCanceled})
	if len(told) == 1 && strings.Contains(string(told[0].Body), "runStartTime") {
		t.Errorf("a run that never began has a time at which it began: %s", told[0].Body)
	}
}

func noneOfAnothersRuns(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	stored, stranger := o.webhook(t), other.webhook(t)
	o.finish(t, o.started(t, "a"), run.Completed)
	equal(t, len(o.deliveries(t, stored.ID)), 1)
	equal(t, len(other.deliveries(t, stranger.ID)), 0)
}

func noneOfOtherEnvironments(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	here, there := o.environment(t, o.project(t).ID), o.environment(t, o.project(t).ID)
	draft := o.newWebhook()
	draft.Environment = here.ID
	ok(t, o.db.Webhooks().Create(t.Context(), o.admin.actor, draft))
	o.finish(t, o.claimRun(t, o.refresh(t, there.ID).ID), run.Completed)
	equal(t, len(o.deliveries(t, draft.ID)), 0)
	o.finish(t, o.claimRun(t, o.refresh(t, here.ID).ID), run.Completed)
	equal(t, len(o.deliveries(t, draft.ID)), 1)
}

func inactiveHearsNothing(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	o.changeWebhook(t, stored.ID, func(w *webhook.Webhook) { w.IsActive = false })
	o.finish(t, o.started(t, "a"), run.Completed)
	equal(t, len(o.deliveries(t, stored.ID)), 0)
}

func workspacesNotifyNone(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	workspaceFixture := o.workspace(t, o.project(t).ID)
	o.finish(t, o.claimRun(t, o.refresh(t, ids.Environment(workspaceFixture.ID)).ID), run.Failed)
	equal(t, len(o.deliveries(t, stored.ID)), 0)
}

// noEndNoEvent: the delivery is part of the transaction that ends the run, so a rejected end stores none.
func noEndNoEvent(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.webhook(t)
	claimed := o.started(t, "a")
	ctx, cancel := canceledContext(t)
	defer cancel()
	refused(t, o.db.Leases().Finish(ctx, claimed.Lease, run.Outcome{Status: run.Completed}), fault.Canceled)
	equal(t, len(o.deliveries(t, stored.ID)), 0)
	o.finish(t, claimed, run.Completed)
	lost(t, o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Failed}))
	equal(t, kindsOf(o.deliveries(t, stored.ID)), []webhook.Kind{webhook.RunCompleted})
}

// endWhileDeleted: deleting webhooks does not prevent runs from ending.
func endWhileDeleted(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for range 10 {
		stored, claimed := o.webhook(t), o.started(t, "a")
		for _, err := range together(2, func(i int) error {
			if i == 0 {
				return o.db.Webhooks().Delete(t.Context(), o.admin.actor, stored.ID)
			}
			return o.db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed})
		}) {
			ok(t, err)
		}
	}
}
