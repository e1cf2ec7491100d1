package authn

import (
	"cmp"
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// OrganizationFinder finds the organization of a signed-in user.
type OrganizationFinder interface {
	Find(ctx context.Context, id ids.Organization) (account.Organization, error)
	FindBySubdomain(ctx context.Context, subdomain string) (account.Organization, error)
}

// ProviderFinder finds the identity provider of an organization, which may refuse passwords.
type ProviderFinder interface {
	// Find returns a NotFound fault if the organization has none.
	Find(ctx context.Context, organization ids.Organization) (account.IdentityProvider, error)
}

// LoginOptions configures a Login.
type LoginOptions struct {
	Users         account.UserStore
	Organizations OrganizationFinder
	Providers     ProviderFinder
	SignIns       account.SignInStore
	Factors       FactorFinder
	Policies      PolicyFinder
	Sealer        account.Sealer
	Passwords     *Passwords
	Hasher        account.SecretHasher
	Now           func() time.Time
	NetworkRate   Rate // wrong passwords per client network
	MaxTokens     int  // tokens per user; 0 means no limit
	// SessionLifetime is how long after its sign-in a session ends.
	SessionLifetime time.Duration
}

// Login signs users in and out with e-mail address and password.
type Login struct {
	LoginOptions

	allowances *allowances
	records    *allowances // entries of the audit log about refusals without a check of a password
}

// NewLogin creates a login.
func NewLogin(options LoginOptions) *Login {
	return &Login{
		LoginOptions: options, allowances: newAllowances(options.NetworkRate, options.Now), records: newAllowances(recordRate, options.Now),
	}
}

// Attempt is the input of a sign-in.
type Attempt struct {
	Email    string
	Password string
	// Organization limits the attempt to one organization: that of the host's subdomain.
	Organization ids.Organization
	// Subdomain does the same by name, for an address that several organizations have.
	Subdomain string
	// Network is the key of the client's network: network.ClientKey of its address.
	Network string
	Client  account.Client
	Origin  account.Origin
	// isConfirmation is set if the user is signed in and confirms a sensitive change.
	isConfirmation bool
}

// LoginResult is the result of a sign-in.
type LoginResult struct {
	User          account.User
	Organization  account.Organization
	AccessToken   string // empty for the session of a browser
	SessionSecret string
	Session       account.Session
}

// badCredentials is the same error for a wrong address and a wrong password, so that it does not reveal which addresses
// exist.
func badCredentials() error {
	return fault.New(fault.Unauthenticated, "e-mail address or password is wrong").
		WithHint("Check both, or ask an administrator of your organization.")
}

// SignIn checks a password and creates a new access token and a new session. If the user has a second factor, it returns a
// CodeRequiredError in a fault, and FinishSignIn continues.
func (l *Login) SignIn(ctx context.Context, attempt Attempt) (LoginResult, error) {
	user, err := l.authenticate(ctx, attempt)
	if err != nil {
		return LoginResult{}, err
	}
	if user.HasSecondFactor {
		return LoginResult{}, l.challenge(ctx, user, attempt)
	}
	isMissing, err := l.requireFactor(ctx, user)
	if isMissing {
		refusal := loginCandidate{user: user}.refusal(attempt, "the organization requires a second factor")
		err = cmp.Or(l.SignIns.Refuse(ctx, refusal), account.SecondFactorRequired())
	}
	if err != nil {
		return LoginResult{}, err
	}
	return l.openWithToken(ctx, user, attempt, nil)
}

// openWithToken stores a sign-in of a user with a new session and a new access token.
func (l *Login) openWithToken(ctx context.Context, user account.User, attempt Attempt, proof *account.FactorProof) (LoginResult, error) {
	now := l.Now()
	token, secret := account.NewLoginToken(account.TokenOwner{Organization: user.Organization, User: user.ID}, l.Hasher, now)
	result, err := l.open(ctx, user, account.SignIn{
		Token: &token, Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network), MaxTokens: account.MaxTokensAtSignIn(l.MaxTokens),
		Session: account.Session{Client: attempt.Client}, Proof: proof,
	}, now)
	result.AccessToken = secret
	return result, err
}

// StartSession checks a password and creates a new session for a browser. If an administrator chose the password, the session
// is good for choosing another one only. If the user has a second factor, it returns a CodeRequiredError in a fault, and
// FinishSession continues.
func (l *Login) StartSession(ctx context.Context, attempt Attempt) (LoginResult, error) {
	user, err := l.authenticate(ctx, attempt)
	if err != nil {
		return LoginResult{}, err
	}
	if user.HasSecondFactor {
		return LoginResult{}, l.challenge(ctx, user, attempt)
	}
	isMissing, err := l.requireFactor(ctx, user)
	if err != nil {
		return LoginResult{}, err
	}
	return l.open(ctx, user, account.SignIn{
		Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network),
		Session: account.Session{Client: attempt.Client, MustChangePassword: user.MustChangePassword, MustSetSecondFactor: isMissing},
	}, l.Now())
}

