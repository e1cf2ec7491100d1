package courier_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

func TestMessageArrivesSigned(t *testing.T) {
	t.Parallel()
	o := open(t)
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("thank you")) })
	hook := o.listen(t, r.url+"/hook?token=a")
	id := o.send(t, hook.Webhook.ID)
	got := r.arrived(t, 1)[0]
	if got.id != string(id) || !got.isSignedBy(t, hook.Secret) || len(got.signatures) != 1 {
		t.Errorf("got %+v", got)
	}
	if seconds, err := strconv.ParseInt(got.timestamp, 10, 64); err != nil || time.Since(time.Unix(seconds, 0)) > time.Minute {
		t.Errorf("the time of the message is %q", got.timestamp)
	}
	if kind := got.header.Get("Content-Type"); kind != "application/json" || !json.Valid([]byte(got.body)) {
		t.Errorf("got %s: %s", kind, got.body)
	}
	logged := o.attempted(t, hook.Webhook.ID, id, 1)
	attempt := logged.Attempts[0]
	if logged.State != webhook.Delivered || attempt.Status != 200 || attempt.Answer != "thank you" || attempt.Problem != "" || string(logged.Body) != got.body {
		t.Errorf("the log says %+v", logged)
	}
}

func TestEveryStatusOf2xxIsTaken(t *testing.T) {
	t.Parallel()
	o := open(t)
	for _, code := range []int{200, 201, 202, 204, 299} {
		hook := o.listen(t, receive(t, status(code)).url).Webhook.ID
		if logged := o.attempted(t, hook, o.send(t, hook), 1); logged.State != webhook.Delivered || logged.Attempts[0].Status != code {
			t.Errorf("%d: the log says %+v", code, logged)
		}
	}
}

func TestBothSecretsSignAfterARotation(t *testing.T) {
	t.Parallel()
	o := open(t)
	r := receive(t, status(http.StatusNoContent))
	before := o.listen(t, r.url)
	after, err := o.Rotate(t.Context(), o.by, before.Webhook.ID)
	if err != nil {
		t.Fatal(err)
	}
	o.send(t, before.Webhook.ID)
	got := r.arrived(t, 1)[0]
	if len(got.signatures) != 2 || !got.isSignedBy(t, before.Secret) || !got.isSignedBy(t, after.Secret) {
		t.Errorf("the signatures are %q", got.signatures)
	}
	if before.Secret == after.Secret {
		t.Error("the secret is the same")
	}
}

func TestReplayIsTheSameMessage(t *testing.T) {
	t.Parallel()
	o := open(t)
	var mended atomic.Bool
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		if !mended.Load() {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	hook := o.listen(t, r.url)
	id := o.send(t, hook.Webhook.ID)
	if logged := o.attempted(t, hook.Webhook.ID, id, 1); logged.State != webhook.Waiting {
		t.Fatalf("the log says %+v", logged)
	}
	mended.Store(true)
	for attempts := 2; attempts <= 3; attempts++ { // the second time it was delivered already
		if _, err := o.Replay(t.Context(), o.by, hook.Webhook.ID, id); err != nil {
			t.Fatal(err)
		}
		if logged := o.attempted(t, hook.Webhook.ID, id, attempts); logged.State != webhook.Delivered {
			t.Errorf("the log says %+v", logged)
		}
	}
	for _, got := range r.arrived(t, 3) {
		if got.id != string(id) || got.body != r.messages()[0].body || !got.isSignedBy(t, hook.Secret) {
			t.Errorf("got %+v", got)
		}
	}
}

func TestMessagesArriveInOrder(t *testing.T) {
	t.Parallel()
	o := open(t)
	r := receive(t, status(http.StatusOK))
	hook := o.listen(t, r.url).Webhook.ID
	var want []string
	for range 60 { // more than a round
		want = append(want, string(o.send(t, hook)))
	}
	var got []string
	for _, m := range r.arrived(t, len(want)) {
		got = append(got, m.id)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWhatWaitsGoesToTheNewAddress: a receiver that moved gets what its old address did not take.
func TestWhatWaitsGoesToTheNewAddress(t *testing.T) {
	t.Parallel()
	o := newOffice(t, store.Options{Folder: t.TempDir()})
	old, moved := receive(t, status(http.StatusOK)), receive(t, status(http.StatusOK))
	hook := o.listen(t, old.url).Webhook.ID
	id := o.send(t, hook)
	patch := webhook.Patch{}
	patch.URL.Given, patch.URL.Value = true, moved.url
	if _, err := o.Update(t.Context(), o.by, hook, patch); err != nil {
		t.Fatal(err)
	}
	o.employ(t)
	if got := moved.arrived(t, 1); got[0].id != string(id) || len(old.messages()) != 0 {
		t.Errorf("got %+v, and the old address %+v", got, old.messages())
	}
}

// TestSecretOfAnotherKey: a message that cannot be signed is not sent, and the log says why.
func TestSecretOfAnotherKey(t *testing.T) {
	t.Parallel()
	o := open(t)
	r := receive(t, status(http.StatusOK))
	other, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	o.Sealer = other
	hook := o.listen(t, r.url).Webhook.ID
	logged := o.attempted(t, hook, o.send(t, hook), 1)
	if logged.State != webhook.Waiting || !strings.Contains(logged.Attempts[0].Problem, "secret") || len(r.messages()) != 0 {
		t.Errorf("the log says %+v", logged)
	}
}
