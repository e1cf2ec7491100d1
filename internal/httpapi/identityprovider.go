package httpapi

import (
	"context"
	"net/url"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/singlesignon"
	"github.com/millrace/millrace/internal/validate"
)

// GetIdentityProvider returns the identity provider of the caller's organization, without its secret.
func (h *handlers) GetIdentityProvider(ctx context.Context, _ api.GetIdentityProviderRequestObject) (api.GetIdentityProviderResponseObject, error) {
	found, err := h.services.SingleSignOn.Get(ctx, actorOf(ctx).Organization)
	if err != nil {
		return nil, err
	}
	shape, err := h.presentIdentityProvider(ctx, found)
	return api.GetIdentityProvider200JSONResponse(shape), err
}

// SetIdentityProvider replaces the identity provider of the caller's organization.
func (h *handlers) SetIdentityProvider(ctx context.Context, r api.SetIdentityProviderRequestObject) (api.SetIdentityProviderResponseObject, error) {
	draft, err := providerDraft(r.Body)
	if err != nil {
		return nil, err
	}
	saved, err := h.services.SingleSignOn.Save(ctx, actorOf(ctx), draft)
	if err != nil {
		return nil, err
	}
	shape, err := h.presentIdentityProvider(ctx, saved)
	return api.SetIdentityProvider200JSONResponse(shape), err
}

// DeleteIdentityProvider deletes the identity provider of the caller's organization.
func (h *handlers) DeleteIdentityProvider(
	ctx context.Context, _ api.DeleteIdentityProviderRequestObject,
) (api.DeleteIdentityProviderResponseObject, error) {
	return api.DeleteIdentityProvider204Response{}, h.services.SingleSignOn.Delete(ctx, actorOf(ctx))
}

// TestIdentityProvider checks settings before they are saved, or the stored ones.
func (h *handlers) TestIdentityProvider(ctx context.Context, r api.TestIdentityProviderRequestObject) (api.TestIdentityProviderResponseObject, error) {
	var draft *singlesignon.Draft
	if r.Body != nil {
		parsed, err := providerDraft(r.Body)
		if err != nil {
			return nil, err
		}
		draft = &parsed
	}
	actor := actorOf(ctx)
	findings, err := h.services.SingleSignOn.Test(ctx, actor, draft)
	if err != nil {
		return nil, err
	}
	addresses, err := h.providerAddresses(ctx, actor, draft)
	if err != nil {
		return nil, err
	}
	shape := api.IdentityProviderTest{Success: true, RedirectURIs: addresses.redirectURIs, EntityID: optional(addresses.entityID)}
	shape.Findings = present(findings, func(f singlesignon.Finding) api.IdentityProviderFinding {
		shape.Success = shape.Success && f.Severity != singlesignon.Failed
		return api.IdentityProviderFinding{Check: f.Check, Severity: string(f.Severity), Message: f.Message}
	})
	return api.TestIdentityProvider200JSONResponse(shape), nil
}

// GetSignInMethods returns how a person signs in, by the host and the domain of the address only.
func (h *handlers) GetSignInMethods(ctx context.Context, r api.GetSignInMethodsRequestObject) (api.GetSignInMethodsResponseObject, error) {
	email := value(r.Body.Email)
	if err := validate.CheckLine("the e-mail address", email, 254); err != nil {
		return nil, err
	}
	methods, err := h.services.SingleSignOn.Methods(ctx, hostOrganization(ctx), email)
	if err != nil {
		return nil, err
	}
	return api.GetSignInMethods200JSONResponse{
		IsPasswordRefused: methods.IsPasswordRefused,
		Providers: present(methods.Organizations, func(o account.Organization) api.SignInProvider {
			return api.SignInProvider{Organization: o.Name, StartURL: singlesignon.StartPath + "?organization=" + url.QueryEscape(o.Subdomain)}
		}),
	}, nil
}

