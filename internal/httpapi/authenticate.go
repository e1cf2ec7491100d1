package httpapi

import (
	"context"
	"net/http"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
)

// admit runs before every operation. It authenticates the caller and applies the rate limits.
func (s *server) admit(operation api.Operation, handler http.HandlerFunc, w http.ResponseWriter, r *http.Request) {
	recordOperation(r.Context(), operation.ID)
	if authn.FromCookie(r) {
		// Only a browser sends a cookie by itself, so only then another site could have caused the request. This
		// includes logging in: another site must not sign the browser in as another user.
		if err := s.crossOrigin.Check(r); err != nil {
			s.fail(w, r, fault.Wrap(err, fault.Forbidden, "the request came from another site").
				WithHint("Use the web application of this deployment, or an access token."))
			return
		}
	}
	// Responses may contain secrets, and no response is worth caching.
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
	recordUser(r.Context(), actor.User)
	r = r.WithContext(withActor(r.Context(), actor))
	if err := checkRestrictions(actor, operation.ID); err != nil {
		s.fail(w, r, s.recordRefusal(r, operation.ID, account.Scope{}, err))
		return
	}
	if err := s.checkTokenScope(r, operation, actor); err != nil {
		s.fail(w, r, err)
		return
	}
	r, done := allowTime(operation.ID, w, r)
	defer done()
	handler(w, r)
}

// authenticate returns the actor. A failure counts against the address, a success against the credential. A valid
// credential is never limited because of other clients at its address, because they may all be behind one proxy.
func (s *server) authenticate(r *http.Request) (account.Actor, error) {
	actor, err := s.authenticator.Authenticate(r, clientAddress(r.Context()))
	if actor.User != "" {
		if wrongHost := checkHost(r.Context(), actor); wrongHost != nil {
			err = wrongHost
		} else if err != nil {
			err = s.recordRefusedToken(r.Context(), actor, err)
		}
	}
	if fault.Is(err, fault.Unauthenticated) || fault.Is(err, fault.Forbidden) {
		if limited := s.limits.address(r.Context()); limited != nil {
			return account.Actor{}, limited
		}
	}
	if err != nil {
		return account.Actor{}, err
	}
	actor.Origin = originOf(r.Context())
	s.services.LastUse.From(actor.Credential.Token, actor.Origin.Address)
	return actor, s.limits.credential(actor.Credential)
}

// checkHost rejects a credential of another organization on the subdomain of an organization.
func checkHost(ctx context.Context, actor account.Actor) error {
	organization := hostOrganization(ctx)
	if organization == nil || organization.ID == actor.Organization {
		return nil
	}
	return fault.New(fault.Unauthenticated, "the access token is not valid for this host").
		WithHint("It belongs to another organization. Use that organization's address, or a token of this organization.")
}

// originOf says which request the writes of an actor belong to.
func originOf(ctx context.Context) account.Origin {
	return account.Origin{Address: clientAddress(ctx), RequestID: telemetry.RequestID(ctx)}
}

type actorKey struct{}

func withActor(ctx context.Context, actor account.Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, actor)
}

// actorOf returns the actor of the request. It panics in a public operation, which has none.
func actorOf(ctx context.Context) account.Actor {
	actor, ok := ctx.Value(actorKey{}).(account.Actor)
	if !ok {
		panic("httpapi: a handler of a public operation requested the actor")
	}
	return actor
}
