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

// counted is the real store of credentials, with a count of how often it is asked.
type counted struct {
	*store.Credentials

	asked atomic.Int64
}

func (c *counted) ByToken(ctx context.Context, hash string) (account.Actor, error) {
	c.asked.Add(1)
	return c.Credentials.ByToken(ctx, hash)
}

// loginCandidate is an office with an authenticator in front of it.
type loginCandidate struct {
	*office
	*authn.Authenticator

	store *counted
}

func newDoor(t *testing.T) *loginCandidate {
	t.Helper()
	o := newOffice(t)
	credentials := &counted{Credentials: o.db.Credentials()}
	uses := authn.NewLastUse(o.db.Tokens(), slog.New(slog.DiscardHandler), o.clock.Now)
	return &loginCandidate{office: o, store: credentials, Authenticator: authn.NewAuthenticator(credentials, o.keys, uses)}
}

// knock is a request with these headers.
func knock(authorization ...string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, "/api/v1/environments", nil)
	for _, value := range authorization {
		r.Header.Add("Authorization", value)
	}
	return r
}

func TestBearerHeader(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	setup := d.company(t, "Acme", "ada@example.com")
	token := d.enter(t, "ada@example.com").AccessToken
	misspelt := token[:10] + "!" + token[11:]
	for name, test := range map[string]struct {
		headers []string
		says    string // empty when the door opens
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
		"never given out":    {[]string{"Bearer " + account.NewSecret(account.TokenPrefix)}, "not valid"},
		"a session's secret": {[]string{"Bearer " + account.NewSecret(account.SessionPrefix)}, "not valid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			actor, err := d.Authenticate(knock(test.headers...))
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
				t.Errorf("an actor came through: %s", diff)
			}
		})
	}
}

// TestNoiseDoesNotReachTheStore: a token with a wrong checksum is told apart without a look into the database.
func TestNoiseDoesNotReachTheStore(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	for _, token := range []string{"noise", "mrt_" + strings.Repeat("0", 36)} {
		if _, err := d.Authenticate(knock("Bearer " + token)); err == nil {
			t.Errorf("%q came through", token)
		}
	}
	if asked := d.store.asked.Load(); asked != 0 {
		t.Errorf("the store was asked %d times", asked)
	}
}

func TestCookie(t *testing.T) {
	t.Parallel()
	d := newDoor(t)
	setup := d.company(t, "Acme", "ada@example.com")
	welcome := d.enter(t, "ada@example.com")
	withCookie := func(value string, authorization ...string) *http.Request {
		r := knock(authorization...)
		r.AddCookie(&http.Cookie{Name: authn.SessionCookie, Value: value})
		return r
	}
	actor, err := d.Authenticate(withCookie(welcome.SessionSecret))
	if err != nil || actor.User != setup.Administrator.ID || actor.Credential.Session != welcome.Session.ID || actor.Credential.Token != "" {
		t.Errorf("got %+v, %v", actor, err)
	}
	for name, r := range map[string]*http.Request{
		"noise":              withCookie("noise"),
		"empty":              withCookie(""),
		"never given out":    withCookie(account.NewSecret(account.SessionPrefix)),
		"a token":            withCookie(welcome.AccessToken),
		"with a bad header":  withCookie(welcome.SessionSecret, "Bearer noise"),
		"with an empty one":  withCookie(welcome.SessionSecret, ""),
		"with another's one": withCookie(welcome.SessionSecret, "Basic YTpi"),
	} {
		if _, err := d.Authenticate(r); !fault.Is(err, fault.Unauthenticated) {
			t.Errorf("%s: got %v, want unauthenticated", name, err)
		}
	}
	if err := d.login.SignOut(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Authenticate(withCookie(welcome.SessionSecret)); !fault.Is(err, fault.Unauthenticated) {
		t.Errorf("after signing out: got %v, want unauthenticated", err)
	}
	if _, err := d.Authenticate(knock("Bearer " + welcome.AccessToken)); err != nil {
		t.Errorf("the token died with the session: %v", err)
	}
	if err := d.login.SignOut(t.Context(), account.Actor{Credential: account.Credential{Token: "t"}}); err != nil {
		t.Errorf("signing out with a token: %v", err)
	}
}
