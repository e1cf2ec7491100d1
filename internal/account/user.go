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

// The statuses of a user. A deleted user is kept as a name, because environments say who created them.
const (
	UserActive   UserStatus = "active"
	UserDisabled UserStatus = "disabled"
	UserDeleted  UserStatus = "deleted"
)

// User is a person, or a script with a password of its own.
type User struct {
	ID           ids.User
	Organization ids.Organization
	Email        string // in lower case; unique in the organization
	FirstName    string
	LastName     string
	PasswordHash string // argon2id; empty cannot sign in with a password
	Role         OrganizationRole
	Status       UserStatus
	CreatedAt    time.Time
}

// UserOrder is what lists of users can be ordered by.
var UserOrder = page.Fields{"id", "email", "firstName", "lastName", "status"}

// RunsOrganization reports whether the user is an administrator who can sign in.
func (u *User) RunsOrganization() bool {
	return u.Role == OrganizationAdministrator && u.Status == UserActive
}

// RevokesCredentials is the rule of the interface, in one place: which changes of a user kill all of the user's tokens
// and sessions. Nothing else does.
func RevokesCredentials(before, after User) bool {
	return before.PasswordHash != after.PasswordHash || before.Email != after.Email ||
		(before.Status != after.Status && after.Status != UserActive)
}

// NormalizeEmail is the address as it is stored and looked up.
func NormalizeEmail(address string) (string, error) {
	address = strings.TrimSpace(address)
	if utf8.ValidString(address) { // else ToLower would make something valid of it
		address = strings.ToLower(address)
	}
	if err := validate.CheckName("the e-mail address", address, 254); err != nil {
		return "", err
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || parsed.Name != "" {
		return "", fault.New(fault.Invalid, "%q is not an e-mail address", address).WithHint("Write it like name@example.com.")
	}
	return address, nil
}

// CheckPassword refuses a new password that is too short or too long.
func CheckPassword(password string) error {
	const shortest, longest = 8, 1024
	if n := len([]rune(password)); n < shortest {
		return fault.New(fault.Invalid, "the password has %d characters", n).WithHint("Use at least %d.", shortest)
	}
	if len(password) > longest {
		return fault.New(fault.Invalid, "the password is %d bytes long", len(password)).WithHint("Use at most %d.", longest)
	}
	return nil
}

// UserStore keeps users. Every method is scoped by an organization.
type UserStore interface {
	// Create stores a new user. An e-mail address that is taken in the organization is a conflict.
	Create(ctx context.Context, by Actor, user User) error
	// Find gives a user that is not deleted.
	Find(ctx context.Context, organization ids.Organization, id ids.User) (User, error)
	List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[User], error)
	// Change reads a user, lets change decide, and stores the result, in one transaction. If RevokesCredentials says so,
	// all tokens and sessions of the user are gone with it. Taking the last active administrator away is a conflict.
	Change(ctx context.Context, by Actor, id ids.User, change func(*User) error) (User, error)
	// Candidates are the users with this e-mail address, in one organization or, if empty, in all.
	Candidates(ctx context.Context, organization ids.Organization, email string) ([]User, error)
}
