package app

import (
	"context"
	"crypto/rand"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// CreateOrganization creates an organization in the state database, without a server. A SQLite database can be opened
// only while no server uses it.
func CreateOrganization(ctx context.Context, settings config.Settings, wanted admin.NewOrganization) (_ admin.Created, err error) {
	s, err := openExisting(ctx, settings)
	if err != nil {
		return admin.Created{}, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	login := admin.Login{Email: wanted.AdminEmail}
	if wanted.AdminPassword == "" {
		wanted.AdminPassword = rand.Text()
		login.Password = wanted.AdminPassword
	}
	setup, err := s.newSetup(ctx, wanted)
	if err != nil {
		return admin.Created{}, err
	}
	return admin.Created{Organization: setup.Organization, Login: login}, s.db.Setups().Add(ctx, setup)
}

// ResetPassword sets a new password for a user who lost it, and returns it. It revokes all tokens of the user, as every
// change of a password does.
func ResetPassword(ctx context.Context, settings config.Settings, reset admin.Reset) (password string, err error) {
	s, err := openExisting(ctx, settings)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	user, err := s.findByEmail(ctx, reset)
	if err != nil {
		return "", err
	}
	if user.Status != account.UserActive {
		return "", fault.New(fault.Conflict, "user %s is %s", user.Email, user.Status).WithHint("Enable the user first.")
	}
	password = rand.Text()
	system := account.Actor{Organization: user.Organization}
	return password, s.users.SetPassword(ctx, system, user.ID, password)
}

func (s *state) findByEmail(ctx context.Context, reset admin.Reset) (account.User, error) {
	email, err := account.NormalizeEmail(reset.Email)
	if err != nil {
		return account.User{}, err
	}
	var organization account.Organization
	if reset.Subdomain != "" {
		if organization, err = s.db.Organizations().FindBySubdomain(ctx, reset.Subdomain); err != nil {
			return account.User{}, err
		}
	}
	users, err := s.db.Users().Candidates(ctx, organization.ID, email)
	if err != nil {
		return account.User{}, err
	}
	switch len(users) {
	case 0:
		return account.User{}, fault.New(fault.NotFound, "no user has the address %s", email).WithHint("Check the address.")
	case 1:
		return users[0], nil
	default:
		return account.User{}, fault.New(fault.Conflict, "%d organizations have a user with the address %s", len(users), email).
			WithHint("Choose one with --organization and its subdomain.")
	}
}
