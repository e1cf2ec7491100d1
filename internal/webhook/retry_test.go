package webhook_test

import (
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// pollInterval is how often dispatchers poll here: so rarely that a simulated day is soon over.
const pollInterval = 10 * time.Second

func pollRarely(options *webhook.DispatcherOptions) { options.Poll = pollInterval }

// attemptTimes returns when the attempts of the only message arrived, by the clock of the sender.
func attemptTimes(t *testing.T, r *receiver) []time.Time {
	t.Helper()
	var times []time.Time
	for _, got := range r.messages() {
		seconds, err := strconv.ParseInt(got.timestamp, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Unix(seconds, 0))
	}
	return times
}

// TestDeliveryFailsAfterADay simulates a day in which a receiver fails. The receiver is real and outside of the bubble: the
// clock of the bubble stands still during a request.
func TestDeliveryFailsAfterADay(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusServiceUnavailable))
	synctest.Test(t, func(t *testing.T) {
		f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
		stop := f.startDispatcher(t, pollRarely)
		hook := f.subscribe(t, r.url).Webhook.ID
		id := f.send(t, hook)
		time.Sleep(webhook.RetryFor - time.Minute)
		if logged := f.log(t, hook, id); logged.State != webhook.Waiting {
			t.Errorf("a minute before the end it is %s", logged.State)
		}
		time.Sleep(2 * time.Minute)
		logged := f.log(t, hook, id)
		if logged.State != webhook.Failed || logged.EndedAt.Sub(logged.CreatedAt).Round(time.Minute) != webhook.RetryFor {
			t.Errorf("it ended as %s after %s", logged.State, logged.EndedAt.Sub(logged.CreatedAt))
		}
		attempts := len(logged.Attempts)
		time.Sleep(5 * time.Hour)
		if more := len(f.log(t, hook, id).Attempts); more != attempts {
			t.Errorf("%d attempts after the delivery failed", more-attempts)
		}
		stop()
	})
	times := attemptTimes(t, r)
	for i := 1; i < len(times)-1; i++ { // the last wait is cut short by the end of the day
		if wait, want := times[i].Sub(times[i-1]), webhook.Backoff(i); !isAbout(wait, want) {
			t.Errorf("the wait before attempt %d is %s, want %s", i+1, wait, want)
		}
	}
	if len(times) < 12 || len(times) > 14 {
		t.Errorf("%d attempts in a day", len(times))
	}
}

// TestRepairedReceiverGetsItsMessage checks that a receiver that is repaired within the day gets its message.
func TestRepairedReceiverGetsItsMessage(t *testing.T) {
	t.Parallel()
	var repaired atomic.Bool
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		if !repaired.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
		stop := f.startDispatcher(t, pollRarely)
		hook := f.subscribe(t, r.url)
		id := f.send(t, hook.Webhook.ID)
		time.Sleep(20 * time.Hour)
		repaired.Store(true)
		time.Sleep(5 * time.Hour)
		logged := f.log(t, hook.Webhook.ID, id)
		if logged.State != webhook.Delivered || logged.Attempts[len(logged.Attempts)-1].Status != http.StatusOK {
			t.Errorf("the log has %+v", logged)
		}
		for _, got := range r.messages() {
			if got.id != string(id) || !got.isSignedBy(t, hook.Secret) {
				t.Errorf("got %+v", got)
			}
		}
		found, err := f.Get(t.Context(), f.by.Organization, hook.Webhook.ID)
		if err != nil || !found.FailingSince.IsZero() {
			t.Errorf("the webhook is %+v, %v", found, err)
		}
		stop()
	})
}

// isAbout allows for the poll interval of the dispatcher.
func isAbout(wait, want time.Duration) bool {
	return wait >= want-time.Second && wait <= want+want/10+pollInterval+time.Second
}

func TestRetryAfterIsRespected(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"": 5 * time.Second, "1": 5 * time.Second, "600": 10 * time.Minute, "999999999": webhook.MaxBackoff,
		"-5": 5 * time.Second, "soon": 5 * time.Second, "Sat, 01 Jan 2000 00:30:00 GMT": 30 * time.Minute, "Sat, 01 Jan 1999 00:30:00 GMT": 5 * time.Second,
	} {
		r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", header)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		synctest.Test(t, func(t *testing.T) { // starts at midnight of 2000-01-01
			f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
			stop := f.startDispatcher(t, pollRarely)
			hook := f.subscribe(t, r.url).Webhook.ID
			f.send(t, hook)
			time.Sleep(5 * time.Hour)
			stop()
		})
		times := attemptTimes(t, r)
		if len(times) < 2 || !isAbout(times[1].Sub(times[0]), want) {
			t.Errorf("%q: attempts at %v, want %s between them", header, times, want)
		}
	}
}

// TestReplacedSecretSignsForADay checks that a replaced secret signs for 24 hours and no longer.
func TestReplacedSecretSignsForADay(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusOK))
	var before, after webhook.Created
	synctest.Test(t, func(t *testing.T) {
		f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
		stop := f.startDispatcher(t, pollRarely)
		before = f.subscribe(t, r.url)
		var err error
		if after, err = f.Rotate(t.Context(), f.by, before.Webhook.ID); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			f.send(t, before.Webhook.ID)
			time.Sleep(12*time.Hour - time.Second)
		}
		f.send(t, before.Webhook.ID)
		time.Sleep(time.Minute)
		stop()
	})
	var old []bool
	for _, got := range r.messages() {
		if !got.isSignedBy(t, after.Secret) {
			t.Errorf("the new secret did not sign %+v", got)
		}
		old = append(old, got.isSignedBy(t, before.Secret))
	}
	if !slices.Equal(old, []bool{true, true, true, false}) {
		t.Errorf("the old secret signed %v", old)
	}
}
