package authn_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
)

// attempt tries to sign in and gives the fault, nil when the door opened.
func (o *office) attempt(t *testing.T, attempt authn.Attempt) *fault.Error {
	t.Helper()
	if _, err := o.login.SignIn(t.Context(), attempt); err != nil {
		return fault.From(err)
	}
	return nil
}

// refusedAs checks the kind of a fault.
func refusedAs(t *testing.T, problem *fault.Error, kind fault.Kind) {
	t.Helper()
	if problem == nil || problem.Kind != kind {
		t.Errorf("got %v, want a fault of kind %s", problem, kind)
	}
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	setup := o.company(t, "Acme", "ada@example.com")
	first, second := o.enter(t, "ada@example.com"), o.enter(t, " ADA@Example.com ")
	if first.User.ID != setup.Administrator.ID || first.Organization != setup.Organization {
		t.Errorf("welcomed %+v in %+v", first.User, first.Organization)
	}
	if first.AccessToken == second.AccessToken || first.SessionSecret == second.SessionSecret {
		t.Error("two sign-ins share a secret")
	}
	for _, welcome := range []authn.LoginResult{first, second} {
		if _, err := o.db.Credentials().ByToken(t.Context(), o.keys.HashToken(welcome.AccessToken)); err != nil {
			t.Errorf("the token: %v", err)
		}
		if _, err := o.db.Credentials().BySession(t.Context(), o.keys.HashToken(welcome.SessionSecret)); err != nil {
			t.Errorf("the session: %v", err)
		}
	}
}

// TestSameAnswerForAnybody: who is not there, who is disabled and who has another password hear the same, and each
// wrong try counts, so that nobody learns which addresses exist.
func TestSameAnswerForAnybody(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	setup := o.company(t, "Acme", "ada@example.com")
	gone := o.colleague(t, setup.Organization, "gone@example.com")
	if err := o.users.Delete(t.Context(), server(setup), gone.ID); err != nil {
		t.Fatal(err)
	}
	disabled := account.UserDisabled
	off := o.colleague(t, setup.Organization, "off@example.com")
	if _, err := o.users.Update(t.Context(), server(setup), off.ID, account.UserPatch{Status: &disabled}); err != nil {
		t.Fatal(err)
	}
	answers := map[string]bool{}
	for email, password := range map[string]string{
		"ada@example.com": "wrong", "nobody@example.com": rightPassword, "gone@example.com": rightPassword, "off@example.com": rightPassword,
	} {
		problem := o.attempt(t, authn.Attempt{Email: email, Password: password})
		refusedAs(t, problem, fault.Unauthenticated)
		answers[fmt.Sprintf("%+v", *problem)] = true
		lockout, err := o.db.SignIns().Lockout(t.Context(), o.keyOf(t, email))
		if err != nil || lockout.Failures != 1 {
			t.Errorf("%s: counted %d, %v; want 1", email, lockout.Failures, err)
		}
	}
	if len(answers) != 1 {
		t.Errorf("there are %d different answers: %v", len(answers), answers)
	}
	refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada", Password: rightPassword}), fault.Invalid)
	refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada@example.com"}), fault.Unauthenticated)
}

// keyOf is what wrong passwords for an address are counted under.
func (o *office) keyOf(t *testing.T, email string) string {
	t.Helper()
	users, err := o.db.Users().Candidates(t.Context(), "", email)
	if err != nil {
		t.Fatal(err)
	}
	if len(users) == 0 {
		return account.StrangerKey("", email)
	}
	return users[0].LoginKey()
}

func (o *office) colleague(t *testing.T, organization account.Organization, email string) account.User {
	t.Helper()
	user, err := o.users.Create(t.Context(), account.Actor{Organization: organization.ID},
		account.UserDraft{Email: email, Password: rightPassword})
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// TestLockout guards an address that somebody has and one that nobody has in the same way.
func TestLockout(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"ada@example.com", "nobody@example.com"} {
		t.Run(email, func(t *testing.T) {
			t.Parallel()
			o := newOffice(t)
			o.company(t, "Acme", "ada@example.com")
			wrong := authn.Attempt{Email: email, Password: "wrong"}
			for range 5 {
				refusedAs(t, o.attempt(t, wrong), fault.Unauthenticated)
			}
			for _, delay := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
				locked := o.attempt(t, wrong)
				refusedAs(t, locked, fault.Limit)
				if locked.RetryAfter != delay {
					t.Errorf("retry after %s, want %s", locked.RetryAfter, delay)
				}
				// The right password does not open while it is locked, and trying makes it no longer.
				refusedAs(t, o.attempt(t, authn.Attempt{Email: email, Password: rightPassword}), fault.Limit)
				o.clock.advance(delay)
				refusedAs(t, o.attempt(t, wrong), fault.Unauthenticated)
			}
		})
	}
}

func TestSignInForgetsWrongPasswords(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.company(t, "Acme", "ada@example.com")
	for range 2 {
		for range 4 {
			refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Unauthenticated)
		}
		o.enter(t, "ada@example.com")
	}
	for range 5 {
		refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada@example.com", Password: "wrong"}), fault.Unauthenticated)
	}
	o.clock.advance(time.Second)
	o.enter(t, "ada@example.com")
}

