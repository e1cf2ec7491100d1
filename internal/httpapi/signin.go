package httpapi

import (
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/singlesignon"
	"github.com/millrace/millrace/internal/telemetry"
)

// signInCookie is the name of the cookie that binds a sign-in through a provider to its browser.
const signInCookie = "millrace_sign_in"

// registerSignIn serves the pages between the sign-in page and an identity provider. They are not part of the OpenAPI
// document, because browsers navigate to them and providers send browsers there.
func (s *server) registerSignIn(mux *http.ServeMux) {
	mux.HandleFunc("GET "+singlesignon.StartPath, s.signInPage("startSignIn", s.startSignIn))
	mux.HandleFunc("GET "+singlesignon.CallbackPath, s.signInPage("finishSignIn", s.finishSignIn))
	mux.HandleFunc("POST "+singlesignon.SAMLPath, s.signInPage("acceptSAML", s.acceptSAML))
	mux.HandleFunc("GET "+singlesignon.MetadataPath, s.samlMetadata)
}

// signInPage limits the requests of an address. It shows an error on the sign-in page, which explains its code.
func (s *server) signInPage(operation string, handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		recordOperation(r.Context(), operation)
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer") // the URL may contain a code
		if err := s.limits.address(r.Context()); err != nil {
			s.fail(w, r, err)
			return
		}
		if err := handle(w, r); err != nil {
			s.failSignIn(w, r, err)
		}
	}
}

// failSignIn logs why a sign-in failed, and sends the browser back to the sign-in page. What the provider wrote stays here.
func (s *server) failSignIn(w http.ResponseWriter, r *http.Request, err error) {
	code := singlesignon.CodeOf(err)
	const longest = 1000 // a provider may respond with a whole page
	text := err.Error()
	s.logger.LogAttrs(r.Context(), slog.LevelWarn, "single sign-on failed",
		slog.String("code", code), slog.String("error", text[:min(len(text), longest)]))
	s.metrics.CountLogin(telemetry.LoginRefused)
	query := url.Values{"error": {code}}
	if id := telemetry.RequestID(r.Context()); id != "" {
		query.Set("requestID", id)
	}
	http.Redirect(w, r, "/login?"+query.Encode(), http.StatusSeeOther)
}

// startSignIn sends the browser to the provider of an organization: that of the host, or the one in the query.
func (s *server) startSignIn(w http.ResponseWriter, r *http.Request) error {
	organization := hostOrganization(r.Context())
	begin := singlesignon.Beginning{IsOnSubdomain: organization != nil, ReturnTo: r.URL.Query().Get("next")}
	if organization == nil {
		found, err := s.services.Organizations.FindBySubdomain(r.Context(), account.Subdomain(r.URL.Query().Get("organization")))
		if fault.Is(err, fault.NotFound) {
			found, err = account.Organization{}, nil // without a provider: the response must not tell organizations apart
		}
		if err != nil {
			return err
		}
		organization = &found
	}
	begin.Organization = *organization
	if cookie, err := r.Cookie(signInCookie); err == nil {
		begin.Browser = cookie.Value
	}
	redirect, err := s.services.SingleSignOn.Start(r.Context(), begin)
	if err != nil {
		return err
	}
	cookie := http.Cookie{ //nolint:gosec // Secure depends on the deployment's URL, as for the session
		Name: signInCookie, Value: redirect.Browser, Path: "/login", MaxAge: int(account.SignInRequestLifetime / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secureCookies,
	}
	http.SetCookie(w, &cookie)
	http.Redirect(w, r, redirect.URL, http.StatusSeeOther)
	return nil
}

// finishSignIn signs the browser in that comes back from a provider.
func (s *server) finishSignIn(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	response := singlesignon.Response{
		State: query.Get("state"), Code: query.Get("code"), Issuer: query.Get("iss"), Error: query.Get("error"),
		Organization: organizationOfHost(r.Context()), Attempt: attemptOf(r.Context()),
	}
	if cookie, err := r.Cookie(signInCookie); err == nil {
		response.Browser = cookie.Value
	}
	completed, err := s.services.SingleSignOn.Finish(r.Context(), response)
	if err != nil {
		return err
	}
	recordUser(r.Context(), completed.User.ID)
	s.metrics.CountLogin(telemetry.LoginSucceeded)
	w.Header().Add("Set-Cookie", s.cookie(completed.SessionSecret, completed.Session.ExpiresAt))
	http.Redirect(w, r, completed.ReturnTo, http.StatusSeeOther)
	return nil
}

// acceptSAML receives the response of a SAML provider, which is a POST of another site. Our cookies are not in it, so the
// browser goes on to the callback with a request of its own.
func (s *server) acceptSAML(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return singlesignon.FailedError{Reason: singlesignon.ResponseInvalid}
	}
	response := singlesignon.Response{
		State: r.PostForm.Get("RelayState"), Document: r.PostForm.Get("SAMLResponse"),
		Organization: organizationOfHost(r.Context()), Attempt: attemptOf(r.Context()),
	}
	if err := s.services.SingleSignOn.AcceptSAML(r.Context(), response); err != nil {
		return err
	}
	http.Redirect(w, r, singlesignon.CallbackPath+"?"+url.Values{"state": {response.State}}.Encode(), http.StatusSeeOther)
	return nil
}

// samlMetadata describes this service to a SAML provider. The organization is that of the host or in the query. The document
// has nothing secret, and exists for every organization, so that it does not reveal which ones use SAML.
func (s *server) samlMetadata(w http.ResponseWriter, r *http.Request) {
	recordOperation(r.Context(), "getSAMLMetadata")
	organization := hostOrganization(r.Context())
	if organization == nil {
		found, err := s.services.Organizations.FindBySubdomain(r.Context(), account.Subdomain(r.URL.Query().Get("organization")))
		if err != nil {
			s.fail(w, r, err)
			return
		}
		organization = &found
	}
	document, err := s.services.SingleSignOn.ServiceMetadata(*organization)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/samlmetadata+xml")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	//nolint:gosec // the library writes the document as XML, and a write to a closed connection is not a server error
	_, _ = w.Write(document)
}
