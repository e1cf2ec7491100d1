package singlesignon

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"net/url"

	"github.com/crewjam/saml"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// AssertionConsumers returns the addresses to which a SAML provider sends responses: on the organization's subdomain and
// on the server's own host.
func (a Addresses) AssertionConsumers(organization account.Organization) []string {
	own := a.BaseURL + SAMLPath
	if sub := a.Origin(&organization) + SAMLPath; sub != own {
		return []string{sub, own}
	}
	return []string{own}
}

// EntityID returns the name of this service at the SAML provider of an organization. It is also the URL of its metadata.
func (a Addresses) EntityID(organization account.Organization) string {
	return a.BaseURL + MetadataPath + "?" + url.Values{"organization": {organization.Subdomain}}.Encode()
}

// ServiceMetadata describes this service to the SAML provider of an organization.
func (s *Service) ServiceMetadata(organization account.Organization) ([]byte, error) {
	consumers := s.Addresses.AssertionConsumers(organization)
	service, err := s.serviceProvider(organization, consumers[0], nil)
	if err != nil {
		return nil, err
	}
	document := service.Metadata()
	endpoints := make([]saml.IndexedEndpoint, len(consumers))
	for i, consumer := range consumers {
		endpoints[i] = saml.IndexedEndpoint{Binding: saml.HTTPPostBinding, Location: consumer, Index: i + 1}
	}
	document.SPSSODescriptors[0].AssertionConsumerServices = endpoints
	return xml.MarshalIndent(document, "", "  ")
}

// serviceProvider returns this service as the library sees it, with responses to one consumer.
func (s *Service) serviceProvider(
	organization account.Organization, consumer string, provider *saml.EntityDescriptor,
) (*saml.ServiceProvider, error) {
	acs, err := url.Parse(consumer)
	if err != nil {
		return nil, err
	}
	service := &saml.ServiceProvider{
		EntityID: s.Addresses.EntityID(organization), AcsURL: *acs, IDPMetadata: provider, AuthnNameIDFormat: saml.UnspecifiedNameIDFormat,
	}
	// The library accepts an assertion for any audience if it names none.
	service.ValidateAudienceRestriction = func(assertion *saml.Assertion) error {
		for _, restriction := range assertion.Conditions.AudienceRestrictions {
			if restriction.Audience.Value == service.EntityID {
				return nil
			}
		}
		return errors.New("the assertion is for another audience")
	}
	return service, nil
}

// startSAML sends the browser to a SAML provider.
func (s *Service) startSAML(ctx context.Context, provider *account.IdentityProvider, origin string, content pending) (Redirect, error) {
	organization, err := s.Organizations.Find(ctx, provider.Organization)
	if err != nil {
		return Redirect{}, err
	}
	entity, err := s.entity(ctx, provider)
	if err != nil {
		return Redirect{}, err
	}
	service, err := s.serviceProvider(organization, origin+SAMLPath, entity)
	if err != nil {
		return Redirect{}, err
	}
	request, err := service.MakeAuthenticationRequest(service.GetSSOBindingLocation(saml.HTTPRedirectBinding), saml.HTTPRedirectBinding, saml.HTTPPostBinding)
	if err != nil {
		return Redirect{}, ProviderUnavailable.because(err)
	}
	content.Issuer, content.RedirectURI, content.RequestID = entity.EntityID, origin+SAMLPath, request.ID
	state, browser, err := s.newRequest(ctx, provider.Organization, content)
	if err != nil {
		return Redirect{}, err
	}
	target, err := request.Redirect(state, service)
	if err != nil {
		return Redirect{}, ProviderUnavailable.because(err)
	}
	return Redirect{URL: target.String(), Browser: browser}, nil
}

// AcceptSAML verifies the response of a SAML provider and stores the identity in the sign-in request. A request accepts one
// response, and a response names its request, so an assertion counts once.
func (s *Service) AcceptSAML(ctx context.Context, response Response) error {
	request, err := s.Requests.Find(ctx, s.Hasher.HashToken(response.State))
	if fault.Is(err, fault.NotFound) {
		err = RequestUnknown.because(err)
	}
	if err == nil {
		err = s.acceptSAML(ctx, request, response.Document)
	}
	return s.recordRefusal(ctx, request.Organization, response, err)
}