// authenticate returns the user whose address and password an attempt has.
func (l *Login) authenticate(ctx context.Context, attempt Attempt) (account.User, error) {
	email, err := account.NormalizeEmail(attempt.Email)
	if err != nil {
		return account.User{}, err
	}
	if attempt.Subdomain != "" && attempt.Organization == "" {
		organization, err := l.Organizations.FindBySubdomain(ctx, account.Subdomain(attempt.Subdomain))
		if fault.Is(err, fault.NotFound) {
			return account.User{}, badCredentials()
		}
		if err != nil {
			return account.User{}, err
		}
		attempt.Organization = organization.ID
	}
	candidates, err := l.Users.Candidates(ctx, attempt.Organization, email)
	if err != nil {
		return account.User{}, err
	}
	attempt.Email = email
	user, err := l.check(ctx, attempt, candidatesOf(candidates, account.UnknownAddressKey(attempt.Organization, email)))
	if err != nil {
		return account.User{}, err
	}
	if err := l.checkPolicy(ctx, user); err != nil {
		if fault.Is(err, fault.Forbidden) {
			refusal := loginCandidate{user: user}.refusal(attempt, "the organization requires single sign-on")
			err = cmp.Or(l.SignIns.Refuse(ctx, refusal), err)
		}
		return account.User{}, err
	}
	return user, nil
}

// checkPolicy rejects a right password where the organization requires single sign-on. It runs after the check of the
// password, so that the response does not reveal who has a user or is a break-glass administrator.
func (l *Login) checkPolicy(ctx context.Context, user account.User) error {
	provider, err := l.Providers.Find(ctx, user.Organization)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil || !provider.RequiresSingleSignOn() || user.CanBreakGlass() {
		return err
	}
	return fault.New(fault.Forbidden, "your organization requires single sign-on").
		WithHint("Sign in with the identity provider. Programs use an access token: generate one in the web application, Deploy, Generate Access Token.")
}

// StartExternalSession creates a new session for a user whom an identity provider has authenticated. It asks for no second factor:
// the provider has its own rules.
func (l *Login) StartExternalSession(ctx context.Context, user account.User, attempt Attempt) (LoginResult, error) {
	return l.open(ctx, user, account.SignIn{
		Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network), Session: account.Session{Client: attempt.Client, IsExternal: true},
	}, l.Now())
}

// loginCandidate is what a password is checked against: a user or, for an unknown address, the zero user, which no
// password matches.
type loginCandidate struct {
	user account.User
	key  string // key under which wrong passwords are counted
	// isTrusted is set if the user has signed in from the client's network before.
	isTrusted bool
}

func candidatesOf(candidates []account.User, unknownKey string) []loginCandidate {
	if len(candidates) == 0 {
		return []loginCandidate{{key: unknownKey}}
	}
	targets := make([]loginCandidate, len(candidates))
	for i, user := range candidates {
		targets[i] = loginCandidate{user: user, key: user.LoginKey()}
	}
	return targets
}

// check returns the user whose password matches. It checks the lockout and the password and counts failures while it
// holds a slot, so that a burst of guesses cannot exceed the count by more than the number of slots.
//
// An address that several organizations have needs the organization's name, however many of them the password matches.
// Otherwise the response would reveal to one organization whether a password is right in another.
func (l *Login) check(ctx context.Context, attempt Attempt, targets []loginCandidate) (account.User, error) {
	network := l.Hasher.HashToken(attempt.Network)
	rank, returnAllowance, err := l.admit(ctx, attempt.Network, network, targets)
	if err != nil {
		return account.User{}, err
	}
	if _, err := l.unlocked(ctx, network, targets); err != nil { // locked attempts do not wait for a slot
		return account.User{}, l.recordLocked(ctx, attempt, targets, err)
	}
	release, err := l.Passwords.slots.acquire(ctx, rank)
	if err != nil {
		return account.User{}, err
	}
	defer release()
	tried, err := l.unlocked(ctx, network, targets)
	if err != nil {
		return account.User{}, l.recordLocked(ctx, attempt, targets, err)
	}
	var opened []account.User
	for _, d := range tried {
		if l.Passwords.verify(attempt.Password, d.user.PasswordHash) && d.user.Status == account.UserActive {
			opened = append(opened, d.user)
		}
	}
	switch {
	case len(opened) == 0:
		return account.User{}, l.count(ctx, attempt, tried)
	case len(targets) > 1:
		for _, user := range opened {
			if err := l.record(ctx, attempt.Network, loginCandidate{user: user}.refusal(attempt, "several organizations have the address")); err != nil {
				return account.User{}, err
			}
		}
		return account.User{}, fault.New(fault.Conflict, "several organizations have this e-mail address").
			WithHint(`Send the organization's subdomain as "organization", or use the organization's own host.`)
	default:
		returnAllowance()
		return opened[0], nil
	}
}

