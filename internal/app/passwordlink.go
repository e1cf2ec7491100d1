package app

import (
	"cmp"
	"time"

	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/mail"
	"github.com/millrace/millrace/internal/passwordlink"
)

// recoveryRate is how many mails a client network may cause: strangers name the recipients. It is off where guesses of passwords
// are not limited either.
func (a *App) recoveryRate() authn.Rate {
	if a.settings.Limits.SignInFailuresPerMinute == 0 {
		return authn.Rate{}
	}
	return authn.Rate{PerMinute: 1, Burst: 10}
}

// startPasswordLinks returns the service for links with which people choose a password, and starts to handle requests for them.
func (a *App) startPasswordLinks(login *authn.Login, sender *mail.Sender) *passwordlink.Service {
	db := a.state.db
	options := passwordlink.Options{
		Links: db.PasswordLinks(), Users: db.Users(), Organizations: db.Organizations(), Providers: db.IdentityProviders(), Operators: db.Installation(),
		Sessions:  login,
		Passwords: a.state.passwords, Hasher: a.state.keys, Origin: a.addresses().Origin, Now: time.Now, Logger: a.logger,
		InvitationLifetime: cmp.Or(a.settings.InvitationLifetime, passwordlink.InvitationLifetime),
		ResetLifetime:      cmp.Or(a.settings.ResetLifetime, passwordlink.ResetLifetime),
		RequestRate:        a.recoveryRate(),
	}
	if sender == nil {
		return passwordlink.New(options)
	}
	options.Mail = sender
	if a.settings.BaseURL == "" {
		a.logger.Warn("links in mail lead to the listen address: set base_url", "address", a.BaseURL)
	}
	links := passwordlink.New(options)
	a.startAll(links.Run)
	return links
}
