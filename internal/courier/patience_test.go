package courier_test

import (
	"net/http"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/courier"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// looking is how often couriers look for work here: so seldom that a day of it is soon over.
const looking = 10 * time.Second

func seldom(options *courier.Options) { options.Poll = looking }

// moments are when attempts of the only message arrived, by the clock that the sender goes by.
func moments(t *testing.T, r *receiver) []time.Time {
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

// TestADayOfFailures plays a whole day in which a receiver takes nothing. The receiver is real and outside of the bubble:
// while it is asked, the clock of the bubble stands still.
func TestADayOfFailures(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusServiceUnavailable))
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, store.Options{Folder: t.TempDir()})
		stop := o.employ(t, seldom)
		hook := o.listen(t, r.url).Webhook.ID
		id := o.send(t, hook)
		time.Sleep(webhook.Patience - time.Minute)
		if logged := o.log(t, hook, id); logged.State != webhook.Waiting {
			t.Errorf("a minute before the end it is %s", logged.State)
		}
		time.Sleep(2 * time.Minute)
		logged := o.log(t, hook, id)
		if logged.State != webhook.Failed || logged.EndedAt.Sub(logged.CreatedAt).Round(time.Minute) != webhook.Patience {
			t.Errorf("it ended as %s after %s", logged.State, logged.EndedAt.Sub(logged.CreatedAt))
		}
		attempts := len(logged.Attempts)
		time.Sleep(5 * time.Hour)
		if more := len(o.log(t, hook, id).Attempts); more != attempts {
			t.Errorf("tried %d times after it was given up", more-attempts)
		}
		stop()
	})
	times := moments(t, r)
	for i := 1; i < len(times)-1; i++ { // the last wait is cut short by the end of the day
		if wait, want := times[i].Sub(times[i-1]), webhook.Backoff(i); !isAbout(wait, want) {
			t.Errorf("the wait before attempt %d is %s, want %s", i+1, wait, want)
		}
	}
	if len(times) < 12 || len(times) > 14 {
		t.Errorf("tried %d times in a day", len(times))
	}
}

// TestItComesBackInTheEnd: a receiver that is mended within the day gets its message.
func TestItComesBackInTheEnd(t *testing.T) {
	t.Parallel()
	var mended atomic.Bool
	r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
		if !mended.Load() {
			w.WriteHeader(http.StatusBadGateway)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, store.Options{Folder: t.TempDir()})
		stop := o.employ(t, seldom)
		hook := o.listen(t, r.url)
		id := o.send(t, hook.Webhook.ID)
		time.Sleep(20 * time.Hour)
		mended.Store(true)
		time.Sleep(5 * time.Hour)
		logged := o.log(t, hook.Webhook.ID, id)
		if logged.State != webhook.Delivered || logged.Attempts[len(logged.Attempts)-1].Status != http.StatusOK {
			t.Errorf("the log says %+v", logged)
		}
		for _, got := range r.messages() {
			if got.id != string(id) || !got.isSignedBy(t, hook.Secret) {
				t.Errorf("got %+v", got)
			}
		}
		found, err := o.Get(t.Context(), o.by.Organization, hook.Webhook.ID)
		if err != nil || !found.FailingSince.IsZero() {
			t.Errorf("the webhook is %+v, %v", found, err)
		}
		stop()
	})
}

// isAbout allows for the time that a courier takes to look.
func isAbout(wait, want time.Duration) bool {
	return wait >= want-time.Second && wait <= want+want/10+looking+time.Second
}

func TestRetryAfterIsHeard(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]time.Duration{
		"": 5 * time.Second, "1": 5 * time.Second, "600": 10 * time.Minute, "999999999": webhook.LongestWait,
		"-5": 5 * time.Second, "soon": 5 * time.Second, "Sat, 01 Jan 2000 00:30:00 GMT": 30 * time.Minute, "Sat, 01 Jan 1999 00:30:00 GMT": 5 * time.Second,
	} {
		r := receive(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", header)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		synctest.Test(t, func(t *testing.T) { // where it is midnight of the first day of 2000
			o := newOffice(t, store.Options{Folder: t.TempDir()})
			stop := o.employ(t, seldom)
			hook := o.listen(t, r.url).Webhook.ID
			o.send(t, hook)
			time.Sleep(5 * time.Hour)
			stop()
		})
		times := moments(t, r)
		if len(times) < 2 || !isAbout(times[1].Sub(times[0]), want) {
			t.Errorf("%q: attempts at %v, want %s between them", header, times, want)
		}
	}
}

// TestSecretsRetireAfterADay: the old one signs for 24 hours, and not a message longer.
func TestSecretsRetireAfterADay(t *testing.T) {
	t.Parallel()
	r := receive(t, status(http.StatusOK))
	var before, after webhook.Created
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t, store.Options{Folder: t.TempDir()})
		stop := o.employ(t, seldom)
		before = o.listen(t, r.url)
		var err error
		if after, err = o.Rotate(t.Context(), o.by, before.Webhook.ID); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			o.send(t, before.Webhook.ID)
			time.Sleep(12*time.Hour - time.Second)
		}
		o.send(t, before.Webhook.ID)
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
