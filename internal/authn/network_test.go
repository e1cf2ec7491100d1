package authn_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
)

// from is an attempt from a network.
func from(network, email, password string) authn.Attempt {
	return authn.Attempt{Email: email, Password: password, Network: network}
}

// Wrong guesses in one network do not lock the user out of another one, not even of one where the user is new.
func TestGuessesDoNotLockOutOtherNetworks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.company(t, "Acme", "ada@example.com")
	for range 5 {
		wantKind(t, f.attempt(t, from("203.0.113.1", "ada@example.com", "wrong")), fault.Unauthenticated)
	}
	wantKind(t, f.attempt(t, from("203.0.113.1", "ada@example.com", rightPassword)), fault.Limit)
	if problem := f.attempt(t, from("198.51.100.1", "ada@example.com", rightPassword)); problem != nil {
		t.Errorf("the user cannot sign in: %v", problem)
	}
	// The user's sign-in gives the attacker no new guesses.
	wantKind(t, f.attempt(t, from("203.0.113.1", "ada@example.com", "wrong")), fault.Limit)
}

// Guesses from very many networks lock a user for networks where the user has never signed in.
func TestGuessesFromManyNetworksLeaveTrustedNetworks(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.company(t, "Acme", "ada@example.com").Administrator
	if problem := f.attempt(t, from("198.51.100.1", "ada@example.com", rightPassword)); problem != nil {
		t.Fatal(problem)
	}
	for i := range 100 {
		if err := f.db.SignIns().Fail(t.Context(), user.LoginKey(), fmt.Sprint("network ", i), f.clock.Now(), account.Refusal{}); err != nil {
			t.Fatal(err)
		}
	}
	wantKind(t, f.attempt(t, from("203.0.113.200", "ada@example.com", rightPassword)), fault.Limit)
	if problem := f.attempt(t, from("198.51.100.1", "ada@example.com", rightPassword)); problem != nil {
		t.Errorf("the user cannot sign in: %v", problem)
	}
}

// A network has an allowance of wrong passwords, for whatever accounts. Right passwords do not count, and a user who
// has signed in from the network before is not limited by the guesses of others there.
func TestWrongPasswordsPerNetworkAreLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.company(t, "Acme", "ada@example.com")
	setup := f.company(t, "Umbrella", "bob@example.com")
	f.colleague(t, setup.Organization, "eve@example.com")
	options := f.login.LoginOptions
	options.NetworkRate.Burst = 6
	f.login = authn.NewLogin(options)
	for range 8 {
		if problem := f.attempt(t, from("203.0.113.1", "ada@example.com", rightPassword)); problem != nil {
			t.Fatalf("right passwords are limited: %v", problem)
		}
	}
	for i := range 6 {
		wantKind(t, f.attempt(t, from("203.0.113.1", fmt.Sprintf("guess%d@example.com", i), "wrong")), fault.Unauthenticated)
	}
	limited := f.attempt(t, from("203.0.113.1", "bob@example.com", rightPassword))
	wantKind(t, limited, fault.Limit)
	if limited.RetryAfter != 2*time.Second { // 30 per minute
		t.Errorf("retry after %s, want 2 s", limited.RetryAfter)
	}
	if problem := f.attempt(t, from("203.0.113.1", "ada@example.com", rightPassword)); problem != nil {
		t.Errorf("a user of the network cannot sign in: %v", problem)
	}
	if problem := f.attempt(t, from("198.51.100.1", "bob@example.com", rightPassword)); problem != nil {
		t.Errorf("a user of another network cannot sign in: %v", problem)
	}
	f.clock.advance(2 * time.Second)
	if problem := f.attempt(t, from("203.0.113.1", "eve@example.com", rightPassword)); problem != nil {
		t.Errorf("after the wait: %v", problem)
	}
}
