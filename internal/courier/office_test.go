package courier_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/courier"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/webhook"
)

// office is an organization with webhooks on a real database. Private addresses are allowed, because receivers of tests are
// on this machine.
type office struct {
	*webhook.Service

	db   *store.DB
	keys *secret.Keys
	by   account.Actor
}

func newOffice(t *testing.T, options store.Options) *office {
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
	organization, err := account.NewOrganization("Office", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	admin := account.User{ID: ids.New[ids.User](), Organization: organization.ID, Email: "a@b.example", Status: account.UserActive}
	err = errors.Join(db.Setups().BindKey(t.Context(), keys.Fingerprint()),
		db.Setups().Add(t.Context(), project.NewSetup(organization, admin, time.Now())))
	if err != nil {
		t.Fatal(err)
	}
	return &office{
		db: db, keys: keys, by: account.Actor{Organization: organization.ID},
		Service: &webhook.Service{
			Store: db.Webhooks(), Sealer: keys, Reach: webhook.AddressPolicy{Private: true}, Wake: func() {}, Now: time.Now,
		},
	}
}

// open is an office with a courier at work.
func open(t *testing.T, changes ...func(*courier.Options)) *office {
	t.Helper()
	o := newOffice(t, store.Options{Folder: t.TempDir()})
	o.employ(t, changes...)
	return o
}

// employ starts a courier, and gives the way to stop it before the test ends.
func (o *office) employ(t *testing.T, changes ...func(*courier.Options)) (stop func()) {
	t.Helper()
	options := courier.Options{
		Store: o.db.Outbox(), Opener: o.keys, Owner: string(ids.New[ids.Session]()), Reach: webhook.AddressPolicy{Private: true},
		Logger: slog.New(slog.DiscardHandler), Poll: 20 * time.Millisecond,
	}
	for _, change := range changes {
		change(&options)
	}
	employed := courier.New(options)
	o.Wake = employed.Wake
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	var working sync.WaitGroup
	working.Go(func() { employed.Run(ctx) })
	stop = func() {
		cancel()
		working.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// listen makes a webhook for an address.
func (o *office) listen(t *testing.T, url string) webhook.Created {
	t.Helper()
	created, err := o.Create(t.Context(), o.by, webhook.Draft{URL: url, IsActive: true})
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// send has a test message sent.
func (o *office) send(t *testing.T, id webhook.ID) webhook.DeliveryID {
	t.Helper()
	sent, err := o.Test(t.Context(), o.by, id)
	if err != nil {
		t.Fatal(err)
	}
	return sent.ID
}

// log is what the log says about a delivery.
func (o *office) log(t *testing.T, of webhook.ID, id webhook.DeliveryID) webhook.Delivery {
	t.Helper()
	listed, err := o.Deliveries(t.Context(), webhook.DeliveryQuery{Organization: o.by.Organization, Webhook: of})
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

// attempted waits until so many attempts of a delivery are in the log, and gives it.
func (o *office) attempted(t *testing.T, of webhook.ID, id webhook.DeliveryID, attempts int) webhook.Delivery {
	t.Helper()
	await(t, func() bool { return len(o.log(t, of, id).Attempts) >= attempts })
	return o.log(t, of, id)
}

// await waits for something that happens elsewhere, and gives up after a while.
func await(t *testing.T, happened func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for !happened() {
		select {
		case <-ctx.Done():
			t.Fatal("it does not happen")
		case <-time.After(5 * time.Millisecond):
		}
	}
}
