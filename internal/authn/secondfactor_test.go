package authn_test

import (
	"encoding/base32"
	"errors"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/totp"
)

// factorFixture is a fixture with a user who has a second factor.
type factorFixture struct {
	*fixture

	factors *account.SecondFactors
	setup   project.Setup
	by      account.Actor
	secret  []byte
	codes   []string // recovery codes
}

func newFactorFixture(t *testing.T) *factorFixture {
	t.Helper()
	f := &factorFixture{fixture: newFixture(t)}
	f.setup = f.company(t, "Acme", "ada@example.com")
	f.factors = account.NewSecondFactors(account.SecondFactorOptions{
		Store: f.db.SecondFactors(), Users: f.db.Users(), Organizations: f.db.Organizations(), Policies: f.db.SignInPolicies(),
		Sealer: f.keys, Hasher: f.keys, Now: f.clock.Now,
	})
	f.by = account.Actor{Organization: f.setup.Organization.ID, User: f.setup.Administrator.ID, Email: "ada@example.com"}
	return f
}

// enable turns the factor on with the code of the current step, which is used up then.
func (f *factorFixture) enable(t *testing.T) {
	t.Helper()
	setup, err := f.factors.Begin(t.Context(), f.by)
	if err != nil {
		t.Fatal(err)
	}
	if f.secret, err = base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(setup.Secret); err != nil {
		t.Fatal(err)
	}
	if f.codes, err = f.factors.Activate(t.Context(), f.by, f.code(0)); err != nil {
		t.Fatal(err)
	}
}

// code returns the code of a step after the current one.
func (f *factorFixture) code(after int64) string {
	return totp.Code(f.secret, totp.Step(f.clock.Now())+after)
}

// ticket enters the password and returns the ticket for the second step.
func (f *factorFixture) ticket(t *testing.T) string {
	t.Helper()
	_, err := f.login.StartSession(t.Context(), authn.Attempt{Email: "ada@example.com", Password: rightPassword})
	required, ok := errors.AsType[authn.CodeRequiredError](err)
	if !ok || !fault.Is(err, fault.Unauthenticated) {
		t.Fatalf("the password alone: %v", err)
	}
	return required.Ticket
}

func (f *factorFixture) finish(t *testing.T, ticket, code string) error {
	t.Helper()
	_, err := f.login.FinishSession(t.Context(), authn.SecondStep{Ticket: ticket, Code: code}, authn.Attempt{})
	return err
}

// TestCodeCompletesTheSignIn: the password alone gives neither a token nor a session, and a code counts once.
func TestCodeCompletesTheSignIn(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	f.enable(t)
	ticket := f.ticket(t)
	for _, find := range []func() error{
		func() error { _, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(ticket)); return err },
		func() error {
			_, err := f.db.Credentials().BySession(t.Context(), f.keys.HashToken(ticket))
			return err
		},
	} {
		if err := find(); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("the ticket is a credential: %v", err)
		}
	}
	if err := f.finish(t, ticket, f.code(0)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("the code of the set-up: %v", err)
	}
	f.clock.advance(totp.Period)
	code := f.code(0)
	result, err := f.login.FinishSignIn(t.Context(), authn.SecondStep{Ticket: ticket, Code: code[:3] + " " + code[3:]}, authn.Attempt{})
	if err != nil || result.AccessToken == "" || result.User.Email != "ada@example.com" {
		t.Fatalf("the sign-in is %+v, %v", result, err)
	}
	if _, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(result.AccessToken)); err != nil {
		t.Error(err)
	}
	if err := f.finish(t, ticket, f.code(1)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("a used ticket: %v", err)
	}
	if err := f.finish(t, f.ticket(t), code); fault.From(err).Message != fault.From(account.CodeUsed()).Message {
		t.Errorf("a used code: %v", err)
	}
	if err := f.finish(t, f.ticket(t), f.code(1)); err != nil {
		t.Errorf("the next code: %v", err)
	}
}

func TestRecoveryCodeCompletesTheSignIn(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	f.enable(t)
	if len(f.codes) != 10 {
		t.Fatalf("there are %d recovery codes", len(f.codes))
	}
	if err := f.finish(t, f.ticket(t), " "+f.codes[3]); err != nil {
		t.Errorf("a recovery code: %v", err)
	}
	if err := f.finish(t, f.ticket(t), f.codes[3]); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("a used recovery code: %v", err)
	}
	state, err := f.factors.Get(t.Context(), f.by)
	if err != nil || !state.IsActive || state.RecoveryCodes != 9 {
		t.Errorf("the state is %+v, %v", state, err)
	}
	renewed, err := f.factors.NewRecoveryCodes(t.Context(), f.by)
	if err != nil || len(renewed) != 10 {
		t.Fatalf("%d new codes, %v", len(renewed), err)
	}
	if err := f.finish(t, f.ticket(t), f.codes[4]); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("a replaced recovery code: %v", err)
	}
	if err := f.finish(t, f.ticket(t), renewed[0]); err != nil {
		t.Errorf("a new recovery code: %v", err)
	}
}

func TestTicketExpires(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	f.enable(t)
	ticket := f.ticket(t)
	f.clock.advance(account.ChallengeLifetime)
	if err := f.finish(t, ticket, f.code(0)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("after its lifetime: %v", err)
	}
	for _, wrong := range []string{"", "mrf_", account.NewSecret(account.ChallengePrefix), account.NewSecret(account.SessionPrefix)} {
		if err := f.finish(t, wrong, f.code(0)); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("ticket %q: %v", wrong, err)
		}
	}
	other := f.company(t, "Umbrella", "bob@example.com")
	ticket = f.ticket(t)
	step, elsewhere := authn.SecondStep{Ticket: ticket, Code: f.code(0)}, authn.Attempt{Organization: other.Organization.ID}
	if _, err := f.login.FinishSession(t.Context(), step, elsewhere); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("on the host of another organization: %v", err)
	}
}

