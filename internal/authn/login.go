package authn

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// OrganizationFinder finds the organization of a user who signed in.
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
	// Organization limits the attempt to one organization: the one of the host's subdomain.
	Organization ids.Organization
	// Subdomain does the same by name, for an address that has the same password in several organizations.
	Subdomain string
}

// LoginResult is what somebody who signed in gets.
type LoginResult struct {
	User          account.User
	Organization  account.Organization
	AccessToken   string
	SessionSecret string
	Session       account.Session
}

// badCredentials is one neutral answer, whatever of the two was wrong.
func badCredentials() error {
	return fault.New(fault.Unauthenticated, "e-mail address or password is wrong").
		WithHint("Check both, or ask an administrator of your organization.")
}

// SignIn checks a password and opens the door: a new access token and a new session.
func (l *Login) SignIn(ctx context.Context, attempt Attempt) (LoginResult, error) {
	email, err := account.NormalizeEmail(attempt.Email)
	if err != nil {
		return LoginResult{}, err
	}
	if attempt.Subdomain != "" && attempt.Organization == "" {
		organization, err := l.Organizations.FindBySubdomain(ctx, account.Subdomain(attempt.Subdomain))
		if fault.Is(err, fault.NotFound) {
			return LoginResult{}, badCredentials()
		}
		if err != nil {
			return LoginResult{}, err
		}
		attempt.Organization = organization.ID
	}
	candidates, err := l.Users.Candidates(ctx, attempt.Organization, email)
	if err != nil {
		return LoginResult{}, err
	}
	doors := doorsOf(candidates, account.StrangerKey(attempt.Organization, email))
	user, err := l.check(ctx, attempt.Password, doors)
	if err != nil {
		return LoginResult{}, err
	}
	return l.open(ctx, user)
}

// loginCandidate is what a password is tried on: a user, or for an address that nobody has the zero user, which never opens.
type loginCandidate struct {
	user account.User
	key  string // what wrong passwords are counted under
}

func doorsOf(candidates []account.User, strangerKey string) []loginCandidate {
	if len(candidates) == 0 {
		return []loginCandidate{{key: strangerKey}}
	}
	doors := make([]loginCandidate, len(candidates))
	for i, user := range candidates {
		doors[i] = loginCandidate{user: user, key: user.LoginKey()}
	}
	return doors
}

// check finds the user whom the password opens. Lock-out, check and count happen while holding a slot, so that a burst of
// guesses cannot overtake the count by more than the number of slots.
//
// An address that several organizations know needs the organization's name, however many doors its password opens: an
// answer that depended on that would tell one organization whether a password is right in another.
func (l *Login) check(ctx context.Context, password string, doors []loginCandidate) (account.User, error) {
	release, err := l.Passwords.acquire(ctx)
	if err != nil {
		return account.User{}, err
	}
	defer release()
	tried, wait, err := l.unlocked(ctx, doors)
	if err != nil {
		return account.User{}, err
	}
	if len(tried) == 0 {
		return account.User{}, lockedOut(wait)
	}
	var opened []account.User
	for _, d := range tried {
		if l.Passwords.verify(password, d.user.PasswordHash) && d.user.Status == account.UserActive {
			opened = append(opened, d.user)
		}
	}
	switch {
	case len(opened) == 0:
		return account.User{}, l.count(ctx, tried)
	case len(doors) > 1:
		return account.User{}, fault.New(fault.Conflict, "several organizations know this address").
			WithHint(`Say which: send its subdomain as "organization", or use the organization's own address.`)
	default:
		return opened[0], nil
	}
}

// unlocked gives the doors that may be tried, and how long to wait for the first of the others.
func (l *Login) unlocked(ctx context.Context, doors []loginCandidate) (open []loginCandidate, wait time.Duration, err error) {
	for _, d := range doors {
		lockout, err := l.SignIns.Lockout(ctx, d.key)
		if err != nil {
			return nil, 0, err
		}
		switch remaining := lockout.Remaining(l.Now()); {
		case remaining == 0:
			open = append(open, d)
		case wait == 0 || remaining < wait:
			wait = remaining
		}
	}
	return open, wait, nil
}

// count counts a wrong password for every door that it was tried on, and gives the one neutral answer.
func (l *Login) count(ctx context.Context, tried []loginCandidate) error {
	for _, d := range tried {
		if _, err := l.SignIns.Fail(ctx, d.key, l.Now()); err != nil {
			return err
		}
	}
	return badCredentials()
}

func lockedOut(wait time.Duration) error {
	return fault.New(fault.Limit, "too many wrong passwords").
		WithHint("Wait and try again. The waiting time grows with each wrong password.").WithRetryAfter(wait)
}

func (l *Login) open(ctx context.Context, user account.User) (LoginResult, error) {
	organization, err := l.Organizations.Find(ctx, user.Organization)
	if err != nil {
		return LoginResult{}, err
	}
	now := l.Now()
	session, sessionSecret := account.NewSession(user, l.Hasher, now)
	token, tokenSecret := account.NewToken(account.TokenOwner{Organization: user.Organization, User: user.ID},
		"Login of "+now.UTC().Format("2006-01-02 15:04"), l.Hasher, now)
	signIn := account.SignIn{Token: token, Session: session, PasswordHash: user.PasswordHash}
	if err := l.SignIns.Open(ctx, signIn); err != nil {
		return LoginResult{}, err
	}
	return LoginResult{
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
	_, err = l.check(ctx, password, doorsOf([]account.User{user}, ""))
	if fault.Is(err, fault.Unauthenticated) {
		return fault.New(fault.Invalid, "the current password is wrong").WithHint("Check it and try again.")
	}
	return err
}
