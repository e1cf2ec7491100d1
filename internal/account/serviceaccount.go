package account

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// serviceDomain is the domain of the addresses of service accounts. No mail can reach it: RFC 2606 reserves .invalid.
const serviceDomain = "@service.invalid"

// IsServiceAddress reports whether an address is that of a service account, also of a deleted one.
func IsServiceAddress(email string) bool { return strings.HasSuffix(email, serviceDomain) }

// serviceAddress returns the address of a service account: its name as a host label, which is unique in the organization.
func serviceAddress(name string) (string, error) {
	label := Subdomain(strings.Join(strings.Fields(name), "-"))
	if label == "" {
		return "", fault.New(fault.Invalid, "the name %q of the service account contains no letter a-z and no digit", name).
			WithHint("Use a name such as nightly-deploy.")
	}
	return label + serviceDomain, nil
}

// ServiceDraft is the input for a new service account.
type ServiceDraft struct {
	Name string
	Role OrganizationRole // empty means member
}

// CreateService creates a service account in the actor's organization: a user that cannot sign in, and that acts with tokens which
// administrators create.
func (s *Users) CreateService(ctx context.Context, by Actor, draft ServiceDraft) (User, error) {
	if err := validate.CheckName("the service account's name", draft.Name, 100); err != nil {
		return User{}, err
	}
	email, err := serviceAddress(draft.Name)
	if err != nil {
		return User{}, err
	}
	user := User{
		ID: ids.New[ids.User](), Organization: by.Organization, Email: email, FirstName: draft.Name, Role: draft.Role,
		Status: UserActive, IsService: true, CreatedAt: s.now(),
	}
	if user.Role == "" {
		user.Role = OrganizationMember
	}
	return user, s.store.Create(ctx, by, user)
}

// checkService rejects a change that makes no sense for a service account.
func (u *User) checkService(patch UserPatch) error {
	if !u.IsService {
		return nil
	}
	if patch.Email != nil && *patch.Email != u.Email || patch.IsBreakGlass != nil && *patch.IsBreakGlass || patch.LastName != nil && *patch.LastName != "" {
		return fault.New(fault.Conflict, "user %s is a service account", u.ID).
			WithHint("A service account has a name (firstName), a status and roles. It has no e-mail address and cannot sign in.")
	}
	if patch.FirstName != nil {
		return validate.CheckName("the service account's name", *patch.FirstName, 100)
	}
	return nil
}

// RefusePassword returns the fault for a password of a service account.
func (u *User) RefusePassword() error {
	return fault.New(fault.Conflict, "user %s is a service account, which has no password", u.ID).
		WithHint("Create an access token for it: POST /api/v1/users/{id}/tokens, or `millrace service-accounts create-token`.")
}
