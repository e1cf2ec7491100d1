package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// nullCase is a field that null clears: its value before, and the value shown after; nil is none.
type nullCase struct{ set, after any }

// wantCleared sets fields, sends null for each and checks the result. Other fields stay.
func wantCleared(t *testing.T, w *apiFixture, path string, fields map[string]nullCase) {
	t.Helper()
	w.Transport = nil
	for name, field := range fields {
		w.Patch(w.admin.Token, path, object{name: field.set}).Want(http.StatusOK)
		before := w.object(path)
		if before[name] == nil {
			t.Errorf("%s was not set: %v", name, before)
		}
		w.Patch(w.admin.Token, path, object{name: nil}).Want(http.StatusOK)
		after := w.object(path)
		if asJSON(t, after[name]) != asJSON(t, field.after) {
			t.Errorf("null for %s leaves %s, want %s", name, asJSON(t, after[name]), asJSON(t, field.after))
		}
		if after["name"] != before["name"] || after["url"] != before["url"] {
			t.Errorf("null for %s changed more: %v", name, after)
		}
	}
}

// wantKept sends null for fields that cannot be empty.
func wantKept(t *testing.T, w *apiFixture, path string, fields ...string) {
	t.Helper()
	before := w.object(path)
	for _, name := range fields {
		wantFault(t, w.Patch(w.admin.Token, path, object{name: nil}), http.StatusBadRequest, "field "+name+" cannot be null", "Leave it out")
	}
	if after := w.object(path); asJSON(t, after) != asJSON(t, before) {
		t.Errorf("refused, and yet it is %s", asJSON(t, after))
	}
}

func TestNullClearsOptionalFields(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		var hook struct{ Webhook struct{ ID string } }
		w.Post(w.admin.Token, "/api/v1/webhooks", object{"url": "https://example.com/hook", "events": []string{"run.failed"}}).
			Want(http.StatusCreated).JSON(&hook)
		webhook := "/api/v1/webhooks/" + hook.Webhook.ID
		wantCleared(t, w, webhook, map[string]nullCase{
			"description": {"mine", nil}, "environmentID": {w.names.environment, nil},
		})
		wantKept(t, w, webhook, "url", "events", "isActive")

		workspace := "/api/v1/workspaces/" + w.names.workspace
		wantCleared(t, w, workspace, map[string]nullCase{
			"connection": {w.names.connection, nil}, "parameters": {object{"a": 1}, object{}},
			"mappings": {object{"WORK": object{"database": "", "schema": "mine"}}, object{}},
		})
		wantKept(t, w, workspace, "name", "project", "branch")

		schedule := schedulesPath + "/" + w.names.schedule
		wantCleared(t, w, schedule, map[string]nullCase{
			"jobID": {1, nil}, "includeNodesSelector": {"{ GRAIN }", nil}, "excludeNodesSelector": {"{ SACK }", nil},
			"parameters": {object{"a": 1}, nil}, "parallelism": {3, nil}, "timeZone": {"Europe/Berlin", "UTC"},
			"retries": {object{"count": 2, "waitSeconds": 60, "from": "failure"}, object{"count": 0, "waitSeconds": 0, "from": "beginning"}},
			"overlap": {"skip", "queue"}, "missed": {"skip", "fireOnce"},
			"notifications": {[]object{{"webhookID": hook.Webhook.ID}}, []any{}},
		})
		wantKept(t, w, schedule, "name", "environmentID", "isPaused")
		wantTriggerCleared(t, w, schedule)
	})
}

// A schedule has exactly one trigger, so null for it needs another one in the same request.
func wantTriggerCleared(t *testing.T, w *apiFixture, schedule string) {
	t.Helper()
	for _, body := range []object{{"cron": nil}, {"trigger": nil, "cron": ""}} {
		wantFault(t, w.Patch(w.admin.Token, schedule, body), http.StatusBadRequest, "needs cron or trigger", "Set cron")
	}
	w.Patch(w.admin.Token, schedule, object{"cron": nil, "trigger": object{"afterJob": 1, "afterSchedule": nil}}).Want(http.StatusOK)
	wantFault(t, w.Patch(w.admin.Token, schedule, object{"trigger": nil}), http.StatusBadRequest, "needs cron or trigger")
	w.Patch(w.admin.Token, schedule, object{"cron": "0 5 * * *", "trigger": nil}).Want(http.StatusOK)
	if after := w.object(schedule); after["trigger"] != nil || after["cron"] != "0 5 * * *" {
		t.Errorf("the schedule is %v", after)
	}
	wantFault(t, w.Patch(w.admin.Token, schedule, object{"retries": object{"count": nil}}), http.StatusBadRequest, "field retries.count cannot be null")
	wantFault(t, w.Patch(w.admin.Token, schedule, object{"parallelism": 0}), http.StatusBadRequest, "parallelism cannot be 0")
}
