package courier_test

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/courier"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// TestSeveralCouriersSendOnce: servers that share a database do not send what another has sent.
func TestSeveralCouriersSendOnce(t *testing.T) {
	t.Parallel()
	for name, options := range map[string]store.Options{"SQLite": {Folder: t.TempDir()}, "PostgreSQL": {URL: pgtest.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sendOnce(t, newOffice(t, options))
		})
	}
}

// sendOnce has messages to several webhooks sent by several couriers, while they are stored.
func sendOnce(t *testing.T, o *office) {
	t.Helper()
	const each = 40
	r := receive(t, status(http.StatusOK))
	for range 3 {
		o.employ(t)
	}
	hooks := make([]webhook.ID, 4)
	var sending sync.WaitGroup
	for i := range hooks {
		hooks[i] = o.listen(t, r.url).Webhook.ID
		sending.Go(func() {
			for range each {
				if _, err := o.Store.Try(t.Context(), o.by, hooks[i]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	sending.Wait()
	for _, hook := range hooks {
		await(t, func() bool { return o.waiting(t, hook) == 0 })
	}
	times := map[string]int{}
	for _, got := range r.messages() {
		times[got.id]++
	}
	if want := each * len(hooks); len(times) != want || len(r.messages()) != want {
		t.Errorf("%d messages arrived %d times", len(times), len(r.messages()))
	}
}

// waiting counts what is not over.
func (o *office) waiting(t *testing.T, of webhook.ID) (count int) {
	t.Helper()
	listed, err := o.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: o.by.Organization, Webhook: of})
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

// TestAStoppedCourierLosesNothing: what is on its way when a server stops may arrive; what hangs is left to another server,
// at once.
func TestAStoppedCourierLosesNothing(t *testing.T) {
	t.Parallel()
	o := newOffice(t, store.Options{Folder: t.TempDir()})
	var first sync.Once
	r := receive(t, func(_ http.ResponseWriter, request *http.Request) {
		first.Do(func() { <-request.Context().Done() })
	})
	hook := o.listen(t, r.url).Webhook.ID
	id := o.send(t, hook)
	stop := o.employ(t)
	r.arrived(t, 1)
	stop()
	if logged := o.log(t, hook, id); logged.State != webhook.Waiting || len(logged.Attempts) != 0 {
		t.Fatalf("the log says %+v", logged)
	}
	o.employ(t)
	if logged := o.attempted(t, hook, id, 1); logged.State != webhook.Delivered {
		t.Errorf("the log says %+v", logged)
	}
}

// forgetful is a database that goes away whenever something is to be written down.
type forgetful struct{ courier.Outbox }

func (forgetful) Report(context.Context, webhook.Lease, webhook.AttemptResult) error {
	return context.DeadlineExceeded
}

// TestAServerThatDiesBeforeItWrites sends a message, and dies before it is written down: the next one sends it again, under
// the same id.
func TestAServerThatDiesBeforeItWrites(t *testing.T) {
	t.Parallel()
	o := newOffice(t, store.Options{Folder: t.TempDir()})
	r := receive(t, status(http.StatusOK))
	hook := o.listen(t, r.url).Webhook.ID
	id := o.send(t, hook)
	stop := o.employ(t, func(options *courier.Options) { options.Store, options.Poll = forgetful{options.Store}, time.Hour })
	r.arrived(t, 1)
	stop()
	o.employ(t)
	if logged := o.attempted(t, hook, id, 1); logged.State != webhook.Delivered {
		t.Errorf("the log says %+v", logged)
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
