package authn_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
)

// attempt tries to sign in and returns the fault, or nil if it succeeded.
func (f *fixture) attempt(t *testing.T, attempt authn.Attempt) *fault.Error {
	t.Helper()
	if _, err := f.login.SignIn(t.Context(), attempt); err != nil {
		return fault.From(err)
	}
	return nil
}

// wantKind checks the kind of a fault.
func wantKind(t *testing.T, problem *fault.Error, kind fault.Kind) {
	t.Helper()
	if problem == nil || problem.Kind != kind {
		t.Errorf("got %v, want a fault of kind %s", problem, kind)
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	setup := f.company(t, "Acme", "ada@example.com")
	first, second := f.signIn(t, "ada@example.com"), f.signIn(t, " ADA@Example.com ")
	if first.User.ID != setup.Administrator.ID || first.Organization != setup.Organization {
		t.Errorf("signed in %+v of %+v", first.User, first.Organization)
	}
	if first.AccessToken == second.AccessToken || first.SessionSecret == second.SessionSecret {
		t.Error("two sign-ins share a secret")
	}
	for _, signedIn := range []authn.LoginResult{first, second} {
		if _, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(signedIn.AccessToken)); err != nil {
			t.Errorf("the token: %v", err)
		}
		if _, err := f.db.Credentials().BySession(t.Context(), f.keys.HashToken(signedIn.SessionSecret)); err != nil {
			t.Errorf("the session: %v", err)
		}
	}
}

func TestSessionHasNoToken(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	setup := f.company(t, "Acme", "ada@example.com")
	started, err := f.login.StartSession(t.Context(), authn.Attempt{Email: " ADA@Example.com ", Password: rightPassword})
	if err != nil || started.User.ID != setup.Administrator.ID || started.Organization != setup.Organization || started.AccessToken != "" {
		t.Fatalf("started %+v, %v", started, err)
	}
	if _, err := f.db.Credentials().BySession(t.Context(), f.keys.HashToken(started.SessionSecret)); err != nil {
		t.Error(err)
	}
	if _, err := f.login.StartSession(t.Context(), authn.Attempt{Email: "ada@example.com", Password: "wrong"}); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("a wrong password: %v", err)
	}
}

// TestLoginErrorDoesNotRevealAddresses checks that an unknown user, a disabled user and a wrong password get the same
// error, and that each failure counts.
func TestLoginErrorDoesNotRevealAddresses(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	setup := f.company(t, "Acme", "ada@example.com")
	gone := f.colleague(t, setup.Organization, "gone@example.com")
	if err := f.users.Delete(t.Context(), server(setup), gone.ID); err != nil {
		t.Fatal(err)
	}
	disabled := account.UserDisabled
	off := f.colleague(t, setup.Organization, "off@example.com")
	if _, err := f.users.Update(t.Context(), server(setup), off.ID, account.UserPatch{Status: &disabled}); err != nil {
		t.Fatal(err)
	}
	answers := map[string]bool{}
	for email, password := range map[string]string{
		"ada@example.com": "wrong", "nobody@example.com": rightPassword, "gone@example.com": rightPassword, "off@example.com": rightPassword,
	} {
		problem := f.attempt(t, authn.Attempt{Email: email, Password: password})
		wantKind(t, problem, fault.Unauthenticated)
		answers[fmt.Sprintf("%+v", *problem)] = true
		lockouts, err := f.db.SignIns().Lockouts(t.Context(), f.keyOf(t, email), "")
		if err != nil || lockouts.Account.Failures != 1 {
			t.Errorf("%s: counted %d, %v; want 1", email, lockouts.Account.Failures, err)
		}
	}
	if len(answers) != 1 {
		t.Errorf("got %d different errors: %v", len(answers), answers)
	}
	wantKind(t, f.attempt(t, authn.Attempt{Email: "ada", Password: rightPassword}), fault.Invalid)
	wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com"}), fault.Unauthenticated)
}

// keyOf returns the key under which wrong passwords for an address are counted.
func (f *fixture) keyOf(t *testing.T, email string) string {
	t.Helper()
	users, err := f.db.Users().Candidates(t.Context(), "", email)
	if err != nil {
		t.Fatal(err)
	}
	if len(users) == 0 {
		return account.UnknownAddressKey("", email)
	}
	return users[0].LoginKey()
}