// TestWrongCodesAreLimited: wrong codes lock the account in a network as wrong passwords do, and a right password in between does not
// clear them.
func TestWrongCodesAreLimited(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	f.enable(t)
	f.clock.advance(totp.Period)
	wrong := f.code(100)
	for i := range 5 {
		if err := f.finish(t, f.ticket(t), wrong); !fault.Is(err, fault.Unauthenticated) {
			t.Fatalf("wrong code %d: %v", i+1, err)
		}
	}
	_, err := f.login.StartSession(t.Context(), authn.Attempt{Email: "ada@example.com", Password: rightPassword})
	if !fault.Is(err, fault.Limit) {
		t.Errorf("the password while the account is locked: %v", err)
	}
	f.clock.advance(2 * time.Second)
	ticket := f.ticket(t)
	if err := f.finish(t, ticket, "123"); !fault.Is(err, fault.Unauthenticated) { // as a recovery code
		t.Errorf("a short code: %v", err)
	}
	if err := f.finish(t, ticket, f.code(0)); !fault.Is(err, fault.Limit) {
		t.Errorf("the right code while the account is locked: %v", err)
	}
	f.clock.advance(time.Minute)
	if err := f.finish(t, ticket, f.code(0)); err != nil {
		t.Errorf("the right code after the wait: %v", err)
	}
	if err := f.finish(t, f.ticket(t), f.code(1)); err != nil {
		t.Errorf("a sign-in did not clear the wrong codes: %v", err)
	}
}

// TestPolicyRequiresAFactor: a browser without one gets a session that can only set one up, and a program gets nothing.
func TestPolicyRequiresAFactor(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	if _, err := f.factors.SetPolicy(t.Context(), f.by, true); !fault.Is(err, fault.Conflict) {
		t.Errorf("an administrator without a factor requires one: %v", err)
	}
	f.enable(t)
	if _, err := f.factors.SetPolicy(t.Context(), f.by, true); err != nil {
		t.Fatal(err)
	}
	f.colleague(t, f.setup.Organization, "eve@example.com")
	attempt := authn.Attempt{Email: "eve@example.com", Password: rightPassword}
	if _, err := f.login.SignIn(t.Context(), attempt); !fault.Is(err, fault.Forbidden) {
		t.Errorf("a login of a program: %v", err)
	}
	restricted := func(result authn.LoginResult, err error) bool {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		actor, err := f.db.Credentials().BySession(t.Context(), f.keys.HashToken(result.SessionSecret))
		if err != nil {
			t.Fatal(err)
		}
		return actor.MustSetSecondFactor
	}
	started, err := f.login.StartSession(t.Context(), attempt)
	if !restricted(started, err) {
		t.Error("a session without a factor is not restricted")
	}
	external, err := f.login.StartExternalSession(t.Context(), started.User, authn.Attempt{})
	if restricted(external, err) {
		t.Error("a session of an identity provider is restricted")
	}
	f.clock.advance(totp.Period)
	finished, err := f.login.FinishSession(t.Context(), authn.SecondStep{Ticket: f.ticket(t), Code: f.code(0)}, authn.Attempt{})
	if restricted(finished, err) {
		t.Error("a session with a factor is restricted")
	}
}

// TestSetUpExpires: the first code must follow in time, and be right.
func TestSetUpExpires(t *testing.T) {
	t.Parallel()
	f := newFactorFixture(t)
	if _, err := f.factors.Activate(t.Context(), f.by, "000000"); !fault.Is(err, fault.NotFound) {
		t.Errorf("without a set-up: %v", err)
	}
	setup, err := f.factors.Begin(t.Context(), f.by)
	if err != nil {
		t.Fatal(err)
	}
	f.secret, _ = base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(setup.Secret)
	if _, err := f.factors.Activate(t.Context(), f.by, f.code(5)); !fault.Is(err, fault.Invalid) {
		t.Errorf("a wrong code: %v", err)
	}
	f.clock.advance(16 * time.Minute)
	if _, err := f.factors.Activate(t.Context(), f.by, f.code(0)); !fault.Is(err, fault.Conflict) {
		t.Errorf("too late: %v", err)
	}
	f.signIn(t, "ada@example.com") // no code is needed
}

// TestLimitsOfATokenAreChecked: the actor comes with the refusal, and a refused use is no use.
func TestLimitsOfATokenAreChecked(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	setup := d.company(t, "Acme", "ada@example.com")
	tokens := account.NewTokens(d.db.Tokens(), d.keys, d.clock.Now, 0)
	by := account.Actor{Organization: setup.Organization.ID, User: setup.Administrator.ID}
	_, secret, err := tokens.Issue(t.Context(), by, account.TokenDraft{Limits: account.TokenLimitDraft{
		Addresses: []string{"192.0.2.0/24"}, ExpiresAt: d.clock.Now().Add(time.Hour),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		address string
		wait    time.Duration
		kind    fault.Kind
	}{
		{address: "192.0.2.1"}, {address: "198.51.100.1", kind: fault.Forbidden}, {address: "192.0.2.1", wait: time.Hour, kind: fault.Unauthenticated},
	} {
		d.clock.advance(test.wait)
		actor, err := d.Authenticate(request("Bearer "+secret), test.address)
		if fault.KindOf(err) != test.kind || actor.User != setup.Administrator.ID {
			t.Errorf("from %s after %s: %v by %q, want %q", test.address, test.wait, err, actor.User, test.kind)
		}
	}
}
