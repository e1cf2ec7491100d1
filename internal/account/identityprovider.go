package account

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// ProviderKind is the protocol of an identity provider.
type ProviderKind string

// The kinds of identity providers.
const (
	OpenIDConnect ProviderKind = "oidc"
	SAML          ProviderKind = "saml"
)

// IdentityProvider is where the users of an organization sign in. An organization has one or none.
type IdentityProvider struct {
	ProviderSettings

	Organization ids.Organization
	Kind         ProviderKind
	// IsEnabled offers the provider on the sign-in page. Disabling it keeps the settings.
	IsEnabled bool
	// OnlySingleSignOn refuses passwords, except those of break-glass administrators.
	OnlySingleSignOn bool
	// SealedSecret is the sealed client secret; empty for SAML. It opens only for this organization.
	SealedSecret string
	UpdatedAt    time.Time
}

// ProviderSettings are the settings of an identity provider as they are stored, without the secret.
type ProviderSettings struct {
	// Issuer identifies an OpenID provider: its URL, and the name that it puts into its tokens.
	Issuer   string `json:"issuer,omitempty"`
	ClientID string `json:"clientID,omitempty"`
	// Scopes are requested in addition to openid, email and profile.
	Scopes []string `json:"scopes,omitempty"`
	// MetadataURL or Metadata describe a SAML provider.
	MetadataURL string `json:"metadataURL,omitempty"`
	Metadata    string `json:"metadata,omitempty"`
	// EmailAttribute is the SAML attribute with the e-mail address; empty for the usual ones.
	EmailAttribute string `json:"emailAttribute,omitempty"`
	// EmailDomains limit who may sign in; empty allows every domain.
	EmailDomains []string `json:"emailDomains,omitempty"`
	// TrustsEmail treats every e-mail address of the provider as verified. It is set for SAML, which cannot say it.
	TrustsEmail bool `json:"trustsEmail,omitempty"`
	// CreatesUsers creates a user at the first sign-in of an unknown person.
	CreatesUsers bool             `json:"createsUsers,omitempty"`
	DefaultRole  OrganizationRole `json:"defaultRole"`
	// GroupClaim is the claim or SAML attribute with the names of the person's groups.
	GroupClaim string      `json:"groupClaim,omitempty"`
	GroupRoles []GroupRole `json:"groupRoles,omitempty"`
}

// GroupRole gives the members of a group at the provider a role in the organization.
type GroupRole struct {
	Group string           `json:"group"`
	Role  OrganizationRole `json:"role"`
}

// SealContext binds the sealed secret to its organization.
func (p *IdentityProvider) SealContext() string { return "identityProvider/" + string(p.Organization) }

// RequiresSingleSignOn reports whether users of the organization cannot sign in with a password. A disabled provider
// requires nothing, because nobody could sign in.
func (p *IdentityProvider) RequiresSingleSignOn() bool { return p.IsEnabled && p.OnlySingleSignOn }

// HasOtherSubjects reports whether the provider may name the same people differently than before: an OpenID provider may have
// other subjects for each client.
func (s *ProviderSettings) HasOtherSubjects(before IdentityProvider) bool {
	return s.Issuer == before.Issuer && s.ClientID != before.ClientID
}

// RoleOf returns the strongest role that the groups give, and false if the provider maps no groups, which leaves roles to
// administrators of the organization. A person without a mapped group has the default role.
func (s *ProviderSettings) RoleOf(groups []string) (OrganizationRole, bool) {
	if len(s.GroupRoles) == 0 {
		return s.DefaultRole, false
	}
	for _, role := range OrganizationRoles() { // strongest first
		for _, mapping := range s.GroupRoles {
			if mapping.Role == role && slices.Contains(groups, mapping.Group) {
				return role, true
			}
		}
	}
	return s.DefaultRole, true
}

// AllowsDomain reports whether a person with the e-mail address may sign in.
func (s *ProviderSettings) AllowsDomain(email string) bool {
	return len(s.EmailDomains) == 0 || slices.Contains(s.EmailDomains, EmailDomain(email))
}

// EmailDomain returns the part of an address behind the @, in lower case.
func EmailDomain(email string) string {
	return strings.ToLower(email[strings.LastIndexByte(email, '@')+1:])
}

const (
	maxProviderText  = 1000
	maxProviderItems = 100
	maxMetadata      = 256 << 10
)

// Normalize returns the settings as they are stored. It rejects settings that cannot work.
func (s ProviderSettings) Normalize(kind ProviderKind) (ProviderSettings, error) {
	if s.DefaultRole == "" {
		s.DefaultRole = OrganizationMember
	}
	if err := s.checkTexts(); err != nil {
		return s, err
	}
	domains, err := normalizeDomains(s.EmailDomains)
	if err != nil {
		return s, err
	}
	s.EmailDomains = domains
	switch kind {
	case OpenIDConnect:
		err = s.checkOpenID()
	case SAML:
		s.TrustsEmail = true
		err = s.checkSAML()
	default:
		err = fault.New(fault.Invalid, "%q is not a kind of identity provider", kind).WithHint("Use oidc or saml.")
	}
	if err != nil {
		return s, err
	}
	if s.TrustsEmail && len(s.EmailDomains) == 0 {
		return s, fault.New(fault.Invalid, "emailDomains is empty, but every e-mail address of the provider is trusted").
			WithHint("List the domains whose addresses the provider controls: otherwise it could claim the address of anybody.")
	}
	return s, s.checkRoles()
}

