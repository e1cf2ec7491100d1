package singlesignon

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Severity says what a finding means for sign-ins.
type Severity string

// The severities.
const (
	Passed  Severity = "ok"
	Warning Severity = "warning" // sign-ins work, but something deserves attention
	Failed  Severity = "error"   // sign-ins fail
)

// Finding is the result of one check of a provider.
type Finding struct {
	Check    string
	Severity Severity
	Message  string
}

// findings collects the results of checks.
type findings []Finding

func (f *findings) addf(check string, severity Severity, format string, args ...any) {
	*f = append(*f, Finding{Check: check, Severity: severity, Message: fmt.Sprintf(format, args...)})
}

// Test checks a provider before it is saved. A nil draft is the stored provider. A finding contains nothing that the
// provider wrote, because the page of an administrator shows it.
func (s *Service) Test(ctx context.Context, by account.Actor, draft *Draft) ([]Finding, error) {
	provider, err := s.drafted(ctx, by, draft)
	if err != nil {
		return nil, err
	}
	if provider.Kind == account.SAML {
		return s.testSAML(ctx, &provider), nil
	}
	return s.testOpenID(ctx, &provider)
}

func (s *Service) drafted(ctx context.Context, by account.Actor, draft *Draft) (account.IdentityProvider, error) {
	stored, err := s.Providers.Find(ctx, by.Organization)
	if draft == nil {
		return stored, err
	}
	before := &stored
	if fault.Is(err, fault.NotFound) {
		before, err = nil, nil
	}
	if err != nil {
		return stored, err
	}
	checked, err := s.check(ctx, by.Organization, *draft)
	if err != nil {
		return stored, err
	}
	return s.merge(by.Organization, checked, before)
}

func (s *Service) testOpenID(ctx context.Context, provider *account.IdentityProvider) ([]Finding, error) {
	secret, err := s.secret(provider)
	if err != nil {
		return nil, err
	}
	var found findings
	document, err := s.fetchDiscovery(ctx, provider)
	if err != nil {
		found.addf("discovery", Failed, "%s", discoveryProblem(err))
		return found, nil
	}
	found.addf("discovery", Passed, "the provider describes itself as %s", provider.Issuer)
	found.checkMetadata(provider, document)
	found.checkKeys(ctx, document)
	found.checkClient(ctx, s, provider, document, secret)
	return found, nil
}

// discoveryProblem explains why a provider cannot be used.
func discoveryProblem(err error) string {
	if other, ok := errors.AsType[*oidc.IssuerMismatchError](err); ok {
		return fmt.Sprintf("the provider names itself %q; use exactly this text as issuer", printable(other.Discovered))
	}
	if known, ok := errors.AsType[*fault.Error](err); ok {
		return known.Message + ". " + known.Hint
	}
	return "the document at <issuer>/.well-known/openid-configuration cannot be read; check the issuer and the network"
}

// printable shortens a text of a provider.
func printable(text string) string {
	const longest = 200
	return text[:min(len(text), longest)]
}

func (f *findings) checkMetadata(provider *account.IdentityProvider, document discovered) {
	known := document.metadata
	if len(known.ResponseTypes) > 0 && !slices.Contains(known.ResponseTypes, "code") {
		f.addf("codeFlow", Failed, "the provider does not support the authorization code flow")
	} else {
		f.addf("codeFlow", Passed, "the provider supports the authorization code flow")
	}
	if slices.Contains(known.ChallengeMethods, "S256") {
		f.addf("pkce", Passed, "the provider supports PKCE with S256")
	} else {
		f.addf("pkce", Warning, "the provider does not say that it supports PKCE with S256")
	}
	if provider.GroupClaim != "" && len(known.Claims) > 0 && !slices.Contains(known.Claims, provider.GroupClaim) {
		f.addf("groupClaim", Warning, "the provider does not list the claim %s; check that it sends it to this client", provider.GroupClaim)
	}
	if len(provider.EmailDomains) == 0 {
		f.addf("emailDomains", Warning, "everybody at the provider may sign in; list emailDomains to limit them")
	}
}

func (f *findings) checkKeys(ctx context.Context, document discovered) {
	count, err := document.countKeys(ctx)
	switch {
	case err != nil:
		f.addf("keys", Failed, "the provider's keys at its jwks_uri cannot be read")
	case count == 0:
		f.addf("keys", Failed, "the provider has no key for signatures")
	default:
		f.addf("keys", Passed, "the provider has %d keys", count)
	}
}

// checkClient finds out whether the provider accepts the client. At a revocation endpoint providers check the client before
// the token. A provider without one gets a code that nobody issued; most check the client before the code.
func (f *findings) checkClient(ctx context.Context, s *Service, provider *account.IdentityProvider, document discovered, secret string) {
	config := document.config(provider, secret, s.Addresses.BaseURL+CallbackPath)
	var refused clientResponse
	var err error
	if document.metadata.RevocationURL != "" {
		refused, err = document.revoke(ctx, config)
	} else {
		refused, err = document.exchangeUnknown(ctx, config)
	}
	switch {
	case err != nil || refused.status >= http.StatusInternalServerError:
		f.addf("client", Warning, "the provider does not say whether clientID and clientSecret are right; sign in to find out")
	case refused.isClientRejected():
		f.addf("client", Failed, "the provider rejects clientID or clientSecret")
	default:
		f.addf("client", Passed, "the provider accepts clientID and clientSecret")
	}
}
