package httpapi

import (
	"context"
	"net/http"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
)

// admit is what goes before every operation: who is it, and how often.
func (s *server) admit(operation api.Operation, handler http.HandlerFunc, w http.ResponseWriter, r *http.Request) {
	noteOperation(r.Context(), operation.ID)
	if authn.FromCookie(r) {
		// Only a browser sends a cookie by itself, so only then another site could be behind the request. Logging in is
		// included: another site must not sign the browser in as somebody else.
		if err := s.crossOrigin.Check(r); err != nil {
			s.fail(w, r, fault.Wrap(err, fault.Forbidden, "the request came from another site").
				WithHint("Use the web application of this deployment, or an access token."))
			return
		}
	}
	// Answers may hold secrets, and none is of use later.
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if operation.Public {
		if err := s.limits.public(operation.ID, r); err != nil {
			s.fail(w, r, err)
			return
		}
		handler(w, r)
		return
	}
	actor, err := s.authenticate(r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	noteUser(r.Context(), actor.User)
	r, done := allowTime(operation.ID, w, r.WithContext(withActor(r.Context(), actor)))
	defer done()
	handler(w, r)
}

// authenticate finds the actor. Failures count against the address, successes against the credential. A good credential
// is never refused for what others at its address do: they may all be behind one proxy.
func (s *server) authenticate(r *http.Request) (account.Actor, error) {
	actor, err := s.authenticator.Authenticate(r)
	if err == nil {
		err = rightHost(r.Context(), actor)
	}
	if fault.Is(err, fault.Unauthenticated) {
		if limited := s.limits.address(r); limited != nil {
			return account.Actor{}, limited
		}
	}
	if err != nil {
		return account.Actor{}, err
	}
	return actor, s.limits.credential(actor.Credential)
}

// rightHost refuses a credential of another organization on a company's subdomain.
func rightHost(ctx context.Context, actor account.Actor) error {
	organization := hostOrganization(ctx)
	if organization == nil || organization.ID == actor.Organization {
		return nil
	}
	return fault.New(fault.Unauthenticated, "the access token is not valid here").
		WithHint("It belongs to another organization than this address.")
}

type actorKey struct{}

func withActor(ctx context.Context, actor account.Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// actorOf is who makes the request. Every operation that is not public has one.
func actorOf(ctx context.Context) account.Actor {
	actor, ok := ctx.Value(actorKey{}).(account.Actor)
	if !ok {
		panic("httpapi: a handler of a public operation asked for the actor")
	}
	return actor
}
