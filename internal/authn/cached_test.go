package authn_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// TestLookupsAreCachedUntilWrite counts the queries of the store.
func TestLookupsAreCachedUntilWrite(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	setup := d.company(t, "Acme", "ada@example.com")
	signedIn := d.signIn(t, "ada@example.com")
	expect := func(what string, asked int64) account.Actor {
		t.Helper()
		actor, err := d.Authenticate(request("Bearer "+signedIn.AccessToken), "192.0.2.1")
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if got := d.store.asked.Load(); got != asked {
			t.Errorf("%s: the store was queried %d times, want %d", what, got, asked)
		}
		return actor
	}
	first := expect("the first time", 1)
	for range 10 {
		expect("again", 1)
	}
	if err := d.db.Tokens().Touch(t.Context(), map[ids.Token]time.Time{first.Credential.Token: d.clock.Now()}); err != nil {
		t.Fatal(err)
	}
	expect("after a use was recorded", 1)

	if _, err := d.users.Create(t.Context(), server(setup), account.UserDraft{Email: "b@example.com", Password: rightPassword}); err != nil {
		t.Fatal(err)
	}
	expect("after a write", 2)
	expect("again after a write", 2)
}

// TestRevokedTokenIsRejectedAtOnce revokes a token in every possible way while its lookup is cached.
func TestRevokedTokenIsRejectedAtOnce(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	setup := d.company(t, "Acme", "ada@example.com")
	disabled, address := account.UserDisabled, "other@example.com"
	for name, end := range map[string]func(*testing.T, account.User, account.Actor) error{
		"password": func(t *testing.T, user account.User, _ account.Actor) error {
			t.Helper()
			return d.users.SetPassword(t.Context(), server(setup), user.ID, "another password")
		},
		"address": func(t *testing.T, user account.User, _ account.Actor) error {
			t.Helper()
			_, err := d.users.Update(t.Context(), server(setup), user.ID, account.UserPatch{Email: &address})
			return err
		},
		"disable": func(t *testing.T, user account.User, _ account.Actor) error {
			t.Helper()
			_, err := d.users.Update(t.Context(), server(setup), user.ID, account.UserPatch{Status: &disabled})
			return err
		},
		"delete": func(t *testing.T, user account.User, _ account.Actor) error {
			t.Helper()
			return d.users.Delete(t.Context(), server(setup), user.ID)
		},
		"by hand": func(t *testing.T, user account.User, actor account.Actor) error {
			t.Helper()
			return d.db.Tokens().Revoke(t.Context(), actor, user.ID, actor.Credential.Token)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			email := name[:2] + "@example.com"
			user, err := d.users.Create(t.Context(), server(setup), account.UserDraft{Email: email, Password: rightPassword})
			if err != nil {
				t.Fatal(err)
			}
			request := request("Bearer " + d.signIn(t, email).AccessToken)
			actor, err := d.Authenticate(request, "192.0.2.1")
			if err != nil {
				t.Fatal(err)
			}
			if err := end(t, user, actor); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Authenticate(request, "192.0.2.1"); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("got %v, want unauthenticated", err)
			}
		})
	}
}
