package account

import (
	"context"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/validate"
)

// UserStatus says whether a user may sign in.
type UserStatus string

// The statuses of a user. A deleted user keeps its row, because environments show who created them.
const (
	UserActive   UserStatus = "active"
	UserDisabled UserStatus = "disabled"
	UserDeleted  UserStatus = "deleted"
)

// User is a person, a script with its own password, or a service account.
type User struct {
	ID           ids.User
	Organization ids.Organization
	Email        string // in lower case; unique in the organization; of a service account see IsServiceAddress
	FirstName    string
	LastName     string
	PasswordHash string // argon2id; empty cannot sign in with a password
	Role         OrganizationRole
	Status       UserStatus
	// IsBreakGlass lets an administrator sign in with a password where the organization requires single sign-on.
	IsBreakGlass bool
	CreatedAt    time.Time
	// MustChangePassword is set if an administrator chose the password: a browser can sign in with it only to choose another one.
	MustChangePassword bool
	// IsService is set for a service account, which cannot sign in: it has no password, and no identity at a provider.
	IsService bool
	// HasSecondFactor is set if the sign-in with a password asks for a code. The store of second factors changes it.
	HasSecondFactor bool
}

// UserOrder lists the fields that lists of users can be ordered by.
var UserOrder = page.Fields{"id", "email", "firstName", "lastName", "status"}

// RunsOrganization reports whether the user is an administrator who can sign in.
func (u *User) RunsOrganization() bool {
	return u.Role == OrganizationAdministrator && u.Status == UserActive && !u.IsService
}

// CanBreakGlass reports whether the user can sign in with a password where the organization requires single sign-on.
func (u *User) CanBreakGlass() bool {
	return u.IsBreakGlass && u.RunsOrganization() && u.PasswordHash != ""
}

// RevokesCredentials defines which changes of a user revoke all of the user's tokens and sessions. No other change
// does, except that of the second factor.
func RevokesCredentials(before, after User) bool {
	return before.PasswordHash != after.PasswordHash || before.Email != after.Email ||
		(before.Status != after.Status && after.Status != UserActive)
}

// NormalizeEmail returns the address as it is stored and looked up.
func NormalizeEmail(address string) (string, error) {
	address = strings.TrimSpace(address)
	if utf8.ValidString(address) { // ToLower would turn invalid bytes into valid ones
		address = strings.ToLower(address)
	}
	if err := validate.CheckName("the e-mail address", address, 254); err != nil {
		return "", err
	}
	if IsServiceAddress(address) {
		return "", fault.New(fault.Invalid, "%q is an address of service accounts", address).WithHint("Use another address.")
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || parsed.Name != "" {
		return "", fault.New(fault.Invalid, "%q is not an e-mail address", address).WithHint("Write an address such as name@example.com.")
	}
	return address, nil
}

// UserStore stores users. Every method is scoped by an organization.
type UserStore interface {
	// Create stores a new user. It returns a conflict if the organization already has the e-mail address.
	Create(ctx context.Context, by Actor, user User) error
	// Find returns a user that is not deleted.
	Find(ctx context.Context, organization ids.Organization, id ids.User) (User, error)
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[User], error)
	// Change reads a user, calls change and stores the result, in one transaction. If RevokesCredentials applies, it
	// deletes all tokens and sessions of the user. It returns a conflict if the organization would lose its last active
	// administrator.
	Change(ctx context.Context, by Actor, id ids.User, change func(*User) error) (User, error)
	// Candidates returns the users with this e-mail address, in one organization or, if empty, in all.
	Candidates(ctx context.Context, organization ids.Organization, email string) ([]User, error)
}
