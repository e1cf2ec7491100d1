package store_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/pgtest"
	"github.com/millrace/millrace/internal/store"
)

// TestConnectionLostInATransaction ends the server's side of a connection during a write. The write fails with
// Unavailable; the next one succeeds.
func TestConnectionLostInATransaction(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	db := open(t, store.Options{URL: url})
	setup := newSetup(t, time.Now())
	if err := db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	admin := testDatabase{driver: "pgx", address: url}.raw(t)
	server := account.Actor{Organization: setup.Organization.ID}
	rename := func(during func()) error {
		_, err := db.Users().Change(t.Context(), server, setup.Administrator.ID, func(u *account.User) error {
			during()
			u.FirstName = "Grace"
			return nil
		})
		return err
	}
	err := rename(func() {
		_, err := admin.ExecContext(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
			WHERE datname = current_database() AND state = 'idle in transaction'`)
		if err != nil {
			t.Error(err)
		}
	})
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("got %v (%s), want unavailable", err, fault.KindOf(err))
	}
	found, err := db.Users().Find(t.Context(), setup.Organization.ID, setup.Administrator.ID)
	if err != nil || found.FirstName != "" {
		t.Errorf("found %q, %v; want nothing changed", found.FirstName, err)
	}
	if err := rename(func() {}); err != nil {
		t.Errorf("the next write: %v", err)
	}
}
