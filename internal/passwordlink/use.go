package passwordlink

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Invitee is who a link is for, as its page shows it.
type Invitee struct {
	Purpose      Purpose
	Email        string
	Organization string
	ExpiresAt    time.Time
}

// Check returns who a link is for. It does not use the link. The host limits it to one organization, unless it is empty.
func (s *Service) Check(ctx context.Context, secret string, host ids.Organization) (Invitee, error) {
	link, user, err := s.find(ctx, secret, host)
	if err != nil {
		return Invitee{}, err
	}
	organization, err := s.Organizations.Find(ctx, link.Organization)
	if err != nil {
		return Invitee{}, err
	}
	return Invitee{Purpose: link.Purpose, Email: user.Email, Organization: organization.Name, ExpiresAt: link.ExpiresAt}, nil
}

// find returns a link that can be used, and its user.
func (s *Service) find(ctx context.Context, secret string, host ids.Organization) (Link, account.User, error) {
	if !account.IsSecret(account.LinkPrefix, secret) {
		return Link{}, account.User{}, NotValid()
	}
	link, err := s.Links.Find(ctx, s.Hasher.HashToken(secret))
	if err != nil {
		return Link{}, account.User{}, err
	}
	if host != "" && host != link.Organization {
		return Link{}, account.User{}, NotValid()
	}
	user, err := s.Users.Find(ctx, link.Organization, link.User)
	if fault.Is(err, fault.NotFound) || err == nil && user.Status != account.UserActive {
		return Link{}, account.User{}, NotValid()
	}
	if err != nil {
		return Link{}, account.User{}, err
	}
	return link, user, s.checkPolicy(ctx, user)
}

// Choice is the password that a person chooses with a link.
type Choice struct {
	Secret   string
	Password string
	Host     ids.Organization // whose subdomain the request used; empty for none
	Attempt  authn.Attempt    // the client
}

// Use sets the password, which revokes all credentials of the user, and signs the person in. A password that is rejected leaves
// the link as it is.
func (s *Service) Use(ctx context.Context, choice Choice) (authn.LoginResult, error) {
	link, user, err := s.find(ctx, choice.Secret, choice.Host)
	if err != nil {
		return authn.LoginResult{}, err
	}
	if err := account.CheckNewPassword(choice.Password, user); err != nil {
		return authn.LoginResult{}, err
	}
	hash, err := s.Passwords.Hash(ctx, choice.Password)
	if err != nil {
		return authn.LoginResult{}, err
	}
	by := account.Actor{Organization: user.Organization, User: user.ID, Email: user.Email, Origin: choice.Attempt.Origin}
	user, err = s.Links.Use(ctx, by, link, func(u *account.User) error {
		u.PasswordHash, u.MustChangePassword = hash, false
		return account.CheckNewPassword(choice.Password, *u)
	})
	if err != nil {
		return authn.LoginResult{}, err
	}
	return s.Sessions.StartLinkSession(ctx, user, choice.Attempt)
}