// admit applies the limit of the client's network before a password is hashed. It returns the rank of the attempt in the
// queue, and a function that returns the allowance if the password is right. A network where a candidate has signed in
// before is not limited here, because an attacker behind the same address, such as a shared proxy, must not lock
// out users; its wrong passwords are limited by the lockout.
func (l *Login) admit(
	ctx context.Context, client, network string, targets []loginCandidate,
) (rank int, returnAllowance func(), err error) {
	isTrusted := false
	for i := range targets {
		if targets[i].isTrusted, err = l.SignIns.IsTrusted(ctx, targets[i].user.ID, network); err != nil {
			return 0, nil, err
		}
		isTrusted = isTrusted || targets[i].isTrusted
	}
	rank, limited := l.allowances.take(client)
	switch {
	case limited == nil && isTrusted:
		return rankTrusted, func() { l.allowances.restore(client) }, nil
	case limited == nil:
		return rank, func() { l.allowances.restore(client) }, nil
	case isTrusted:
		return rankTrusted, func() {}, nil
	default:
		return 0, nil, limited
	}
}

// unlocked returns the candidates that are not locked. If all are locked, it returns a fault with the shortest remaining
// lockout.
func (l *Login) unlocked(ctx context.Context, network string, targets []loginCandidate) (open []loginCandidate, err error) {
	var wait time.Duration
	for _, d := range targets {
		lockouts, err := l.SignIns.Lockouts(ctx, d.key, network)
		if err != nil {
			return nil, err
		}
		switch remaining := lockouts.Remaining(l.Now(), d.isTrusted); {
		case remaining == 0:
			open = append(open, d)
		case wait == 0 || remaining < wait:
			wait = remaining
		}
	}
	if len(open) == 0 {
		return nil, lockedOut(wait)
	}
	return open, nil
}

// count counts a wrong password for every candidate and returns badCredentials or the lockout.
func (l *Login) count(ctx context.Context, attempt Attempt, tried []loginCandidate) error {
	network := l.Hasher.HashToken(attempt.Network)
	for _, d := range tried {
		if err := l.SignIns.Fail(ctx, d.key, network, l.Now(), d.refusal(attempt, d.reason())); err != nil {
			return err
		}
	}
	return badCredentials()
}

// reason says why a candidate cannot sign in with the password of an attempt.
func (d loginCandidate) reason() string {
	switch {
	case d.user.ID == "":
		return "unknown address"
	case d.user.Status != account.UserActive:
		return "the user is disabled, or the password is wrong"
	default:
		return "wrong password"
	}
}

func (d loginCandidate) refusal(attempt Attempt, reason string) account.Refusal {
	refusal := account.Refusal{
		User: d.user.ID, Organization: d.user.Organization, Email: attempt.Email, Reason: reason, Origin: attempt.Origin,
		IsConfirmation: attempt.isConfirmation,
	}
	if refusal.Organization == "" {
		refusal.Organization = attempt.Organization
	}
	if refusal.Email == "" {
		refusal.Email = d.user.Email
	}
	return refusal
}

func lockedOut(wait time.Duration) error {
	return fault.New(fault.Limit, "too many wrong passwords").
		WithHint("Wait and try again. The waiting time grows with each wrong password.").WithRetryAfter(wait)
}

// open stores a sign-in of a user with a new session.
func (l *Login) open(ctx context.Context, user account.User, signIn account.SignIn, now time.Time) (LoginResult, error) {
	organization, err := l.Organizations.Find(ctx, user.Organization)
	if err != nil {
		return LoginResult{}, err
	}
	session, secret := account.NewSession(user, l.Hasher, now)
	session.ExpiresAt = now.Add(cmp.Or(l.SessionLifetime, account.SessionLifetime))
	session.Client, session.IsExternal = signIn.Session.Client, signIn.Session.IsExternal
	session.MustChangePassword, session.MustSetSecondFactor = signIn.Session.MustChangePassword, signIn.Session.MustSetSecondFactor
	signIn.Session, signIn.PasswordHash, signIn.MaxSessions = session, user.PasswordHash, account.MaxSessions
	if err := l.SignIns.Open(ctx, signIn); err != nil {
		return LoginResult{}, err
	}
	return LoginResult{User: user, Organization: organization, SessionSecret: secret, Session: session}, nil
}

// SignOut ends the session of the actor. Access tokens stay valid.
func (l *Login) SignOut(ctx context.Context, actor account.Actor) error {
	if actor.Credential.Session == "" {
		return nil
	}
	return l.SignIns.Close(ctx, actor)
}