// providerDraft parses the body of a provider.
func providerDraft(body *api.IdentityProviderWrite) (singlesignon.Draft, error) {
	settings := account.ProviderSettings{
		Issuer: value(body.Issuer), ClientID: value(body.ClientID), Scopes: value(body.Scopes),
		MetadataURL: value(body.MetadataURL), Metadata: value(body.Metadata), EmailAttribute: value(body.EmailAttribute),
		EmailDomains: value(body.EmailDomains), TrustsEmail: value(body.TrustsEmail), CreatesUsers: value(body.CreatesUsers),
		GroupClaim: value(body.GroupClaim),
	}
	var err error
	if text := value(body.DefaultRole); text != "" {
		if settings.DefaultRole, err = account.ParseOrganizationRole(text); err != nil {
			return singlesignon.Draft{}, err
		}
	}
	for _, mapping := range value(body.GroupRoles) {
		role, err := account.ParseOrganizationRole(mapping.OrganizationRole)
		if err != nil {
			return singlesignon.Draft{}, err
		}
		settings.GroupRoles = append(settings.GroupRoles, account.GroupRole{Group: mapping.Group, Role: role})
	}
	return singlesignon.Draft{
		Kind: account.ProviderKind(body.Kind), IsEnabled: body.IsEnabled == nil || *body.IsEnabled,
		OnlySingleSignOn: value(body.OnlySingleSignOn), Settings: settings, Secret: body.ClientSecret,
	}, nil
}

// providerAddresses are what an administrator registers at a provider.
type providerAddresses struct {
	redirectURIs []string
	entityID     string
}

func (h *handlers) providerAddresses(ctx context.Context, actor account.Actor, draft *singlesignon.Draft) (providerAddresses, error) {
	organization, err := h.services.Organizations.Find(ctx, actor.Organization)
	if err != nil {
		return providerAddresses{}, err
	}
	if draft != nil {
		return h.addressesOf(organization, draft.Kind), nil
	}
	stored, err := h.services.SingleSignOn.Get(ctx, actor.Organization)
	return h.addressesOf(organization, stored.Kind), err
}

func (h *handlers) addressesOf(organization account.Organization, kind account.ProviderKind) providerAddresses {
	addresses := h.services.SingleSignOn.Addresses
	if kind == account.SAML {
		return providerAddresses{redirectURIs: addresses.AssertionConsumers(organization), entityID: addresses.EntityID(organization)}
	}
	return providerAddresses{redirectURIs: addresses.RedirectURIs(organization)}
}

func (h *handlers) presentIdentityProvider(ctx context.Context, p account.IdentityProvider) (api.IdentityProvider, error) {
	organization, err := h.services.Organizations.Find(ctx, p.Organization)
	if err != nil {
		return api.IdentityProvider{}, err
	}
	addresses := h.addressesOf(organization, p.Kind)
	return api.IdentityProvider{
		Kind: api.IdentityProviderKind(p.Kind), IsEnabled: p.IsEnabled, OnlySingleSignOn: p.OnlySingleSignOn,
		Issuer: optional(p.Issuer), ClientID: optional(p.ClientID), HasClientSecret: p.SealedSecret != "", Scopes: orEmpty(p.Scopes),
		MetadataURL: optional(p.MetadataURL), Metadata: optional(p.Metadata), EmailAttribute: optional(p.EmailAttribute),
		EmailDomains: orEmpty(p.EmailDomains), TrustsEmail: p.TrustsEmail, CreatesUsers: p.CreatesUsers,
		DefaultRole: api.OrganizationRole(p.DefaultRole.Wire()), GroupClaim: optional(p.GroupClaim),
		GroupRoles: present(p.GroupRoles, func(g account.GroupRole) api.GroupRole {
			return api.GroupRole{Group: g.Group, OrganizationRole: g.Role.Wire()}
		}),
		RedirectURIs: addresses.redirectURIs, EntityID: optional(addresses.entityID), UpdatedAt: timestamp(p.UpdatedAt),
	}, nil
}

// orEmpty returns an empty list for nil, which JSON writes as null.
func orEmpty(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}