func (s *Service) acceptSAML(ctx context.Context, request account.SignInRequest, document string) error {
	content, err := s.openRequest(request)
	if err != nil {
		return err
	}
	provider, err := s.enabled(ctx, request.Organization)
	if err != nil {
		return err
	}
	if provider.Kind != account.SAML || content.Kind != account.SAML {
		return RequestUnknown.because(nil)
	}
	raw, err := base64.StdEncoding.DecodeString(document)
	if err != nil {
		return ResponseInvalid.because(err)
	}
	assertion, err := s.verifyResponse(ctx, &provider, content, raw)
	if err != nil {
		return err
	}
	identity, err := assertedIdentity(assertion, &provider)
	if err != nil {
		return ResponseInvalid.because(err)
	}
	return s.answer(ctx, request.StateHash, identity)
}

// verifyResponse verifies a response with the provider's keys. If it fails, the provider may have new keys, so it reads
// its metadata again, once in a while.
func (s *Service) verifyResponse(ctx context.Context, provider *account.IdentityProvider, content pending, raw []byte) (*saml.Assertion, error) {
	organization, err := s.Organizations.Find(ctx, provider.Organization)
	if err != nil {
		return nil, err
	}
	var refused error
	for range 2 {
		entity, err := s.entity(ctx, provider)
		if err != nil {
			return nil, err
		}
		if entity.EntityID != content.Issuer {
			return nil, ResponseInvalid.because(errors.New("the provider has another entity id"))
		}
		service, err := s.serviceProvider(organization, content.RedirectURI, entity)
		if err != nil {
			return nil, err
		}
		assertion, err := parseResponse(service, raw, content.RequestID)
		if err == nil {
			return assertion, nil
		}
		refused = responseFailure(err)
		if provider.MetadataURL == "" || !s.forget(provider.Organization) {
			break
		}
	}
	return nil, refused
}

// parseResponse verifies the response to a request. The library uses parts of a signed assertion, such as its conditions, without
// checking that they are there.
func parseResponse(service *saml.ServiceProvider, raw []byte, requestID string) (assertion *saml.Assertion, err error) {
	defer func() {
		if missing := recover(); missing != nil {
			assertion, err = nil, fmt.Errorf("a part of the assertion is missing: %v", missing)
		}
	}()
	return service.ParseXMLResponse(raw, []string{requestID}, service.AcsURL)
}

// responseFailure returns the failure of a response. The library keeps the reason apart, because it has parts of the
// response.
func responseFailure(err error) error {
	invalid, ok := errors.AsType[*saml.InvalidResponseError](err)
	if !ok {
		return ResponseInvalid.because(err)
	}
	if status, ok := errors.AsType[saml.ErrBadStatus](invalid.PrivateErr); ok {
		return ProviderRefused.because(status)
	}
	return ResponseInvalid.because(invalid.PrivateErr)
}

// answer stores the identity of a verified response, sealed.
func (s *Service) answer(ctx context.Context, stateHash string, identity account.ExternalIdentity) error {
	plain, err := json.Marshal(identity)
	if err != nil {
		return err
	}
	sealed, err := s.Sealer.Seal(plain, identityContext(stateHash))
	if err != nil {
		return err
	}
	err = s.Requests.Answer(ctx, stateHash, sealed)
	if fault.Is(err, fault.NotFound) {
		return RequestUnknown.because(err)
	}
	return err
}

// answeredIdentity returns the identity that AcceptSAML stored.
func (s *Service) answeredIdentity(request account.SignInRequest) (identity account.ExternalIdentity, err error) {
	if request.SealedIdentity == "" {
		return identity, RequestUnknown.because(errors.New("the provider has not answered"))
	}
	plain, err := s.Sealer.Open(request.SealedIdentity, identityContext(request.StateHash))
	if err != nil {
		return identity, err
	}
	return identity, json.Unmarshal(plain, &identity)
}

// testSAML checks a SAML provider.
func (s *Service) testSAML(ctx context.Context, provider *account.IdentityProvider) []Finding {
	var found findings
	entity, err := s.fetchEntity(ctx, provider)
	if err != nil {
		message := "the metadata cannot be read; check the URL and the network"
		if known, ok := errors.AsType[*fault.Error](err); ok {
			message = fmt.Sprintf("%s. %s", known.Message, known.Hint)
		}
		found.addf("metadata", Failed, "%s", message)
		return found
	}
	found.addf("metadata", Passed, "the provider describes itself as %q", printable(entity.EntityID))
	found.addf("keys", Passed, "the provider has %d keys", countCertificates(entity))
	if provider.GroupClaim == "" && len(provider.GroupRoles) == 0 {
		found.addf("groupClaim", Warning, "no attribute for groups: administrators set the roles of users here")
	}
	return found
}
