package singlesignon

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Methods are the ways to sign in. They depend on the host and on the domain of the e-mail address only, so that they do
// not reveal which users exist.
type Methods struct {
	// Organizations are those whose provider a person can use.
	Organizations []account.Organization
	// IsPasswordRefused is set on the host of an organization that requires single sign-on. A break-glass administrator
	// can still use a password.
	IsPasswordRefused bool
}

// Methods returns the ways to sign in at the host of an organization, or at the server's own host if it is nil.
func (s *Service) Methods(ctx context.Context, host *account.Organization, email string) (Methods, error) {
	if host == nil {
		if email == "" {
			return Methods{}, nil
		}
		organizations, err := s.Providers.ForDomain(ctx, account.EmailDomain(email))
		return Methods{Organizations: organizations}, err
	}
	provider, err := s.enabled(ctx, host.ID)
	if fault.Is(err, fault.NotFound) {
		return Methods{}, nil
	}
	return Methods{Organizations: []account.Organization{*host}, IsPasswordRefused: provider.OnlySingleSignOn}, err
}
