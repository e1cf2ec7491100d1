package account_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

func limits(t *testing.T, draft account.TokenLimitDraft) account.TokenLimits {
	t.Helper()
	parsed, err := draft.Limits(time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// TestTokenLimitsAreNormalized: prefixes lose their host bits and the IPv6 form of IPv4, and equal ones occur once.
func TestTokenLimitsAreNormalized(t *testing.T) {
	t.Parallel()
	parsed := limits(t, account.TokenLimitDraft{
		Scopes:    []string{"deploy", "read", "deploy"},
		Addresses: []string{"203.0.113.9/24", " 10.1.2.3 ", "::ffff:10.0.0.0/104", "2001:DB8::1", "203.0.113.0/24"},
	})
	if !slices.Equal(parsed.Scopes, []account.TokenScope{account.ScopeRead, account.ScopeDeploy}) {
		t.Errorf("the scopes are %v", parsed.Scopes)
	}
	texts := make([]string, len(parsed.Addresses))
	for i, prefix := range parsed.Addresses {
		texts[i] = prefix.String()
	}
	if got := strings.Join(texts, " "); got != "10.0.0.0/8 10.1.2.3/32 2001:db8::1/128 203.0.113.0/24" {
		t.Errorf("the addresses are %s", got)
	}
	if parsed.ExpiresAt != (time.Time{}) {
		t.Errorf("the token expires at %s", parsed.ExpiresAt)
	}
}

func TestWrongTokenLimitsAreRejected(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	for name, draft := range map[string]account.TokenLimitDraft{
		"an unknown scope":     {Scopes: []string{"read", "emperor"}},
		"a name as an address": {Addresses: []string{"example.com"}},
		"too many bits":        {Addresses: []string{"10.0.0.0/33"}},
		"too many addresses":   {Addresses: slices.Repeat([]string{"10.0.0.1"}, 51)},
		"a time in the past":   {ExpiresAt: now.Add(-time.Second)},
		"the present":          {ExpiresAt: now},
	} {
		if _, err := draft.Limits(now); !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("%s: got %v, want an invalid fault with a hint", name, err)
		}
	}
}

func TestAddressesAndExpiryOfATokenAreChecked(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)
	limited := limits(t, account.TokenLimitDraft{Addresses: []string{"10.0.0.0/8", "2001:db8::/32"}, ExpiresAt: end})
	for address, want := range map[string]fault.Kind{
		"10.255.0.1": "", "::ffff:10.0.0.1": "", "2001:db8:1::7": "", "2001:db8::1%eth0": "",
		"11.0.0.1": fault.Forbidden, "2001:db9::1": fault.Forbidden, "": fault.Forbidden, "unknown": fault.Forbidden,
	} {
		if err := limited.Check(end.Add(-time.Millisecond), address); fault.KindOf(err) != want {
			t.Errorf("from %q: got %v, want %q", address, err, want)
		}
	}
	if err := limited.Check(end, "10.0.0.1"); !fault.Is(err, fault.Unauthenticated) || !strings.Contains(err.Error(), "2026-03-01T00:00:00Z") {
		t.Errorf("after its end: got %v", err)
	}
	if err := (account.TokenLimits{}).Check(end.AddDate(100, 0, 0), "unknown"); err != nil {
		t.Errorf("a token without limits: %v", err)
	}
}

// TestScopesIncludeReading also checks that a permission without a scope of its own needs the strongest one.
func TestScopesIncludeReading(t *testing.T) {
	t.Parallel()
	run := limits(t, account.TokenLimitDraft{Scopes: []string{"run"}})
	for scope, isAllowed := range map[account.TokenScope]bool{
		account.ScopeRead: true, account.ScopeRun: true, account.ScopeDeploy: false, account.ScopeEdit: false, account.ScopeAdminister: false,
	} {
		err := run.RequireScope(scope)
		if (err == nil) != isAllowed {
			t.Errorf("%s: %v", scope, err)
		}
		if err != nil && !strings.Contains(fault.From(err).Hint, "limited it to run") {
			t.Errorf("%s: the hint is %q", scope, fault.From(err).Hint)
		}
	}
	if got := account.Permission("something.new").Scope(); got != account.ScopeAdminister {
		t.Errorf("a new permission needs the scope %s", got)
	}
}

// TestALimitedTokenCannotCreateAStrongerOne tries each limit alone.
func TestALimitedTokenCannotCreateAStrongerOne(t *testing.T) {
	t.Parallel()
	end := time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC)
	outer := limits(t, account.TokenLimitDraft{Scopes: []string{"run", "administer"}, Addresses: []string{"10.0.0.0/8"}, ExpiresAt: end})
	good := account.TokenLimitDraft{Scopes: []string{"read", "run"}, Addresses: []string{"10.1.0.0/16", "10.2.3.4"}, ExpiresAt: end}
	if err := outer.Cover(limits(t, good)); err != nil {
		t.Errorf("a weaker token: %v", err)
	}
	for name, change := range map[string]func(*account.TokenLimitDraft){
		"no scopes":       func(d *account.TokenLimitDraft) { d.Scopes = nil },
		"another scope":   func(d *account.TokenLimitDraft) { d.Scopes = []string{"run", "deploy"} },
		"no addresses":    func(d *account.TokenLimitDraft) { d.Addresses = nil },
		"another address": func(d *account.TokenLimitDraft) { d.Addresses = []string{"10.1.0.0/16", "11.0.0.0/16"} },
		"a wider prefix":  func(d *account.TokenLimitDraft) { d.Addresses = []string{"10.0.0.0/7"} },
		"no end":          func(d *account.TokenLimitDraft) { d.ExpiresAt = time.Time{} },
		"a later end":     func(d *account.TokenLimitDraft) { d.ExpiresAt = end.Add(time.Second) },
	} {
		draft := good
		change(&draft)
		if err := outer.Cover(limits(t, draft)); !fault.Is(err, fault.Forbidden) {
			t.Errorf("%s: got %v, want forbidden", name, err)
		}
	}
	if err := (account.TokenLimits{}).Cover(account.TokenLimits{}); err != nil {
		t.Errorf("without limits: %v", err)
	}
}
