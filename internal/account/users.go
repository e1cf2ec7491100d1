package account

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// PasswordHasher hashes a password for storage.
type PasswordHasher interface {
	Hash(ctx context.Context, password string) (string, error)
}

// Users is the service for the users of an organization.
type Users struct {
	store    UserStore
	password PasswordHasher
	now      func() time.Time
}

// NewUsers creates the service.
func NewUsers(store UserStore, password PasswordHasher, now func() time.Time) *Users {
	return &Users{store: store, password: password, now: now}
}

// UserDraft is the input for a new user.
type UserDraft struct {
	Email     string
	FirstName string
	LastName  string
	Password  string           // empty in Create: none
	Role      OrganizationRole // empty means member
}

// Draft validates a draft and returns the user without storing it.
func (s *Users) Draft(ctx context.Context, organization ids.Organization, draft UserDraft) (User, error) {
	user, err := s.draftWithoutPassword(organization, draft)
	if err != nil {
		return User{}, err
	}
	if err := CheckPassword(draft.Password); err != nil {
		return User{}, err
	}
	user.PasswordHash, err = s.password.Hash(ctx, draft.Password)
	return user, err
}

func (s *Users) draftWithoutPassword(organization ids.Organization, draft UserDraft) (User, error) {
	user := User{
		ID: ids.New[ids.User](), Organization: organization, FirstName: draft.FirstName, LastName: draft.LastName,
		Role: draft.Role, Status: UserActive, CreatedAt: s.now(),
	}
	if user.Role == "" {
		user.Role = OrganizationMember
	}
	email, err := NormalizeEmail(draft.Email)
	if err != nil {
		return User{}, err
	}
	user.Email = email
	return user, user.checkNames()
}

// MaxNameLength limits the first and the last name of a user.
const MaxNameLength = 100

func (u *User) checkNames() error {
	if err := validate.CheckLine("the first name", u.FirstName, MaxNameLength); err != nil {
		return err
	}
	return validate.CheckLine("the last name", u.LastName, MaxNameLength)
}

// Create creates a user in the actor's organization. The user has to choose another password in the web application. A user
// without a password chooses one with a link, or signs in through the identity provider.
func (s *Users) Create(ctx context.Context, by Actor, draft UserDraft) (User, error) {
	if draft.Password == "" {
		user, err := s.draftWithoutPassword(by.Organization, draft)
		if err != nil {
			return User{}, err
		}
		return user, s.store.Create(ctx, by, user)
	}
	user, err := s.Draft(ctx, by.Organization, draft)
	if err != nil {
		return User{}, err
	}
	if err := checkGuessable(draft.Password, user); err != nil {
		return User{}, err
	}
	user.MustChangePassword = true
	return user, s.store.Create(ctx, by, user)
}

// Get returns a user of the organization.
func (s *Users) Get(ctx context.Context, organization ids.Organization, id ids.User) (User, error) {
	return s.store.Find(ctx, organization, id)
}

// List returns the users of the organization.
func (s *Users) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[User], error) {
	return s.store.List(ctx, organization, request)
}

// UserPatch is a change of a user; nil keeps a field.
type UserPatch struct {
	Email, FirstName, LastName *string
	Status                     *UserStatus
	IsBreakGlass               *bool
}

// Update changes a user. Disabling the user or changing the address revokes all tokens.
func (s *Users) Update(ctx context.Context, by Actor, id ids.User, patch UserPatch) (User, error) {
	return s.store.Change(ctx, by, id, func(user *User) error {
		if err := user.checkService(patch); err != nil {
			return err
		}
		if err := user.setEmail(patch.Email); err != nil {
			return err
		}
		if patch.FirstName != nil {
			user.FirstName = *patch.FirstName
		}
		if patch.LastName != nil {
			user.LastName = *patch.LastName
		}
		if patch.Status != nil {
			if *patch.Status != UserActive && *patch.Status != UserDisabled {
				return fault.New(fault.Invalid, "%q is not a status of a user", *patch.Status).WithHint("Use active or disabled.")
			}
			user.Status = *patch.Status
		}
		if patch.IsBreakGlass != nil {
			if err := user.setBreakGlass(*patch.IsBreakGlass); err != nil {
				return err
			}
		}
		return user.checkNames()
	})
}

// setEmail changes the address; nil keeps it. That of a service account never changes.
func (u *User) setEmail(address *string) error {
	if address == nil || u.IsService {
		return nil
	}
	email, err := NormalizeEmail(*address)
	if err == nil {
		u.Email = email
	}
	return err
}

// setBreakGlass marks an administrator for sign-ins without the identity provider.
func (u *User) setBreakGlass(isBreakGlass bool) error {
	u.IsBreakGlass = isBreakGlass
	if isBreakGlass && !u.CanBreakGlass() {
		return fault.New(fault.Conflict, "user %s cannot be a break-glass administrator", u.ID).
			WithHint("Choose an active administrator of the organization who has a password.")
	}
	return nil
}

// SetRole changes a user's role in the organization.
func (s *Users) SetRole(ctx context.Context, by Actor, id ids.User, role OrganizationRole) error {
	_, err := s.store.Change(ctx, by, id, func(user *User) error {
		user.Role = role
		return nil
	})
	return err
}

// CheckPassword rejects a password that the user must not have.
func (s *Users) CheckPassword(ctx context.Context, organization ids.Organization, id ids.User, password string) error {
	user, err := s.store.Find(ctx, organization, id)
	if err != nil {
		return err
	}
	if user.IsService {
		return user.RefusePassword()
	}
	return CheckNewPassword(password, user)
}

// SetPassword stores a new password, which revokes all tokens. The caller has checked the permission. If somebody else than the
// user sets it, the user has to choose another one in the web application.
func (s *Users) SetPassword(ctx context.Context, by Actor, id ids.User, password string) error {
	if err := CheckPassword(password); err != nil {
		return err
	}
	hash, err := s.password.Hash(ctx, password)
	if err != nil {
		return err
	}
	_, err = s.store.Change(ctx, by, id, func(user *User) error {
		if user.IsService {
			return user.RefusePassword()
		}
		user.PasswordHash, user.MustChangePassword = hash, by.User != id
		return checkGuessable(password, *user)
	})
	return err
}

// Delete deletes a user. Only the name stays, where environments mention it.
func (s *Users) Delete(ctx context.Context, by Actor, id ids.User) error {
	_, err := s.store.Change(ctx, by, id, func(user *User) error {
		user.Status = UserDeleted
		user.PasswordHash = ""
		return nil
	})
	return err
}
