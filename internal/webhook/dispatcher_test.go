package webhook_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

func TestMessageArrivesSigned(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("thank you")) })
	hook := f.subscribe(t, r.url+"/hook?token=a")
	id := f.send(t, hook.Webhook.ID)
	got := r.waitFor(t, 1)[0]
	if got.id != string(id) || !got.isSignedBy(t, hook.Secret) || len(got.signatures) != 1 {
		t.Errorf("got %+v", got)
	}
	if seconds, err := strconv.ParseInt(got.timestamp, 10, 64); err != nil || time.Since(time.Unix(seconds, 0)) > time.Minute {
		t.Errorf("the timestamp of the message is %q", got.timestamp)
	}
	if kind := got.header.Get("Content-Type"); kind != "application/json" || !json.Valid([]byte(got.body)) {
		t.Errorf("got %s: %s", kind, got.body)
	}
	logged := f.waitForAttempts(t, hook.Webhook.ID, id, 1)
	attempt := logged.Attempts[0]
	if logged.State != webhook.Delivered || attempt.Status != 200 || attempt.Answer != "thank you" || attempt.Problem != "" || string(logged.Body) != got.body {
		t.Errorf("the log has %+v", logged)
	}
}

func TestEvery2xxStatusIsSuccess(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	for _, code := range []int{200, 201, 202, 204, 299} {
		hook := f.subscribe(t, receive(t, status(code)).url).Webhook.ID
		if logged := f.waitForAttempts(t, hook, f.send(t, hook), 1); logged.State != webhook.Delivered || logged.Attempts[0].Status != code {
			t.Errorf("%d: the log has %+v", code, logged)
		}
	}
}

func TestBothSecretsSignAfterRotation(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	r := receive(t, status(http.StatusNoContent))
	before := f.subscribe(t, r.url)
	after, err := f.Rotate(t.Context(), f.by, before.Webhook.ID)
	if err != nil {
		t.Fatal(err)
	}
	f.send(t, before.Webhook.ID)
	got := r.waitFor(t, 1)[0]
	if len(got.signatures) != 2 || !got.isSignedBy(t, before.Secret) || !got.isSignedBy(t, after.Secret) {
		t.Errorf("the signatures are %q", got.signatures)
	}
	if before.Secret == after.Secret {
		t.Error("the secret is the same")
	}
}

func TestReplaySendsTheSameMessage(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	var repaired atomic.Bool
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		if !repaired.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	hook := f.subscribe(t, r.url)
	id := f.send(t, hook.Webhook.ID)
	if logged := f.waitForAttempts(t, hook.Webhook.ID, id, 1); logged.State != webhook.Waiting {
		t.Fatalf("the log has %+v", logged)
	}
	repaired.Store(true)
	for attempts := 2; attempts <= 3; attempts++ { // the second replay repeats a delivered message
		if _, err := f.Replay(t.Context(), f.by, hook.Webhook.ID, id); err != nil {
			t.Fatal(err)
		}
		if logged := f.waitForAttempts(t, hook.Webhook.ID, id, attempts); logged.State != webhook.Delivered {
			t.Errorf("the log has %+v", logged)
		}
	}
	for _, got := range r.waitFor(t, 3) {
		if got.id != string(id) || got.body != r.messages()[0].body || !got.isSignedBy(t, hook.Secret) {
			t.Errorf("got %+v", got)
		}
	}
}

func TestMessagesArriveInOrder(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	r := receive(t, status(http.StatusOK))
	hook := f.subscribe(t, r.url).Webhook.ID
	var want []string
	for range 60 { // more than a batch
		want = append(want, string(f.send(t, hook)))
	}
	var got []string
	for _, m := range r.waitFor(t, len(want)) {
		got = append(got, m.id)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWaitingDeliveryGoesToTheNewAddress checks that a changed url also applies to waiting deliveries.
func TestWaitingDeliveryGoesToTheNewAddress(t *testing.T) {
	t.Parallel()
	f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
	old, moved := receive(t, status(http.StatusOK)), receive(t, status(http.StatusOK))
	hook := f.subscribe(t, old.url).Webhook.ID
	id := f.send(t, hook)
	patch := webhook.Patch{}
	patch.URL.Given, patch.URL.Value = true, moved.url
	if _, err := f.Update(t.Context(), f.by, hook, patch); err != nil {
		t.Fatal(err)
	}
	f.startDispatcher(t)
	if got := moved.waitFor(t, 1); got[0].id != string(id) || len(old.messages()) != 0 {
		t.Errorf("got %+v, and the old address %+v", got, old.messages())
	}
}

// TestUnreadableSecretFailsTheAttempt checks that a message that cannot be signed is not sent, and that the log has the reason.
func TestUnreadableSecretFailsTheAttempt(t *testing.T) {
	t.Parallel()
	f := startDispatcherFixture(t)
	r := receive(t, status(http.StatusOK))
	other, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	f.Sealer = other
	hook := f.subscribe(t, r.url).Webhook.ID
	logged := f.waitForAttempts(t, hook, f.send(t, hook), 1)
	if logged.State != webhook.Waiting || !strings.Contains(logged.Attempts[0].Problem, "secret") || len(r.messages()) != 0 {
		t.Errorf("the log has %+v", logged)
	}
}
