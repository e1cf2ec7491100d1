package scim

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/validate"
)

// User is a user of an organization with what the provider says about it. A user that the provider has not described has the
// e-mail address as its userName.
type User struct {
	account.User

	UserName      string
	ExternalID    string
	DisplayName   string
	FormattedName string
	Emails        []Email // the one that is primary, or else the first usable one, is the address of the user
	Groups        []Membership
	UpdatedAt     time.Time
}

// Email is an address of a user.
type Email struct {
	Value       string `json:"value"`
	Type        string `json:"type,omitempty"`
	IsPrimary   bool   `json:"primary,omitempty"`
	IsSecondary bool   `json:"secondary,omitempty"` // the provider sent false for primary
}

// Membership is a group of a user.
type Membership struct {
	Group       ids.Group
	DisplayName string
	ExternalID  string
}

// UserNameKey returns a userName as it is compared: without a difference between capital and small letters.
func UserNameKey(userName string) string { return strings.ToLower(userName) }

// UserStore stores the users of organizations as SCIM describes them.
type UserStore interface {
	// Find returns a user that is not deleted.
	Find(ctx context.Context, organization ids.Organization, id ids.User) (User, error)
	// List returns users in the order of their ids.
	List(ctx context.Context, organization ids.Organization, selection Selection) ([]User, error)
	Count(ctx context.Context, organization ids.Organization) (int, error)
	// Create stores a new user with the default role. It returns Taken if a user has the userName or the address.
	Create(ctx context.Context, by account.Actor, user User) (User, error)
	// Change reads a user, calls change and stores the result, in one transaction, like account.UserStore.
	Change(ctx context.Context, by account.Actor, id ids.User, change func(User) (User, error)) (User, error)
}

// Selection is a part of a list.
type Selection struct {
	Lookup Lookup
	After  string // only resources with greater ids
	Offset int
	Limit  int
	// WithoutMembers leaves the members of groups empty.
	WithoutMembers bool
}

// presentUser returns a user as clients see it.
func (s *Service) presentUser(u User) object {
	shown := object{
		"schemas": []any{userSchema}, "id": string(u.ID), "userName": u.UserName, "active": u.Status == account.UserActive,
		"meta": s.meta(&userType, string(u.ID), u.CreatedAt, u.UpdatedAt),
	}
	set(shown, "externalId", u.ExternalID)
	set(shown, "displayName", u.DisplayName)
	name := object{}
	set(name, "formatted", u.FormattedName)
	set(name, "givenName", u.FirstName)
	set(name, "familyName", u.LastName)
	if len(name) > 0 {
		shown["name"] = name
	}
	var emails, groups []any
	for _, email := range u.shownEmails() {
		one := object{"value": email.Value}
		set(one, "type", email.Type)
		if email.IsPrimary || email.IsSecondary {
			one["primary"] = email.IsPrimary
		}
		emails = append(emails, one)
	}
	shown["emails"] = emails
	for _, group := range u.Groups {
		groups = append(groups, object{
			"value": string(group.Group), "display": group.DisplayName, "$ref": s.location(groupType.endpoint + "/" + string(group.Group)),
		})
	}
	if groups != nil {
		shown["groups"] = groups
	}
	return shown
}

// shownEmails returns the addresses. An administrator may have changed the user's own address here.
func (u *User) shownEmails() []Email {
	emails := slices.Clone(u.Emails)
	at := primary(emails)
	if at < 0 {
		return []Email{{Value: u.Email, Type: "work", IsPrimary: true}}
	}
	if !strings.EqualFold(emails[at].Value, u.Email) {
		emails[at].Value = u.Email
	}
	return emails
}

// followsUserName reports whether a changed user has no addresses but the one that was shown because of its userName. Then the
// new userName is the new address, if it is one.
func (u *User) followsUserName(after User) bool {
	return len(u.Emails) == 0 && slices.Equal(after.Emails, u.shownEmails()) && strings.Contains(after.UserName, "@")
}

