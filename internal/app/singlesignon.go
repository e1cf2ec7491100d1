package app

import (
	"time"

	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/singlesignon"
)

// newSingleSignOn returns the service for identity providers.
func (a *App) newSingleSignOn(login *authn.Login) *singlesignon.Service {
	db := a.state.db
	return singlesignon.New(singlesignon.Options{
		Providers: db.IdentityProviders(), Identities: db.ExternalIdentities(), Requests: db.SignInRequests(), Organizations: db.Organizations(),
		Sessions: login, Sealer: a.state.keys, Hasher: a.state.keys, Egress: a.newEgress(false), Now: time.Now,
		Addresses: a.addresses(),
	})
}

// addresses are the URLs of this deployment.
func (a *App) addresses() singlesignon.Addresses {
	return singlesignon.Addresses{BaseURL: a.BaseURL, AppDomain: a.settings.AppDomain}
}