func (s *ProviderSettings) checkTexts() error {
	texts := map[string]string{
		"issuer": s.Issuer, "clientID": s.ClientID, "metadataURL": s.MetadataURL, "groupClaim": s.GroupClaim, "emailAttribute": s.EmailAttribute,
	}
	for _, scope := range s.Scopes {
		if scope == "" || strings.ContainsAny(scope, " \"\\") {
			return fault.New(fault.Invalid, "%q is not a scope", scope).WithHint("Send one scope per element of scopes, such as groups.")
		}
		texts["scopes"] += scope
	}
	for name, text := range texts {
		if err := validate.CheckLine(name, text, maxProviderText); err != nil {
			return err
		}
	}
	if len(s.EmailDomains) > maxProviderItems || len(s.GroupRoles) > maxProviderItems {
		return fault.New(fault.Invalid, "emailDomains or groupRoles has more than %d elements", maxProviderItems).WithHint("Send fewer.")
	}
	return nil
}

func (s *ProviderSettings) checkOpenID() error {
	if s.MetadataURL != "" || s.Metadata != "" || s.EmailAttribute != "" {
		return fault.New(fault.Invalid, "metadataURL, metadata and emailAttribute are settings of SAML").WithHint("Remove them, or send the kind saml.")
	}
	if s.Issuer == "" {
		return fault.New(fault.Invalid, "issuer is missing").WithHint("Send the URL of the provider, such as https://login.example.com.")
	}
	if s.ClientID == "" {
		return fault.New(fault.Invalid, "clientID is missing").WithHint("Register Millrace as a client at the provider and send the client's id.")
	}
	return nil
}

func (s *ProviderSettings) checkSAML() error {
	if s.Issuer != "" || s.ClientID != "" || len(s.Scopes) > 0 {
		return fault.New(fault.Invalid, "issuer, clientID and scopes are settings of OpenID Connect").WithHint("Remove them, or send the kind oidc.")
	}
	if (s.MetadataURL == "") == (s.Metadata == "") {
		return fault.New(fault.Invalid, "a SAML provider needs either metadataURL or metadata").
			WithHint("Send the URL of the provider's metadata, or the XML itself.")
	}
	if len(s.Metadata) > maxMetadata {
		return fault.New(fault.Invalid, "metadata is longer than %d bytes", maxMetadata).WithHint("Send the EntityDescriptor of one provider.")
	}
	return nil
}

func (s *ProviderSettings) checkRoles() error {
	// A default of administrator would give the organization to everybody at the provider.
	if s.DefaultRole != OrganizationMember && s.DefaultRole != OrganizationContributor {
		return fault.New(fault.Invalid, "defaultRole is %s", s.DefaultRole.Wire()).
			WithHint("Use organizationMember or organizationContributor; groupRoles can make the members of a group administrators.")
	}
	seen := map[string]bool{}
	for _, mapping := range s.GroupRoles {
		if err := validate.CheckName("the name of a group", mapping.Group, maxProviderText); err != nil {
			return err
		}
		if seen[mapping.Group] {
			return fault.New(fault.Invalid, "groupRoles names the group %q twice", mapping.Group).WithHint("Give each group one role.")
		}
		seen[mapping.Group] = true
	}
	if len(s.GroupRoles) > 0 && s.GroupClaim == "" {
		return fault.New(fault.Invalid, "groupClaim is missing").WithHint("Send the claim that contains the groups, usually groups.")
	}
	return nil
}

// normalizeDomains returns the domains in lower case and in order, each once.
func normalizeDomains(domains []string) ([]string, error) {
	normal := make([]string, 0, len(domains))
	for _, domain := range domains {
		domain = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(domain), "@"))
		if _, err := NormalizeEmail("name@" + domain); err != nil || strings.ContainsAny(domain, "@[*") {
			return nil, fault.New(fault.Invalid, "%q is not an e-mail domain", domain).WithHint("Send domains such as example.com.")
		}
		normal = append(normal, domain)
	}
	slices.Sort(normal)
	return slices.Compact(normal), nil
}

// IdentityProviderStore stores identity providers.
type IdentityProviderStore interface {
	// Find returns the provider of an organization, or a NotFound fault.
	Find(ctx context.Context, organization ids.Organization) (IdentityProvider, error)
	// Change passes the provider of the actor's organization to change, or nil if there is none, and stores the result.
	// It returns a conflict if the result requires single sign-on and there is no break-glass administrator.
	Change(ctx context.Context, by Actor, change func(before *IdentityProvider) (IdentityProvider, error)) (IdentityProvider, error)
	// Delete deletes the provider of the actor's organization. Users keep their identities for a later provider with the
	// same issuer.
	Delete(ctx context.Context, by Actor) error
	// ForDomain returns the organizations whose enabled provider lists an e-mail domain, by name.
	ForDomain(ctx context.Context, domain string) ([]Organization, error)
}

// NoIdentityProvider is the fault for an organization without an identity provider.
func NoIdentityProvider() error {
	return fault.New(fault.NotFound, "the organization has no identity provider").
		WithHint("Set one with PUT /api/v1/identityProvider, or with `millrace identity-provider set`.")
}

// NoBreakGlass is the fault for single sign-on only without a user who could sign in when the provider is down.
func NoBreakGlass() error {
	return fault.New(fault.Conflict, "the organization requires single sign-on, so one active administrator with a password must be a break-glass administrator").
		WithHint("Mark one with PATCH /api/v1/users/{id} {\"isBreakGlass\": true}, or with `millrace users update ID --break-glass`.")
}