// primary returns the index of the address that identifies a user: the primary one, the one at work, or the first; -1 if there
// is none.
func primary(emails []Email) int {
	if at := slices.IndexFunc(emails, func(e Email) bool { return e.IsPrimary }); at >= 0 {
		return at
	}
	if at := slices.IndexFunc(emails, func(e Email) bool { return e.Type == "work" }); at >= 0 {
		return at
	}
	return min(0, len(emails)-1)
}

func set(o object, name, text string) {
	if text != "" {
		o[name] = text
	}
}

const (
	maxUserName = 254
	maxEmails   = 20
)

// readUser sets what a client may set of a user. The object has the attributes of a resource.
func readUser(u User, sent object) (User, error) {
	name, _ := sent["name"].(object)
	u.UserName, u.ExternalID, u.DisplayName = sent.text("userName"), sent.text("externalId"), sent.text("displayName")
	u.FormattedName, u.FirstName, u.LastName = name.text("formatted"), name.text("givenName"), name.text("familyName")
	switch sent["active"] {
	case true:
		u.Status = account.UserActive
	case false:
		u.Status = account.UserDisabled
	} // a body that does not say it neither disables a user nor enables a disabled one
	u.Emails = nil
	for _, one := range sent.objects("emails") {
		u.Emails = append(u.Emails, Email{
			Value: one.text("value"), Type: one.text("type"), IsPrimary: one["primary"] == true, IsSecondary: one["primary"] == false,
		})
	}
	if err := u.check(); err != nil {
		return u, err
	}
	address := u.UserName
	if at := primary(u.Emails); at >= 0 {
		address = u.Emails[at].Value
	}
	email, err := account.NormalizeEmail(address)
	if err != nil {
		return u, invalid(typeInvalidValue, "%q is not an e-mail address", address).
			WithHint("Send the address of the user in emails, or as userName.")
	}
	u.Email = email
	return u, nil
}

func (u *User) check() error {
	for _, one := range []struct {
		name, text string
		max        int
	}{
		{"externalId", u.ExternalID, maxText},
		{"displayName", u.DisplayName, maxText},
		{"name.formatted", u.FormattedName, maxText},
		{"name.givenName", u.FirstName, account.MaxNameLength},
		{"name.familyName", u.LastName, account.MaxNameLength},
	} {
		if err := validate.CheckLine(one.name, one.text, one.max); err != nil {
			return asInvalidValue(err)
		}
	}
	if err := validate.CheckName("userName", u.UserName, maxUserName); err != nil {
		return asInvalidValue(err)
	}
	if len(u.Emails) > maxEmails {
		return invalid(typeInvalidValue, "emails has more than %d addresses", maxEmails)
	}
	for _, email := range u.Emails {
		if err := validate.CheckName("emails.value", email.Value, maxUserName); err != nil {
			return asInvalidValue(err)
		}
		if err := validate.CheckLine("emails.type", email.Type, maxUserName); err != nil {
			return asInvalidValue(err)
		}
	}
	return nil
}

func asInvalidValue(err error) error {
	known := fault.From(err)
	return invalid(typeInvalidValue, "%s", known.Message).WithHint("%s", known.Hint)
}

// protectAdministrators rejects changes with which a leaked token would take over the account of an administrator: the owner of the
// address can reset the password. A break-glass administrator must be able to sign in when the provider errs.
func protectAdministrators(before, after User) error {
	isBreakGlass := before.IsBreakGlass && (after.Status != before.Status || after.Email != before.Email)
	switch {
	case isBreakGlass:
		return fault.New(fault.Forbidden, "user %s is a break-glass administrator, whom SCIM does not remove, deactivate or give another address", before.ID).
			WithHint("An administrator of the organization can change the user in Millrace.")
	case before.Role == account.OrganizationAdministrator && before.PasswordHash != "" && after.Email != before.Email:
		return fault.New(fault.Forbidden, "user %s is an administrator with a password, to whom SCIM gives no other address", before.ID).
			WithHint("An administrator of the organization can change the address in Millrace.")
	default:
		return nil
	}
}
