package singlesignon

import (
	"cmp"
	"context"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/ids"
)

// Beginning is the input of Start.
type Beginning struct {
	Organization account.Organization
	// IsOnSubdomain is set if the browser is on the organization's own host. It comes back to the same host, because the
	// cookies of one host are not sent to another.
	IsOnSubdomain bool
	ReturnTo      string // the path of the page to show afterwards
	// Browser is the secret of the browser's earlier sign-in, so that two windows of it can sign in; empty for none.
	Browser string
}

// Redirect sends the browser to a provider.
type Redirect struct {
	URL     string
	Browser string // secret for the cookie of the sign-in
}

// Start begins a sign-in.
func (s *Service) Start(ctx context.Context, begin Beginning) (Redirect, error) {
	provider, err := s.enabled(ctx, begin.Organization.ID)
	if err != nil {
		return Redirect{}, err
	}
	origin := s.Addresses.BaseURL
	if begin.IsOnSubdomain {
		origin = s.Addresses.Origin(&begin.Organization)
	}
	content := pending{Kind: provider.Kind, ReturnTo: returnPath(begin.ReturnTo), Browser: begin.Browser}
	if provider.Kind == account.SAML {
		return s.startSAML(ctx, &provider, origin, content)
	}
	return s.startOpenID(ctx, &provider, origin, content)
}

// Response is what a browser brings back from a provider.
type Response struct {
	State   string
	Browser string // the value of the cookie of the sign-in
	Code    string
	Issuer  string // the parameter iss; empty if the provider does not send it
	Error   string // the parameter error
	// Document is the response of a SAML provider, in base64.
	Document string
	// Organization is that of the host; empty on the server's own host.
	Organization ids.Organization
	// Attempt has the client and the origin of the request.
	Attempt authn.Attempt
}

// Completed is a successful sign-in.
type Completed struct {
	authn.LoginResult

	ReturnTo string
}

// Finish completes a sign-in: it verifies the response and opens a session.
func (s *Service) Finish(ctx context.Context, response Response) (completed Completed, err error) {
	request, content, err := s.takeRequest(ctx, response.State, response.Browser)
	if err == nil {
		completed, err = s.open(ctx, request, content, response)
	}
	return completed, s.recordRefusal(ctx, request.Organization, response, err)
}

// recordRefusal records a refused sign-in in the audit log, with its code, and returns its error. Refusals of a person are
// recorded where they are decided, and a provider that does not respond refuses nobody.
func (s *Service) recordRefusal(ctx context.Context, organization ids.Organization, response Response, err error) error {
	failed, ok := errors.AsType[FailedError](err)
	if !ok || failed.Reason == ProviderUnavailable || failed.Reason == ClientRejected {
		return err
	}
	return cmp.Or(s.Sessions.RefuseExternal(ctx, cmp.Or(organization, response.Organization), response.Attempt, string(failed.Reason)), err)
}

// open verifies the response to a request and opens a session.
func (s *Service) open(ctx context.Context, request account.SignInRequest, content pending, response Response) (Completed, error) {
	if response.Organization != "" && response.Organization != request.Organization {
		return Completed{}, RequestUnknown.because(nil)
	}
	provider, err := s.enabled(ctx, request.Organization)
	if err != nil {
		return Completed{}, err
	}
	if provider.Kind != content.Kind {
		return Completed{}, RequestUnknown.because(nil)
	}
	identity, err := s.identityOf(ctx, &provider, request, content, response)
	if err != nil {
		return Completed{}, err
	}
	by := account.Actor{Organization: provider.Organization, Email: identity.Email, Origin: response.Attempt.Origin}
	user, err := s.Identities.SignIn(ctx, by, identity, func(match account.IdentityMatch) (account.IdentityDecision, error) {
		return provider.Resolve(identity, match, provider.Organization, s.Now())
	})
	if err != nil {
		return Completed{}, err
	}
	opened, err := s.Sessions.StartExternalSession(ctx, user, response.Attempt)
	return Completed{LoginResult: opened, ReturnTo: content.ReturnTo}, err
}

func (s *Service) identityOf(
	ctx context.Context, provider *account.IdentityProvider, request account.SignInRequest, content pending, response Response,
) (account.ExternalIdentity, error) {
	if content.Kind == account.SAML {
		return s.answeredIdentity(request)
	}
	return s.exchange(ctx, provider, content, response)
}
