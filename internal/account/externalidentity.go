package account

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// ExternalIdentity is a person as an identity provider described them in a sign-in. The provider has been authenticated.
type ExternalIdentity struct {
	Issuer  string `json:"issuer"`
	Subject string `json:"subject"` // unique and never reassigned at the issuer
	Email   string `json:"email"`   // normalized; empty if the provider sent none
	// IsEmailVerified is set if the provider says that the address belongs to the person.
	IsEmailVerified bool     `json:"isEmailVerified"`
	FirstName       string   `json:"firstName"`
	LastName        string   `json:"lastName"`
	Groups          []string `json:"groups"`
}

// IdentityRefusal is the reason why a person cannot sign in, as a code that the sign-in page explains.
type IdentityRefusal string

// The reasons why a person whom the provider authenticated cannot sign in.
const (
	EmailMissing     IdentityRefusal = "emailMissing"
	EmailNotVerified IdentityRefusal = "emailNotVerified"
	DomainNotAllowed IdentityRefusal = "domainNotAllowed"
	UserDisabledHere IdentityRefusal = "userDisabled"
	UserUnknown      IdentityRefusal = "userUnknown"
	IdentityConflict IdentityRefusal = "identityConflict"
)

// IdentityRefusedError is the cause of the fault of a refusal.
type IdentityRefusedError struct{ Reason IdentityRefusal }

func (e IdentityRefusedError) Error() string { return "sign-in refused: " + string(e.Reason) }

// Refuse returns the fault of a refusal. The texts name nothing of the person, because they go into logs.
func (r IdentityRefusal) Refuse() error {
	texts := map[IdentityRefusal][2]string{
		EmailMissing:     {"the provider sent no e-mail address", "Let the provider send the e-mail address to Millrace."},
		EmailNotVerified: {"the provider has not verified your e-mail address", "Verify the address at the provider and sign in again."},
		DomainNotAllowed: {"your e-mail domain may not sign in to this organization", "Use your address at the company, or ask an administrator."},
		UserDisabledHere: {"your user is disabled", "Ask an administrator of your organization to enable it."},
		UserUnknown:      {"you have no user in this organization", "Ask an administrator of your organization to create one."},
		IdentityConflict: {
			"the user with your e-mail address belongs to another account at the provider",
			"Ask an administrator of your organization to delete that user or to change its address, and sign in again.",
		},
	}
	text := texts[r]
	return fault.Wrap(IdentityRefusedError{r}, fault.Forbidden, "%s", text[0]).WithHint("%s", text[1])
}

// IdentityMatch is what is known about an external identity in an organization.
type IdentityMatch struct {
	Linked  *User // the user of this issuer and subject; nil if there is none
	ByEmail *User // the user with the same address; nil if there is none or the identity is linked
	// HasOtherSubject is set if the user with the same address is linked to another subject of this issuer.
	HasOtherSubject bool
	// Groups are the names and external ids of the groups to which the provider has added the user with SCIM.
	Groups []string
}

// IdentityDecision is the result of Resolve.
type IdentityDecision struct {
	User  User
	IsNew bool // the user must be created
}

// Resolve decides which user an external identity is: the linked one, the one with the same verified address, or a new one.
// It also decides the user's role. It does not change a break-glass administrator, who must stay one if the provider errs.
func (s *ProviderSettings) Resolve(identity ExternalIdentity, match IdentityMatch, organization ids.Organization, now time.Time) (IdentityDecision, error) {
	if identity.Email == "" && match.Linked == nil {
		return IdentityDecision{}, EmailMissing.Refuse()
	}
	if !s.AllowsDomain(identity.Email) && (identity.Email != "" || match.Linked == nil) {
		return IdentityDecision{}, DomainNotAllowed.Refuse()
	}
	role, isMapped := s.RoleOf(slices.Concat(identity.Groups, match.Groups))
	user := match.Linked
	if user == nil {
		// An address that the provider has not verified may be anybody's: it neither finds a user nor makes one.
		if !identity.IsEmailVerified && !s.TrustsEmail {
			return IdentityDecision{}, EmailNotVerified.Refuse()
		}
		// Providers give an address to somebody else when a person has left, and never a subject.
		if match.HasOtherSubject {
			return IdentityDecision{}, IdentityConflict.Refuse()
		}
		user = match.ByEmail
	}
	if user == nil {
		return s.newUser(identity, User{Organization: organization, Role: role, CreatedAt: now})
	}
	if user.IsService {
		return IdentityDecision{}, UserUnknown.Refuse() // no person is a service account
	}
	if user.Status != UserActive {
		return IdentityDecision{}, UserDisabledHere.Refuse()
	}
	decided := *user
	if isMapped && !decided.CanBreakGlass() {
		decided.Role = role
	}
	return IdentityDecision{User: decided}, nil
}

// newUser completes a user for a person whom nobody knows yet.
func (s *ProviderSettings) newUser(identity ExternalIdentity, user User) (IdentityDecision, error) {
	if !s.CreatesUsers {
		return IdentityDecision{}, UserUnknown.Refuse()
	}
	if IsServiceAddress(identity.Email) {
		return IdentityDecision{}, DomainNotAllowed.Refuse()
	}
	user.ID, user.Email, user.Status = ids.New[ids.User](), identity.Email, UserActive
	user.FirstName, user.LastName = shortName(identity.FirstName), shortName(identity.LastName)
	return IdentityDecision{IsNew: true, User: user}, nil
}

// shortName returns a name as a user may have it. A name that is not valid is dropped, because it must not prevent a sign-in.
func shortName(name string) string {
	user := User{FirstName: name}
	if user.checkNames() != nil {
		return ""
	}
	return name
}

// ExternalIdentityStore stores the identities of users at providers.
type ExternalIdentityStore interface {
	// SignIn finds what is known about an identity, calls decide, and stores the decision and the link, in one transaction. It
	// leaves the role of the last active administrator of an organization as it is. The actor has only an organization, an
	// address and an origin: nobody is signed in yet.
	SignIn(ctx context.Context, by Actor, identity ExternalIdentity, decide func(IdentityMatch) (IdentityDecision, error)) (User, error)
}