// TestBurstOfGuesses: guesses at once cannot overtake the count by more than the number of slots.
func TestBurstOfGuesses(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.company(t, "Acme", "ada@example.com")
	const guesses = 40
	problems := make([]*fault.Error, guesses)
	var running sync.WaitGroup
	for i := range guesses {
		running.Go(func() { problems[i] = o.attempt(t, authn.Attempt{Email: "ada@example.com", Password: fmt.Sprint(i)}) })
	}
	running.Wait()
	checked := 0
	for _, problem := range problems {
		if problem == nil || problem.Kind != fault.Limit {
			refusedAs(t, problem, fault.Unauthenticated)
			checked++
		}
	}
	if most := 5 + o.login.Passwords.Slots() - 1; checked < 5 || checked > most {
		t.Errorf("%d guesses were checked, want 5 to %d", checked, most)
	}
}

func TestSameAddressInSeveralOrganizations(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	acme, umbrella := o.company(t, "Acme", "ada@example.com"), o.company(t, "Umbrella", "ada@example.com")
	both := authn.Attempt{Email: "ada@example.com", Password: rightPassword}
	refusedAs(t, o.attempt(t, both), fault.Conflict)
	for _, setup := range []struct {
		attempt authn.Attempt
		want    account.Organization
	}{
		{authn.Attempt{Subdomain: "acme"}, acme.Organization},
		{authn.Attempt{Subdomain: "umbrella"}, umbrella.Organization},
		{authn.Attempt{Organization: umbrella.Organization.ID}, umbrella.Organization},
		{authn.Attempt{Organization: acme.Organization.ID, Subdomain: "umbrella"}, acme.Organization}, // the host decides
	} {
		setup.attempt.Email, setup.attempt.Password = both.Email, both.Password
		welcome, err := o.login.SignIn(t.Context(), setup.attempt)
		if err != nil || welcome.Organization != setup.want {
			t.Errorf("%+v: got %+v, %v", setup.attempt, welcome.Organization, err)
		}
	}
	refusedAs(t, o.attempt(t, authn.Attempt{Email: both.Email, Password: both.Password, Subdomain: "nobody"}), fault.Unauthenticated)

	if err := o.users.SetPassword(t.Context(), server(acme), acme.Administrator.ID, "another password"); err != nil {
		t.Fatal(err)
	}
	// The answer is the same whether the password opens one of them or both.
	refusedAs(t, o.attempt(t, both), fault.Conflict)
}

// TestOneTenantCannotGuessForAnother: whoever runs an organization can make a user there with anybody's address and any
// password. Signing in as that user neither tells whether the password is right elsewhere nor clears anybody's count.
func TestOneTenantCannotGuessForAnother(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	victim := o.company(t, "Acme", "ada@example.com")
	attacker := o.company(t, "Umbrella", "mallory@example.com")
	decoy := o.colleague(t, attacker.Organization, "ada@example.com")
	for _, guess := range []string{"a wrong guess", rightPassword} {
		if err := o.users.SetPassword(t.Context(), server(attacker), decoy.ID, guess); err != nil {
			t.Fatal(err)
		}
		refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada@example.com", Password: guess}), fault.Conflict)
	}
	acme := authn.Attempt{Email: "ada@example.com", Password: "wrong", Subdomain: "Acme"}
	for range 5 {
		refusedAs(t, o.attempt(t, acme), fault.Unauthenticated)
		if _, err := o.login.SignIn(t.Context(), authn.Attempt{Email: "ada@example.com", Password: rightPassword, Subdomain: "umbrella"}); err != nil {
			t.Fatal(err)
		}
	}
	refusedAs(t, o.attempt(t, acme), fault.Limit)
	if err := o.users.SetPassword(t.Context(), server(victim), victim.Administrator.ID, "a new password"); err != nil {
		t.Fatal(err)
	}
	acme.Password = "a new password"
	if problem := o.attempt(t, acme); problem != nil {
		t.Errorf("a new password does not end the lock-out: %v", problem)
	}
}

// TestOrganizationLimitsTheAttempt: at the address of one organization nobody of another signs in.
func TestOrganizationLimitsTheAttempt(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.company(t, "Acme", "ada@example.com")
	umbrella := o.company(t, "Umbrella", "bob@example.com")
	refusedAs(t, o.attempt(t, authn.Attempt{Email: "ada@example.com", Password: rightPassword, Organization: umbrella.Organization.ID}),
		fault.Unauthenticated)
}

func TestConfirm(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	setup := o.company(t, "Acme", "ada@example.com")
	actor := account.Actor{User: setup.Administrator.ID, Organization: setup.Organization.ID}
	if err := o.login.Confirm(t.Context(), actor, rightPassword); err != nil {
		t.Errorf("the right password: %v", err)
	}
	for range 5 {
		if err := o.login.Confirm(t.Context(), actor, "wrong"); !fault.Is(err, fault.Invalid) {
			t.Errorf("a wrong password: got %v, want invalid", err)
		}
	}
	if err := o.login.Confirm(t.Context(), actor, rightPassword); !fault.Is(err, fault.Limit) {
		t.Errorf("after five wrong ones: got %v, want limit", err)
	}
	if err := o.login.Confirm(t.Context(), account.Actor{User: "nobody", Organization: actor.Organization}, "x"); !fault.Is(err, fault.NotFound) {
		t.Errorf("nobody: got %v, want not found", err)
	}
}
