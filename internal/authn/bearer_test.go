package authn_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/store"
)

// counted is the real credential store with a counter of lookups.
type counted struct {
	*store.Credentials

	asked atomic.Int64
}

func (c *counted) ByToken(ctx context.Context, hash string) (account.Actor, error) {
	c.asked.Add(1)
	return c.Credentials.ByToken(ctx, hash)
}

// authFixture is a fixture with an authenticator.
type authFixture struct {
	*fixture
	*authn.Authenticator

	store *counted
}

func newAuthFixture(t *testing.T) *authFixture {
	t.Helper()
	f := newFixture(t)
	credentials := &counted{Credentials: f.db.Credentials()}
	uses := authn.NewLastUse(f.db.Tokens(), f.db.Sessions(), slog.New(slog.DiscardHandler), f.clock.Now)
	return &authFixture{fixture: f, store: credentials, Authenticator: authn.NewAuthenticator(credentials, f.keys, uses, f.clock.Now)}
}

// request returns a request with these headers.
func request(authorization ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/api/v1/environments", nil)
	for _, value := range authorization {
		r.Header.Add("Authorization", value)
	}
	return r
}

func TestBearerHeader(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	setup := d.company(t, "Acme", "ada@example.com")
	token := d.signIn(t, "ada@example.com").AccessToken
	misspelt := token[:10] + "!" + token[11:]
	for name, test := range map[string]struct {
		headers []string
		says    string // empty if the request is accepted
	}{
		"right":              {[]string{"Bearer " + token}, ""},
		"missing":            {nil, "no access token"},
		"empty":              {[]string{""}, "empty"},
		"only spaces":        {[]string{"   "}, "empty"},
		"lower-case scheme":  {[]string{"bearer " + token}, `"bearer"`},
		"upper-case scheme":  {[]string{"BEARER " + token}, `"BEARER"`},
		"twice":              {[]string{"Bearer " + token, "Bearer " + token}, "2 Authorization headers"},
		"twice, one empty":   {[]string{"Bearer " + token, ""}, "2 Authorization headers"},
		"wrong scheme":       {[]string{"Basic " + token}, "does not begin with Bearer"},
		"token alone":        {[]string{token}, "does not begin with Bearer"},
		"no space":           {[]string{"Bearer" + token}, "does not begin with Bearer"},
		"tab":                {[]string{"Bearer\t" + token}, "does not begin with Bearer"},
		"scheme alone":       {[]string{"Bearer"}, "not valid"},
		"scheme and space":   {[]string{"Bearer "}, "not valid"},
		"two spaces":         {[]string{"Bearer  " + token}, "not valid"},
		"space behind":       {[]string{"Bearer " + token + " "}, "not valid"},
		"two tokens":         {[]string{"Bearer " + token + ", Bearer " + token}, "not valid"},
		"noise":              {[]string{"Bearer noise"}, "not valid"},
		"not UTF-8":          {[]string{"Bearer \xff\xfe"}, "not valid"},
		"wrong checksum":     {[]string{"Bearer " + misspelt}, "not valid"},
		"never issued":       {[]string{"Bearer " + account.NewSecret(account.TokenPrefix)}, "not valid"},
		"a session's secret": {[]string{"Bearer " + account.NewSecret(account.SessionPrefix)}, "not valid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			actor, err := d.Authenticate(request(test.headers...), "192.0.2.1")
			if test.says == "" {
				if err != nil || actor.User != setup.Administrator.ID {
					t.Errorf("got %+v, %v", actor, err)
				}
				return
			}
			if !fault.Is(err, fault.Unauthenticated) || !strings.Contains(fault.From(err).Message, test.says) || fault.From(err).Hint == "" {
				t.Errorf("got %v, want unauthenticated with %q and a hint", err, test.says)
			}
			if strings.Contains(err.Error(), token[4:]) {
				t.Errorf("the error repeats the token: %v", err)
			}
			if diff := cmp.Diff(account.Actor{}, actor); diff != "" {
				t.Errorf("an actor was returned: %s", diff)
			}
		})
	}
}

// TestInvalidTokenIsRejectedWithoutLookup checks that a token with a wrong checksum is rejected without a database
// query.
func TestInvalidTokenIsRejectedWithoutLookup(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	for _, token := range []string{"noise", "mrt_" + strings.Repeat("0", 36)} {
		if _, err := d.Authenticate(request("Bearer "+token), "192.0.2.1"); err == nil {
			t.Errorf("%q was accepted", token)
		}
	}
	if asked := d.store.asked.Load(); asked != 0 {
		t.Errorf("the store was queried %d times", asked)
	}
}

func TestCookie(t *testing.T) {
	t.Parallel()
	d := newAuthFixture(t)
	setup := d.company(t, "Acme", "ada@example.com")
	signedIn := d.signIn(t, "ada@example.com")
	withCookie := func(value string, authorization ...string) *http.Request {
		r := request(authorization...)
		r.AddCookie(&http.Cookie{Name: authn.SessionCookie, Value: value})
		return r
	}
	actor, err := d.Authenticate(withCookie(signedIn.SessionSecret), "192.0.2.1")
	if err != nil || actor.User != setup.Administrator.ID || actor.Credential.Session != signedIn.Session.ID || actor.Credential.Token != "" {
		t.Errorf("got %+v, %v", actor, err)
	}
	for name, r := range map[string]*http.Request{
		"noise":               withCookie("noise"),
		"empty":               withCookie(""),
		"never issued":        withCookie(account.NewSecret(account.SessionPrefix)),
		"a token":             withCookie(signedIn.AccessToken),
		"with a bad header":   withCookie(signedIn.SessionSecret, "Bearer noise"),
		"with an empty one":   withCookie(signedIn.SessionSecret, ""),
		"with another scheme": withCookie(signedIn.SessionSecret, "Basic YTpi"),
	} {
		if _, err := d.Authenticate(r, "192.0.2.1"); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: got %v, want unauthenticated", name, err)
		}
	}
	if err := d.login.SignOut(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Authenticate(withCookie(signedIn.SessionSecret), "192.0.2.1"); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("after signing out: got %v, want unauthenticated", err)
	}
	if _, err := d.Authenticate(request("Bearer "+signedIn.AccessToken), "192.0.2.1"); err != nil {
		t.Errorf("signing out revoked the token: %v", err)
	}
	if err := d.login.SignOut(t.Context(), account.Actor{Credential: account.Credential{Token: "t"}}); err != nil {
		t.Errorf("signing out with a token: %v", err)
	}
}
