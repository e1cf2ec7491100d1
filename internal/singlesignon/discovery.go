package singlesignon

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/crewjam/saml"
	"golang.org/x/oauth2"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// discoveryLifetime is how long the endpoints of a provider are used without asking again. The library asks for the keys
// again as soon as a token has an unknown one.
const discoveryLifetime = time.Hour

// discovered is what a provider says about itself, with its keys: an OpenID provider or a SAML entity.
type discovered struct {
	entity    *saml.EntityDescriptor // nil for OpenID
	provider  *oidc.Provider
	metadata  metadata
	authStyle oauth2.AuthStyle
	client    *http.Client
	at        time.Time
	of        time.Time // when the settings were saved, on any server
}

// metadata are the parts of a discovery document that the library does not return.
type metadata struct {
	AuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods []string `json:"code_challenge_methods_supported"`
	ResponseTypes    []string `json:"response_types_supported"`
	KeysURL          string   `json:"jwks_uri"`
	Claims           []string `json:"claims_supported"`
	RevocationURL    string   `json:"revocation_endpoint"`
}

// discover returns what a provider says about itself, from memory if it is recent.
func (s *Service) discover(ctx context.Context, provider *account.IdentityProvider) (discovered, error) {
	s.mu.Lock()
	known, ok := s.known[provider.Organization]
	s.mu.Unlock()
	if ok && known.provider != nil && known.isCurrent(provider, s.Now()) {
		return known, nil
	}
	found, err := s.fetchDiscovery(ctx, provider)
	if err != nil {
		return found, ProviderUnavailable.because(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[provider.Organization] = found
	return found, nil
}

// isCurrent reports whether the values are recent and of the provider's current settings.
func (d discovered) isCurrent(provider *account.IdentityProvider, now time.Time) bool {
	return d.of.Equal(provider.UpdatedAt) && now.Sub(d.at) < discoveryLifetime
}

// forgetInterval is how often what is known about a provider is discarded because a response does not verify. Everybody who begins
// a sign-in can send such responses, and each would make the server read the provider's metadata again.
const forgetInterval = time.Minute

// forget discards what is known about the provider of an organization. It returns false if it did so just before.
func (s *Service) forget(organization ids.Organization) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	if now.Sub(s.forgotten[organization]) < forgetInterval {
		return false
	}
	delete(s.known, organization)
	s.forgotten[organization] = now
	return true
}

func (s *Service) fetchDiscovery(ctx context.Context, provider *account.IdentityProvider) (discovered, error) {
	rule := s.Egress.For(provider.Organization)
	found := discovered{client: newClient(rule), at: s.Now(), of: provider.UpdatedAt}
	var err error
	if found.provider, err = oidc.NewProvider(oidc.ClientContext(ctx, found.client), provider.Issuer); err != nil {
		return found, err
	}
	if err := found.provider.Claims(&found.metadata); err != nil {
		return found, err
	}
	endpoint := found.provider.Endpoint()
	for field, text := range map[string]string{
		"authorization_endpoint": endpoint.AuthURL, "token_endpoint": endpoint.TokenURL, "jwks_uri": found.metadata.KeysURL,
	} {
		if err := checkURL(ctx, rule, field, text); err != nil {
			return found, err
		}
	}
	found.authStyle = oauth2.AuthStyleInHeader
	if methods := found.metadata.AuthMethods; slices.Contains(methods, "client_secret_post") && !slices.Contains(methods, "client_secret_basic") {
		found.authStyle = oauth2.AuthStyleInParams
	}
	return found, nil
}
