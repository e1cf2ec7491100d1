package httpapi

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/scim"
)

// registerSCIM serves the users and groups of organizations to their identity providers. It is not part of the OpenAPI document:
// RFC 7644 describes it.
func (s *server) registerSCIM(mux *http.ServeMux) {
	mux.HandleFunc("/scim", s.scim) // otherwise the mux would redirect to the path with a slash
	mux.HandleFunc("/scim/", s.scim)
	mux.HandleFunc(scim.Path, s.scim)
}

func (s *server) scim(w http.ResponseWriter, r *http.Request) {
	recordOperation(r.Context(), "scim")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	actor, err := s.scimActor(r)
	if err != nil {
		s.failSCIM(w, r, err)
		return
	}
	response, err := s.services.SCIM.Handle(r, actor)
	if err != nil {
		s.failSCIM(w, r, err)
		return
	}
	if response.Location != "" {
		w.Header().Set("Location", response.Location)
	}
	if response.Version != "" {
		w.Header().Set("ETag", response.Version)
	}
	writeSCIM(w, response.Status, response.Body)
}

// scimActor returns the actor of a request: the identity provider of an organization. Cookies and access tokens do not count.
func (s *server) scimActor(r *http.Request) (account.Actor, error) {
	actor, err := s.authenticateSCIM(r)
	if err == nil {
		err = checkHost(r.Context(), actor)
	}
	if fault.Is(err, fault.Unauthenticated) {
		if limited := s.limits.address(r.Context()); limited != nil {
			return account.Actor{}, limited
		}
	}
	if err != nil {
		return account.Actor{}, err
	}
	actor.Origin = originOf(r.Context())
	return actor, s.limits.credential(actor.Credential)
}

func (s *server) authenticateSCIM(r *http.Request) (account.Actor, error) {
	headers := r.Header.Values("Authorization")
	if len(headers) != 1 {
		return account.Actor{}, fault.New(fault.Unauthenticated, "the request has %d Authorization headers", len(headers)).
			WithHint("Send Authorization: Bearer with the SCIM token of your organization.")
	}
	scheme, secret, _ := strings.Cut(headers[0], " ")
	if !strings.EqualFold(scheme, "Bearer") {
		secret = ""
	}
	return s.services.SCIMTokens.Authenticate(r.Context(), secret)
}

// failSCIM writes an error as SCIM describes it.
func (s *server) failSCIM(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	if p.fault.Kind == fault.Canceled {
		p = timeoutProblem(p, r)
	}
	if p.status >= http.StatusInternalServerError && p.fault.Kind != fault.Unsupported {
		s.logger.LogAttrs(r.Context(), slog.LevelError, "request failed", slog.String("error", err.Error()))
	}
	status, body := scim.Problem(p.fault, p.status)
	switch status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusTooManyRequests:
		w.Header().Set("Retry-After", wholeSeconds(p.fault.RetryAfter))
	}
	writeSCIM(w, status, body)
}

func writeSCIM(w http.ResponseWriter, status int, body any) {
	if body == nil {
		w.WriteHeader(status)
		return
	}
	raw, err := json.Marshal(body)
	if err != nil {
		panic("httpapi: cannot encode a response: " + err.Error())
	}
	w.Header().Set("Content-Type", scim.ContentType)
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n')) // a write to a closed connection is not a server error
}
