package webhook_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// dispatcherFixture is an organization with webhooks on a real database. Private addresses are allowed, because test
// receivers are on this machine.
type dispatcherFixture struct {
	*webhook.Service

	db   *store.DB
	keys *secret.Keys
	by   account.Actor
}

func newDispatcherFixture(t *testing.T, options store.Options) *dispatcherFixture {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	organization, err := account.NewOrganization("Example", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	admin := account.User{ID: ids.New[ids.User](), Organization: organization.ID, Email: "a@b.example", Status: account.UserActive}
	err = errors.Join(db.Setups().BindKey(t.Context(), keys.Fingerprint()),
		db.Setups().Add(t.Context(), project.NewSetup(organization, admin, time.Now())))
	if err != nil {
		t.Fatal(err)
	}
	return &dispatcherFixture{
		db: db, keys: keys, by: account.Actor{Organization: organization.ID},
		Service: &webhook.Service{
			Store: db.Webhooks(), Sealer: keys, Egress: &egress.Policy{AllPrivate: true}, Wake: func() {}, Now: time.Now,
		},
	}
}

// startDispatcherFixture returns a fixture whose dispatcher runs.
func startDispatcherFixture(t *testing.T, changes ...func(*webhook.DispatcherOptions)) *dispatcherFixture {
	t.Helper()
	f := newDispatcherFixture(t, store.Options{Folder: statetest.Folder(t)})
	f.startDispatcher(t, changes...)
	return f
}

// startDispatcher starts a dispatcher and returns a function that stops it before the test ends.
func (f *dispatcherFixture) startDispatcher(t *testing.T, changes ...func(*webhook.DispatcherOptions)) (stop func()) {
	t.Helper()
	options := webhook.DispatcherOptions{
		Outbox: f.db.Outbox(), Opener: f.keys, Owner: string(ids.New[ids.Session]()), Egress: &egress.Policy{AllPrivate: true},
		Logger: slog.New(slog.DiscardHandler), Poll: 20 * time.Millisecond,
	}
	for _, change := range changes {
		change(&options)
	}
	dispatcher := webhook.NewDispatcher(options)
	f.Wake = dispatcher.Wake
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var working sync.WaitGroup
	working.Go(func() { dispatcher.Run(ctx) })
	stop = func() {
		cancel()
		working.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// subscribe creates a webhook for an address.
func (f *dispatcherFixture) subscribe(t *testing.T, url string) webhook.Created {
	t.Helper()
	created, err := f.Create(t.Context(), f.by, webhook.Draft{URL: url, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// send sends a test message.
func (f *dispatcherFixture) send(t *testing.T, id webhook.ID) webhook.DeliveryID {
	t.Helper()
	sent, err := f.Test(t.Context(), f.by, id)
	if err != nil {
		t.Fatal(err)
	}
	return sent.ID
}

// log returns a delivery from the log.
func (f *dispatcherFixture) log(t *testing.T, of webhook.ID, id webhook.DeliveryID) webhook.Delivery {
	t.Helper()
	listed, err := f.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: f.by.Organization, Webhook: of})
	if err != nil {
		t.Fatal(err)
	}
	for _, delivery := range listed.Items {
		if delivery.ID == id {
			return delivery
		}
	}
	t.Fatalf("delivery %s is not in the log", id)
	return webhook.Delivery{}
}

// waitForAttempts waits until a delivery has a number of attempts, and returns it.
func (f *dispatcherFixture) waitForAttempts(t *testing.T, of webhook.ID, id webhook.DeliveryID, attempts int) webhook.Delivery {
	t.Helper()
	await(t, func() bool { return len(f.log(t, of, id).Attempts) >= attempts })
	return f.log(t, of, id)
}

// await waits for a condition, and fails the test after a minute.
func await(t *testing.T, happened func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for !happened() {
		select {
		case <-ctx.Done():
			t.Fatal("timeout: the condition is not met")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
