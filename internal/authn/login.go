package authn

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// OrganizationFinder finds the organisation of a user who signed in.
type OrganizationFinder interface {
	Find(ctx context.Context, id ids.Organization) (account.Organization, error)
	FindBySubdomain(ctx context.Context, subdomain string) (account.Organization, error)
}

// Login is the service that signs people in and out with e-mail address and password.
type Login struct {
	Users         account.UserStore
	Organizations OrganizationFinder
	SignIns       account.SignInStore
	Passwords     *Passwords
	Hasher        account.SecretHasher
	Now           func() time.Time
}

// Attempt is what somebody who wants to sign in gives.
type Attempt struct {
	Email    string
	Password string
	// Organization limits the attempt to one organisation: the one of the host's subdomain.
	Organization ids.Organization
	// Subdomain does the same by name, for an address that has the same password in several organisations.
	Subdomain string
}

// Welcome is what somebody who signed in gets.
type Welcome struct {
	User          account.User
	Organization  account.Organization
	AccessToken   string
	SessionSecret string
	Session       account.Session
}

// badCredentials is one neutral answer, whatever of the two was wrong.
func badCredentials() error {
	return fault.New(fault.Unauthenticated, "e-mail address or password is wrong").
		WithHint("Check both, or ask an administrator of your organisation.")
}

// SignIn checks a password and opens the door: a new access token and a new session.
func (l *Login) SignIn(ctx context.Context, attempt Attempt) (Welcome, error) {
	email, err := account.NormalizeEmail(attempt.Email)
	if err != nil {
		return Welcome{}, err
	}
	if attempt.Subdomain != "" && attempt.Organization == "" {
		organization, err := l.Organizations.FindBySubdomain(ctx, attempt.Subdomain)
		if err != nil {
			return Welcome{}, badCredentials()
		}
		attempt.Organization = organization.ID
	}
	candidates, err := l.Users.Candidates(ctx, attempt.Organization, email)
	if err != nil {
		return Welcome{}, err
	}
	key := loginKey(attempt.Organization, email)
	user, err := l.check(ctx, key, attempt.Password, candidates)
	if err != nil {
		return Welcome{}, err
	}
	return l.open(ctx, user, key)
}

// loginKey is what wrong passwords are counted under: the address, in the organisation where the attempt was made.
func loginKey(organization ids.Organization, email string) string {
	return string(organization) + "/" + email
}

// check finds the one candidate that the password opens. Lock-out, check and count happen while holding a slot, so
// that a burst of guesses cannot overtake the count by more than the number of slots.
func (l *Login) check(ctx context.Context, key, password string, candidates []account.User) (account.User, error) {
	release, err := l.Passwords.acquire(ctx)
	if err != nil {
		return account.User{}, err
	}
	defer release()
	lockout, err := l.SignIns.Lockout(ctx, key)
	if err != nil {
		return account.User{}, err
	}
	if wait := lockout.Remaining(l.Now()); wait > 0 {
		return account.User{}, lockedOut(wait)
	}
	opened := l.opened(password, candidates)
	switch len(opened) {
	case 1:
		return opened[0], nil
	case 0:
		if _, err := l.SignIns.Fail(ctx, key, l.Now()); err != nil {
			return account.User{}, err
		}
		return account.User{}, badCredentials()
	default:
		return account.User{}, fault.New(fault.Conflict, "this address and password belong to several organisations").
			WithHint(`Say which: send its subdomain as "organization", or use the organisation's own address.`)
	}
}

func lockedOut(wait time.Duration) error {
	return fault.New(fault.Limit, "too many wrong passwords").
		WithHint("Wait and try again. The waiting time grows with each wrong password.").WithRetryAfter(wait)
}

// opened lists the active candidates that the password opens. With none to try it still does the work of one.
func (l *Login) opened(password string, candidates []account.User) []account.User {
	var opened []account.User
	for _, user := range candidates {
		if l.Passwords.verify(password, user.PasswordHash) && user.Status == account.UserActive {
			opened = append(opened, user)
		}
	}
	if len(candidates) == 0 {
		l.Passwords.verify(password, "")
	}
	return opened
}

func (l *Login) open(ctx context.Context, user account.User, key string) (Welcome, error) {
	organization, err := l.Organizations.Find(ctx, user.Organization)
	if err != nil {
		return Welcome{}, err
	}
	now := l.Now()
	session, sessionSecret := account.NewSession(user, l.Hasher, now)
	token, tokenSecret := account.NewToken(account.TokenOwner{Organization: user.Organization, User: user.ID},
		"Login of "+now.UTC().Format("2006-01-02 15:04"), l.Hasher, now)
	signIn := account.SignIn{Token: token, Session: session, PasswordHash: user.PasswordHash}
	if err := l.SignIns.Open(ctx, signIn, key); err != nil {
		return Welcome{}, err
	}
	return Welcome{
		User: user, Organization: organization, AccessToken: tokenSecret, SessionSecret: sessionSecret, Session: session,
	}, nil
}

// SignOut ends the session that the actor came with. Access tokens stay valid.
func (l *Login) SignOut(ctx context.Context, actor account.Actor) error {
	if actor.Credential.Session == "" {
		return nil
	}
	return l.SignIns.Close(ctx, actor.Credential.Session)
}

// Confirm checks the actor's own password again before something that needs it. Wrong ones count like wrong logins.
func (l *Login) Confirm(ctx context.Context, actor account.Actor, password string) error {
	user, err := l.Users.Find(ctx, actor.Organization, actor.User)
	if err != nil {
		return err
	}
	_, err = l.check(ctx, loginKey(actor.Organization, user.Email), password, []account.User{user})
	if fault.Is(err, fault.Unauthenticated) {
		return fault.New(fault.Invalid, "the current password is wrong").WithHint("Check it and try again.")
	}
	return err
}