func (f *fixture) colleague(t *testing.T, organization account.Organization, email string) account.User {
	t.Helper()
	user, err := f.users.Create(t.Context(), account.Actor{Organization: organization.ID},
		account.UserDraft{Email: email, Password: rightPassword})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// TestLockout checks that a known address and an unknown one are locked in the same way.
func TestLockout(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		t.Run(email, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.company(t, "Acme", "ada@example.com")
			wrong := authn.Attempt{Email: email, Password: "wrong"}
			for range 5 {
				wantKind(t, f.attempt(t, wrong), fault.Unauthenticated)
			}
			for _, delay := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
				locked := f.attempt(t, wrong)
				wantKind(t, locked, fault.Limit)
				if locked.RetryAfter != delay {
					t.Errorf("retry after %s, want %s", locked.RetryAfter, delay)
				}
				// The right password is rejected while the key is locked, and the attempt does not extend the lockout.
				wantKind(t, f.attempt(t, authn.Attempt{Email: email, Password: rightPassword}), fault.Limit)
				f.clock.advance(delay)
				wantKind(t, f.attempt(t, wrong), fault.Unauthenticated)
			}
		})
	}
}

// refusals returns the reasons of the refused sign-ins in the audit log of an organization, and how often each is there.
func (f *fixture) refusals(t *testing.T, organization ids.Organization) map[string]int {
	t.Helper()
	list, err := f.db.AuditLog().List(t.Context(), audit.Query{
		Sees: account.Visibility{Organization: organization, Everything: true}, Action: "user.signIn", Result: audit.Refused,
	})
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]int{}
	for _, entry := range list.Items {
		reasons[entry.Reason]++
	}
	return reasons
}

// TestLockedAttemptsWriteLittle: a network where the user has signed in is not limited, so a client there could write an entry with
// each request.
func TestLockedAttemptsWriteLittle(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	setup := f.company(t, "Acme", "ada@example.com")
	f.signIn(t, "ada@example.com")
	for range 5 {
		wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Unauthenticated)
	}
	locked := func(attempts int) int {
		for range attempts {
			wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Limit)
		}
		return f.refusals(t, setup.Organization.ID)["locked after too many wrong passwords"]
	}
	if count := locked(1); count != 1 {
		t.Errorf("the first attempt has %d entries", count)
	}
	if count := locked(500); count != 30 {
		t.Errorf("501 attempts have %d entries, want 30", count)
	}
}

func TestSignInClearsFailures(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.company(t, "Acme", "ada@example.com")
	for range 2 {
		for range 4 {
			wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Unauthenticated)
		}
		f.signIn(t, "ada@example.com")
	}
	for range 5 {
		wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Unauthenticated)
	}
	f.clock.advance(time.Second)
	f.signIn(t, "ada@example.com")
}

// TestConcurrentGuessesAreLimited checks that concurrent guesses exceed the limit by at limit the number of slots.
func TestConcurrentGuessesAreLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.company(t, "Acme", "ada@example.com")
	const guesses = 40
	problems := make([]*fault.Error, guesses)
	var running sync.WaitGroup
	for i := range guesses {
		running.Go(func() { problems[i] = f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: fmt.Sprint(i)}) })
	}
	running.Wait()
	checked := 0
	for _, problem := range problems {
		if problem == nil || problem.Kind != fault.Limit {
			wantKind(t, problem, fault.Unauthenticated)
			checked++
		}
	}
	if limit := 5 + f.login.Passwords.Slots() - 1; checked < 5 || checked > limit {
		t.Errorf("%d guesses were checked, want 5 to %d", checked, limit)
	}
}

