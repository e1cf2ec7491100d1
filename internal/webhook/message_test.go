package webhook_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/webhook"
)

func TestBody(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 29, 3, 30, 0, 7_000_000, time.FixedZone("", 2*3600))
	for want, event := range map[string]webhook.Event{
		`{"type":"webhook.test","timestamp":"2026-03-29T01:30:00.007Z","data":{"webhook":{"id":"w","name":"é \u003c"}}}`: {
			Kind: webhook.Test, At: at, Data: webhook.Data{Webhook: &webhook.NamedRef{ID: "w", Name: "é <"}},
		},
		`{"type":"run.canceled","timestamp":"2026-03-29T01:30:00.007Z","data":{"run":{"id":7,"runType":"refresh","runStatus":"canceled",` +
			`"environmentID":"3","runEndTime":"2026-03-29T01:30:00.007Z","nodesInRun":2,"failedTests":0,"nodeStates":{"canceled":2}},` +
			`"environment":{"id":"3","name":"Production"},"project":{"id":"p","name":"Shop"}}}`: {
			Kind: webhook.RunCanceled, At: at, Data: webhook.Data{
				Run: &webhook.RunFacts{
					ID: 7, Type: "refresh", Status: "canceled", Environment: "3", EndedAt: webhook.Moment{Time: at}, Nodes: 2,
					States: map[string]int{"canceled": 2},
				},
				Environment: &webhook.NamedRef{ID: "3", Name: "Production"}, Project: &webhook.NamedRef{ID: "p", Name: "Shop"},
			},
		},
		`{"type":"schedule.failed","timestamp":"2026-03-29T01:30:00.007Z","data":{"schedule":{"id":"s","name":"Nightly",` +
			`"dueAt":"2026-03-29T01:30:00.007Z","reason":"nothing is deployed"}}}`: {
			Kind: webhook.ScheduleFailed, At: at, Data: webhook.Data{Schedule: &webhook.ScheduleFacts{
				ID: "s", Name: "Nightly", DueAt: webhook.Moment{Time: at}, Reason: "nothing is deployed",
			}},
		},
	} {
		body, err := event.Body()
		if err != nil || string(body) != want {
			t.Errorf("the message of %s is\n%s, %v; want\n%s", event.Kind, body, err, want)
		}
	}
}
