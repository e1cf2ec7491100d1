package webhook_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// TestServersThatShareADatabaseSendOnce checks that a server does not send what another one has sent.
func TestServersThatShareADatabaseSendOnce(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]store.Options{"SQLite": {Folder: t.TempDir()}, "PostgreSQL": {URL: pgtest.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sendOnce(t, newDispatcherFixture(t, options))
		})
	}
}

// sendOnce lets several dispatchers send messages to several webhooks while the messages are stored.
func sendOnce(t *testing.T, f *dispatcherFixture) {
	t.Helper()
	const each = 40
	r := receive(t, status(http.StatusOK))
	for range 3 {
		f.startDispatcher(t)
	}
	hooks := make([]webhook.ID, 4)
	var sending sync.WaitGroup
	for i := range hooks {
		hooks[i] = f.subscribe(t, r.url).Webhook.ID
		sending.Go(func() {
			for range each {
				if _, err := f.Store.CreateTest(t.Context(), f.by, hooks[i]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	sending.Wait()
	for _, hook := range hooks {
		await(t, func() bool { return f.waiting(t, hook) == 0 })
	}
	times := map[string]int{}
	for _, got := range r.messages() {
		times[got.id]++
	}
	if want := each * len(hooks); len(times) != want || len(r.messages()) != want {
		t.Errorf("%d messages arrived %d times", len(times), len(r.messages()))
	}
}

// waiting counts the waiting deliveries.
func (f *dispatcherFixture) waiting(t *testing.T, of webhook.ID) (count int) {
	t.Helper()
	listed, err := f.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: f.by.Organization, Webhook: of})
	if err != nil {
		t.Fatal(err)
	}
	for _, delivery := range listed.Items {
		if delivery.State == webhook.Waiting {
			count++
		}
	}
	return count
}

// TestStoppedDispatcherLosesNothing checks that an attempt that hangs when a server stops is repeated by another server at
// once.
func TestStoppedDispatcherLosesNothing(t *testing.T) {
	t.Parallel()
	f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
	var first sync.Once
	r := receive(t, func(_ http.ResponseWriter, request *http.Request) {
		first.Do(func() { <-request.Context().Done() })
	})
	hook := f.subscribe(t, r.url).Webhook.ID
	id := f.send(t, hook)
	stop := f.startDispatcher(t)
	r.waitFor(t, 1)
	stop()
	if logged := f.log(t, hook, id); logged.State != webhook.Waiting || len(logged.Attempts) != 0 {
		t.Fatalf("the log has %+v", logged)
	}
	f.startDispatcher(t)
	if logged := f.waitForAttempts(t, hook, id, 1); logged.State != webhook.Delivered {
		t.Errorf("the log has %+v", logged)
	}
}

// unavailableOnReport is an outbox whose database is unavailable when a result is recorded.
type unavailableOnReport struct{ webhook.Outbox }

func (unavailableOnReport) Report(context.Context, webhook.Lease, webhook.AttemptResult) error {
	return context.DeadlineExceeded
}

// TestUnrecordedDeliveryIsSentAgain sends a message whose result is not recorded: the next server sends it again, with the
// same id.
func TestUnrecordedDeliveryIsSentAgain(t *testing.T) {
	t.Parallel()
	f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
	r := receive(t, status(http.StatusOK))
	hook := f.subscribe(t, r.url).Webhook.ID
	id := f.send(t, hook)
	stop := f.startDispatcher(t, func(options *webhook.DispatcherOptions) {
		options.Outbox, options.Poll = unavailableOnReport{options.Outbox}, time.Hour
	})
	r.waitFor(t, 1)
	stop()
	f.startDispatcher(t)
	if logged := f.waitForAttempts(t, hook, id, 1); logged.State != webhook.Delivered {
		t.Errorf("the log has %+v", logged)
	}
	for _, got := range r.messages() {
		if got.id != string(id) {
			t.Errorf("another message arrived: %+v", got)
		}
	}
	if len(r.messages()) < 2 {
		t.Error("it was not sent again")
	}
}
