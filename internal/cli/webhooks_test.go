package cli_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/config"
)

// receiver starts a webhook receiver and returns a channel with the ids of its messages.
func receiver(t *testing.T) (address string, received <-chan string) {
	t.Helper()
	ids := make(chan string, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		ids <- request.Header.Get("Webhook-Id")
	}))
	t.Cleanup(server.Close)
	return server.URL, ids
}

// await waits until a message with an id arrives.
func await(t *testing.T, received <-chan string, id string) {
	t.Helper()
	deadline := time.After(time.Minute)
	for {
		select {
		case got := <-received:
			if got == id {
				return
			}
		case <-deadline:
			t.Fatalf("message %s did not arrive", id)
		}
	}
}

// until repeats a command until its output matches the pattern.
func (r *remote) until(pattern string, args ...string) {
	r.Helper()
	wanted := regexp.MustCompile(`(?m)` + pattern)
	for deadline := time.Now().Add(time.Minute); ; {
		got := r.run(args...)
		if wanted.MatchString(got.out) {
			return
		}
		if time.Now().After(deadline) {
			r.Fatalf("no match for %s in\n%s%s", pattern, got.out, got.err)
		}
	}
}

func TestWebhooks(t *testing.T) {
	t.Parallel()
	s := newProjectFixture(t, func(c *config.Settings) { c.WebhookPrivateAddresses = true })
	address, received := receiver(t)
	s.want(s.run("webhooks"), 0, `^There are no webhooks\.$`)
	made := s.run("webhooks", "create", address, "--events", "run.failed,run.completed", "--environment", s.environment, "--description", "For Ann")
	s.want(made, 0, `^millrace: created webhook \S+; its secret is shown only once$`)
	if !regexp.MustCompile(`^whsec_\S+\n$`).MatchString(made.out) {
		t.Fatalf("the output is not only the secret: %q", made.out)
	}
	id := regexp.MustCompile(`webhook (\S+);`).FindStringSubmatch(made.err)[1]
	s.want(s.run("webhooks", "list"), 0, `^ID +STATE +URL +EVENTS`, `^`+id+` +on +`+address+` +run\.completed run\.failed +`+s.environment+` +For Ann$`)
	shown := s.run("webhooks", "get", id)
	s.want(shown, 0, `^state +on$`, `^environment +`+s.environment+`$`)
	if strings.Contains(shown.out, strings.TrimSpace(made.out)) {
		t.Error("the secret is shown again")
	}
	s.want(s.run("webhooks", "deliveries", id), 0, `^There are no deliveries\.$`)
	test := s.run("webhooks", "test", id, "--json")
	s.want(test, 0, `"event": "webhook\.test"`)
	message := fieldOf(t, test, "id")
	await(t, received, message)
	s.until(`delivered +1 +200 in \d+ ms .*`+message+`$`, "webhooks", "deliveries", id) // otherwise the end of the first attempt would count as the end of the replay
	s.want(s.run("webhooks", "replay", id, message), 0, `^Sending message `+message+` \(webhook\.test\)\.$`)
	await(t, received, message)
	s.want(s.run("webhooks", "deliveries", id), 0, `^CREATED +EVENT +RUN +STATE`, `webhook\.test .*`+message+`$`)
	s.want(s.run("webhooks", "deliveries", id, "--limit", "1", "--json"), 0, `^\[$`, `"attempts": \[`)

	s.want(s.run("webhooks", "update", id, "--active=false", "--environment", "", "--events", "*"), 0, `^state +off$`, `^events +\*$`)
	if got := s.run("webhooks", "get", id); strings.Contains(got.out, "environment") {
		t.Errorf("the webhook still has an environment:\n%s", got.out)
	}
	s.want(s.run("webhooks", "update", id, "--active", "--json"), 0, `"isActive": true`, `"description": "For Ann"`)
	again := s.run("webhooks", "rotate", id)
	s.want(again, 0, `^whsec_\S+$`, `24 hours`)
	if again.out == made.out {
		t.Error("the secret did not change")
	}
	s.want(s.run("webhooks", "delete", id, "--yes"), 0, `^Webhook `+id+` was deleted\.$`)
	s.want(s.run("webhooks", "get", id), 3, `not found`)
}

func TestRejectedWebhooks(t *testing.T) {
	t.Parallel()
	r, platform := newLoginFixture(t)
	r.token = platform.AdminToken()
	r.want(r.run("webhooks", "create", "ftp://example.com"), 3, `scheme`, `→`)
	r.want(r.run("webhooks", "create", "https://example.com", "--events", "run.nonsense"), 3, `run\.nonsense`, `→ Use run\.completed`)
	r.want(r.run("webhooks", "create"), 2, `accepts 1 arg`)
	r.want(r.run("webhooks", "update", "x"), 2, `no flag says what to change`, `→ See millrace webhooks update --help`)
	r.want(r.run("webhooks", "update", "x", "--active=false"), 3, `not found`)
	r.want(r.run("webhooks", "replay", "x"), 2, `accepts 2 arg`)
	r.want(r.run("webhooks", "deliveries", "x", "--limit", "0"), 2, `below 1`)
	r.want(r.run("webhooks", "delete", "x"), 2, `cannot prompt: no terminal`)
}

// TestFailedDelivery prints the error of an attempt, from a fixed response.
func TestFailedDelivery(t *testing.T) {
	t.Parallel()
	answer, err := json.Marshal(map[string]any{"total": 1, "limit": 25, "next": nil, "data": []any{map[string]any{
		"id": "m1", "event": "run.failed", "state": "waiting", "runID": 12, "createdAt": "2026-01-02T03:04:05.000Z",
		"nextAttemptAt": "2026-01-02T03:05:05.000Z", "attempts": []any{
			map[string]any{"number": 1, "at": "2026-01-02T03:04:05.000Z", "milliseconds": 3, "status": 503},
			map[string]any{"number": 2, "at": "2026-01-02T03:04:15.000Z", "milliseconds": 3, "error": "nothing \x1b[31mlistens"},
		},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	}))
	t.Cleanup(server.Close)
	r := &remote{T: t, address: server.URL, token: "token"}
	r.want(r.run("webhooks", "deliveries", "w1"), 0,
		`^2026-01-02 03:04:05Z +run\.failed +12 +waiting +2 +nothing listens +2026-01-02 03:05:05Z +m1$`)
}
