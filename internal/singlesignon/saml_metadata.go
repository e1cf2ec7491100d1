package singlesignon

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/crewjam/saml"
	xrv "github.com/mattermost/xml-roundtrip-validator"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// entity returns the description of a SAML provider, from memory if it is recent.
func (s *Service) entity(ctx context.Context, provider *account.IdentityProvider) (*saml.EntityDescriptor, error) {
	s.mu.Lock()
	known, ok := s.known[provider.Organization]
	s.mu.Unlock()
	if ok && known.entity != nil && known.isCurrent(provider, s.Now()) {
		return known.entity, nil
	}
	found, err := s.fetchEntity(ctx, provider)
	if err != nil {
		return nil, ProviderUnavailable.because(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[provider.Organization] = discovered{entity: found, at: s.Now(), of: provider.UpdatedAt}
	return found, nil
}

// fetchEntity reads the description of a SAML provider.
func (s *Service) fetchEntity(ctx context.Context, provider *account.IdentityProvider) (*saml.EntityDescriptor, error) {
	if provider.MetadataURL == "" {
		return parseMetadata([]byte(provider.Metadata))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, provider.MetadataURL, nil)
	if err != nil {
		return nil, err
	}
	response, err := newClient(s.Egress.For(provider.Organization)).Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }() // nothing was written
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the metadata has status %d", response.StatusCode)
	}
	raw, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return parseMetadata(raw)
}

// parseMetadata parses the metadata of a SAML provider: a description, or a list of them with one provider.
func parseMetadata(raw []byte) (*saml.EntityDescriptor, error) {
	if err := xrv.Validate(bytes.NewReader(raw)); err != nil {
		return nil, badMetadata("metadata is not valid XML")
	}
	var root struct {
		XMLName xml.Name `xml:""` // any name
	}
	if err := xml.Unmarshal(raw, &root); err != nil {
		return nil, badMetadata("metadata is not valid XML")
	}
	var entities saml.EntitiesDescriptor
	var err error
	if root.XMLName.Local == "EntitiesDescriptor" {
		err = xml.Unmarshal(raw, &entities)
	} else {
		var one saml.EntityDescriptor
		err = xml.Unmarshal(raw, &one)
		entities.EntityDescriptors = []saml.EntityDescriptor{one}
	}
	if err != nil {
		return nil, badMetadata("metadata is not an EntityDescriptor")
	}
	for i := range entities.EntityDescriptors {
		if entity := &entities.EntityDescriptors[i]; len(entity.IDPSSODescriptors) > 0 {
			return entity, checkEntity(entity)
		}
	}
	return nil, badMetadata("metadata describes no identity provider")
}

// checkEntity rejects a provider that people cannot sign in through.
func checkEntity(entity *saml.EntityDescriptor) error {
	service := saml.ServiceProvider{IDPMetadata: entity}
	target, err := url.Parse(service.GetSSOBindingLocation(saml.HTTPRedirectBinding))
	switch {
	case entity.EntityID == "":
		return badMetadata("metadata has no entityID")
	case err != nil || target.Host == "" || (target.Scheme != "https" && target.Scheme != "http"):
		return badMetadata("metadata has no SingleSignOnService with the HTTP-Redirect binding")
	case countCertificates(entity) == 0:
		return badMetadata("metadata has no certificate for signatures")
	}
	return nil
}

func badMetadata(message string) error {
	return fault.New(fault.Invalid, "%s", message).WithHint("Download the metadata of the identity provider again, and send all of it.")
}

// countCertificates returns how many certificates verify the signatures of a provider.
func countCertificates(entity *saml.EntityDescriptor) int {
	count := 0
	for i := range entity.IDPSSODescriptors {
		for _, key := range entity.IDPSSODescriptors[i].KeyDescriptors {
			if key.Use == "" || key.Use == "signing" {
				count += len(key.KeyInfo.X509Data.X509Certificates)
			}
		}
	}
	return count
}