func TestSameAddressInSeveralOrganizations(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	acme, umbrella := f.company(t, "Acme", "ada@example.com"), f.company(t, "Umbrella", "ada@example.com")
	both := authn.Attempt{Email: "ada@example.com", Password: rightPassword}
	wantKind(t, f.attempt(t, both), fault.Conflict)
	for _, setup := range []project.Setup{acme, umbrella} {
		if reasons := f.refusals(t, setup.Organization.ID); reasons["several organizations have the address"] != 1 {
			t.Errorf("the refusals of %s are %v", setup.Organization.Name, reasons)
		}
	}
	for _, setup := range []struct {
		attempt authn.Attempt
		want    account.Organization
	}{
		{authn.Attempt{Subdomain: "acme"}, acme.Organization},
		{authn.Attempt{Subdomain: "umbrella"}, umbrella.Organization},
		{authn.Attempt{Organization: umbrella.Organization.ID}, umbrella.Organization},
		{authn.Attempt{Organization: acme.Organization.ID, Subdomain: "umbrella"}, acme.Organization}, // the host takes precedence
	} {
		setup.attempt.Email, setup.attempt.Password = both.Email, both.Password
		signedIn, err := f.login.SignIn(t.Context(), setup.attempt)
		if err != nil || signedIn.Organization != setup.want {
			t.Errorf("%+v: got %+v, %v", setup.attempt, signedIn.Organization, err)
		}
	}
	wantKind(t, f.attempt(t, authn.Attempt{Email: both.Email, Password: both.Password, Subdomain: "nobody"}), fault.Unauthenticated)

	if err := f.users.SetPassword(t.Context(), server(acme), acme.Administrator.ID, "another password"); err != nil {
		t.Fatal(err)
	}
	// The error is the same whether the password matches in one organization or in both.
	wantKind(t, f.attempt(t, both), fault.Conflict)
}

// TestTenantCannotGuessPasswordsOfAnother: an administrator of one organization can create a user there with any
// address and password. Signing in as that user neither reveals whether the password is right elsewhere nor clears the
// failures.
func TestTenantCannotGuessPasswordsOfAnother(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	victim := f.company(t, "Acme", "ada@example.com")
	attacker := f.company(t, "Umbrella", "mallory@example.com")
	decoy := f.colleague(t, attacker.Organization, "ada@example.com")
	for _, guess := range []string{"a wrong guess", rightPassword} {
		if err := f.users.SetPassword(t.Context(), server(attacker), decoy.ID, guess); err != nil {
			t.Fatal(err)
		}
		wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: guess}), fault.Conflict)
	}
	acme := authn.Attempt{Email: "ada@example.com", Password: "wrong", Subdomain: "Acme"}
	for range 5 {
		wantKind(t, f.attempt(t, acme), fault.Unauthenticated)
		if _, err := f.login.SignIn(t.Context(), authn.Attempt{Email: "ada@example.com", Password: rightPassword, Subdomain: "umbrella"}); err != nil {
			t.Fatal(err)
		}
	}
	wantKind(t, f.attempt(t, acme), fault.Limit)
	if err := f.users.SetPassword(t.Context(), server(victim), victim.Administrator.ID, "a new password"); err != nil {
		t.Fatal(err)
	}
	acme.Password = "a new password"
	if problem := f.attempt(t, acme); problem != nil {
		t.Errorf("a new password does not end the lock-out: %v", problem)
	}
}

// TestSignInIsLimitedToOrganizationOfHost checks that users of another organization cannot sign in at an organization's
// host.
func TestSignInIsLimitedToOrganizationOfHost(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.company(t, "Acme", "ada@example.com")
	umbrella := f.company(t, "Umbrella", "bob@example.com")
	wantKind(t, f.attempt(t, authn.Attempt{Email: "ada@example.com", Password: rightPassword, Organization: umbrella.Organization.ID}),
		fault.Unauthenticated)
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	setup := f.company(t, "Acme", "ada@example.com")
	actor := account.Actor{User: setup.Administrator.ID, Organization: setup.Organization.ID}
	if err := f.login.Confirm(t.Context(), actor, authn.Attempt{Password: rightPassword}); err != nil {
		t.Errorf("the right password: %v", err)
	}
	for range 5 {
		if err := f.login.Confirm(t.Context(), actor, authn.Attempt{Password: "wrong"}); !fault.Is(err, fault.Invalid) {
			t.Errorf("a wrong password: got %v, want invalid", err)
		}
	}
	if err := f.login.Confirm(t.Context(), actor, authn.Attempt{Password: rightPassword}); !fault.Is(err, fault.Limit) {
		t.Errorf("after five wrong ones: got %v, want limit", err)
	}
	if err := f.login.Confirm(t.Context(), account.Actor{User: "nobody", Organization: actor.Organization}, authn.Attempt{Password: "x"}); !fault.Is(err, fault.NotFound) {
		t.Errorf("an unknown user: got %v, want not found", err)
	}
}
