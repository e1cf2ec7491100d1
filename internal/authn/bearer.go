package authn

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// SessionCookie is the name of the browser's cookie.
const SessionCookie = "millrace_session"

// CredentialStore finds the actor of a credential.
type CredentialStore interface {
	// ByToken returns the actor of a valid token by its hash. Otherwise it returns an unauthenticated fault.
	ByToken(ctx context.Context, hash string) (account.Actor, error)
	// BySession returns the actor of a valid session by its hash. Otherwise it returns an unauthenticated fault.
	BySession(ctx context.Context, hash string) (account.Actor, error)
	// Revision is a number that every change of accounts increases before it is acknowledged; false if there is none.
	Revision() (uint64, bool)
}

// UseRecorder records every use of a token or a session.
type UseRecorder interface {
	Used(credential account.Credential)
}

// Authenticator resolves the credential of a request to an actor.
type Authenticator struct {
	store  CredentialStore
	hasher account.SecretHasher
	uses   UseRecorder
	now    func() time.Time
	cache  actorCache
}

// NewAuthenticator creates an authenticator.
func NewAuthenticator(store CredentialStore, hasher account.SecretHasher, uses UseRecorder, now func() time.Time) *Authenticator {
	return &Authenticator{store: store, hasher: hasher, uses: uses, now: now}
}

// FromCookie reports whether a request relies on a session cookie: it has no Authorization header.
func FromCookie(r *http.Request) bool { return len(r.Header.Values("Authorization")) == 0 }

// Authenticate returns the actor of a request from an address. If there is an Authorization header, the cookie is ignored. If the
// limits of a token refuse the request, it returns the actor with the error, for the audit log.
func (a *Authenticator) Authenticate(r *http.Request, address string) (account.Actor, error) {
	if FromCookie(r) {
		return a.bySession(r)
	}
	token, err := bearerToken(r.Header.Values("Authorization"))
	if err != nil {
		return account.Actor{}, err
	}
	actor, err := a.byToken(r.Context(), a.hasher.HashToken(token))
	if err != nil {
		return account.Actor{}, err
	}
	if err := actor.Limits.Check(a.now(), address); err != nil {
		return actor, err
	}
	a.uses.Used(actor.Credential)
	return actor, nil
}

func (a *Authenticator) bySession(r *http.Request) (account.Actor, error) {
	cookie, err := r.Cookie(SessionCookie)
	if err != nil {
		return account.Actor{}, fault.New(fault.Unauthenticated, "this request has no access token").
			WithHint("Send the header Authorization: Bearer <ACCESS_TOKEN>. Get a token in the web application: Deploy, Generate Access Token.")
	}
	if !account.IsSecret(account.SessionPrefix, cookie.Value) {
		return account.Actor{}, sessionEnded()
	}
	// Sessions are not cached, because they also expire by time.
	actor, err := a.store.BySession(r.Context(), a.hasher.HashToken(cookie.Value))
	if fault.Is(err, fault.Unauthenticated) {
		return account.Actor{}, sessionEnded()
	}
	if err == nil {
		a.uses.Used(actor.Credential)
	}
	return actor, err
}

func sessionEnded() error {
	return fault.New(fault.Unauthenticated, "your session has ended").WithHint("Sign in again.")
}

// bearerToken extracts the token: one header, the scheme exactly Bearer, one token.
func bearerToken(headers []string) (string, error) {
	if len(headers) > 1 {
		return "", fault.New(fault.Unauthenticated, "the request has %d Authorization headers", len(headers)).WithHint("Send one Authorization header.")
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	switch {
	case strings.TrimSpace(headers[0]) == "":
		return "", fault.New(fault.Unauthenticated, "the Authorization header is empty").
			WithHint("Send Authorization: Bearer <ACCESS_TOKEN>.")
	case scheme != "Bearer" && strings.EqualFold(scheme, "bearer"):
		return "", fault.New(fault.Unauthenticated, "the scheme of the Authorization header is %q", scheme).
			WithHint("Write Bearer, with a capital B.")
	case scheme != "Bearer":
		return "", fault.New(fault.Unauthenticated, "the Authorization header does not begin with Bearer").
			WithHint("Send Authorization: Bearer <ACCESS_TOKEN>.")
	case !account.IsSecret(account.TokenPrefix, token):
		return "", badToken()
	}
	return token, nil
}

func badToken() error {
	return fault.New(fault.Unauthenticated, "the access token is not valid").
		WithHint("It may be misspelled or revoked. Generate a new one with `millrace login`, or in the web application: Deploy, Generate Access Token.")
}

// byToken queries the cache, then the store. It reads the revision before it queries the store: if something changes in
// between, the entry is stored under a revision that is already outdated.
func (a *Authenticator) byToken(ctx context.Context, hash string) (account.Actor, error) {
	revision, cacheable := a.store.Revision()
	if cacheable {
		if actor, ok := a.cache.get(hash, revision); ok {
			return actor, nil
		}
	}
	actor, err := a.store.ByToken(ctx, hash)
	if fault.Is(err, fault.Unauthenticated) {
		return account.Actor{}, badToken()
	}
	if err == nil && cacheable {
		a.cache.put(hash, revision, actor)
	}
	return actor, err
}
